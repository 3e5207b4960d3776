import { compare, type Fraction, toSignificant } from '../fraction'
import { dollarText, grouped } from './figure'
import { locale } from './locale'

/**
 * Dollars, abbreviated to three digits, so that they can be compared down a column: `$1.23M`, `$45.6K`, `$1.90M`. What
 * rounds to 1,000 of one scale is written in the next: `$1.00M`.
 */
export function compactDollarText(value: Fraction): string {
  for (const [power, sign] of locale.scales) {
    const from = 10n ** BigInt(power)
    // A thousand is not reached by rounding: $999.96 is written in full.
    const rounded = power > 3 ? 9_995n : 10_000n
    if (compare(value, { numerator: from * rounded, denominator: 10_000n }) < 0) continue
    const scaled = { numerator: value.numerator, denominator: value.denominator * from }
    const [whole = '', places = ''] = toSignificant(scaled, 3).split('.')
    const point = whole.length < 3 ? `${locale.point}${places.padEnd(3 - whole.length, '0')}` : ''
    return locale.dollars(`${grouped(whole)}${point}${sign}`)
  }
  return dollarText(value)
}
