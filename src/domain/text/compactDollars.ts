import { compare, type Fraction, toSignificant } from '../fraction'
import { dollarText, grouped } from './figure'
import { locale } from './locale'

/**
 * Dollars, abbreviated to three digits, so that they can be compared down a column: `$1.23M`, `$45.6K`, `$1.90M`. What
 * rounds to 1,000 of one scale is written in the next: `$1.00M`.
 */
export function compactDollarText(value: Fraction): string {
  const isAThousand = compare(value, { numerator: 1_000n, denominator: 1n }) >= 0
  const scale = scales.find(
    ({ from }) => isAThousand && compare(value, { numerator: from * 9_995n, denominator: 10_000n }) >= 0,
  )
  if (!scale) return dollarText(value)
  const scaled = { numerator: value.numerator, denominator: value.denominator * scale.from }
  const [whole = '', places = ''] = toSignificant(scaled, 3).split('.')
  const point = whole.length < 3 ? `${locale.point}${places.padEnd(3 - whole.length, '0')}` : ''
  return locale.dollars(`${grouped(whole)}${point}${locale.scales[scale.sign] ?? scale.sign}`)
}

const scales = [
  { from: 10n ** 12n, sign: 'T' },
  { from: 10n ** 9n, sign: 'B' },
  { from: 10n ** 6n, sign: 'M' },
  { from: 10n ** 3n, sign: 'K' },
]
