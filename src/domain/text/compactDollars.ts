import { compare, type Fraction, toSignificant } from '../fraction'
import { dollarText, grouped } from './figure'

/** Dollars, abbreviated: `$1.23M`, `$45.6K`. What rounds to 1,000 of one scale is written in the next: `$1M`. */
export function compactDollarText(value: Fraction): string {
  const isAThousand = compare(value, { numerator: 1_000n, denominator: 1n }) >= 0
  const scale = scales.find(
    ({ from }) => isAThousand && compare(value, { numerator: from * 9_995n, denominator: 10_000n }) >= 0,
  )
  if (!scale) return dollarText(value)
  const scaled = { numerator: value.numerator, denominator: value.denominator * scale.from }
  return `$${grouped(toSignificant(scaled, 3))}${scale.sign}`
}

const scales = [
  { from: 10n ** 12n, sign: 'T' },
  { from: 10n ** 9n, sign: 'B' },
  { from: 10n ** 6n, sign: 'M' },
  { from: 10n ** 3n, sign: 'K' },
]
