/** The most that may be typed: half. */
export const mostToleranceBps = 5000

/** `2`, `0.5`, `0,5`; percent into basis points, `undefined` for what is none. */
export function readTolerance(text: string): number | undefined {
  const plain = text.trim().replace(',', '.')
  if (!/^\d{1,2}(\.\d{1,2})?$/.test(plain)) return undefined
  const bps = Math.round(Number(plain) * 100)
  return bps <= mostToleranceBps ? bps : undefined
}
