import { maxToleranceBps } from '../../../domain/liquidity/tolerance'
import { readTypedPercent } from '../../../domain/typedNumber'

/** Parses a percentage (`2`, `0.5`, `0,5`) into basis points; `undefined` for invalid text. */
export function readTolerance(text: string): number | undefined {
  const read = readTypedPercent(text)
  return read.is === 'percent' && read.bps <= maxToleranceBps ? read.bps : undefined
}
