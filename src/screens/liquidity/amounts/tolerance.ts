import { maxToleranceBps } from '../../../domain/liquidity/tolerance'

/** Parses a percentage (`2`, `0.5`, `0,5`) into basis points; `undefined` for invalid text. */
export function readTolerance(text: string): number | undefined {
  const plain = text.trim().replace(',', '.')
  if (!/^\d{1,2}(\.\d{1,2})?$/.test(plain)) return undefined
  const bps = Math.round(Number(plain) * 100)
  return bps <= maxToleranceBps ? bps : undefined
}
