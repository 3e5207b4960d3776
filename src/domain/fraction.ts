import { errorClass } from './errorClass'

/** An exact rational number, not reduced. The denominator is positive. */
export type Fraction = { readonly numerator: bigint; readonly denominator: bigint }

export const zero: Fraction = { numerator: 0n, denominator: 1n }

/** The direction of rounding. `nearest` rounds halves away from zero. */
export type Rounding = 'down' | 'nearest' | 'up'

/**
 * Parses plain decimal text exactly: `12`, `12.`, `.5`, `12.5`, `1.5e-7`; surrounding spaces are ignored.
 * Throws `NotAFraction` on signs, grouping marks and everything else.
 */
export function parseFraction(text: string): Fraction {
  const read = readFraction(text)
  if (!read) throw new NotAFraction(text)
  return read
}

/** The same for text from outside; `undefined` when it is absent or not a number. */
export function readFraction(text: string | undefined): Fraction | undefined {
  const match = /^(\d*)(?:\.(\d*))?(?:[eE]([+-]?\d{1,4}))?$/.exec(text?.trim() ?? '')
  const [, whole = '', places = '', exponent = '0'] = match ?? []
  if (whole + places === '') return undefined
  return scaled({ numerator: BigInt(whole + places), denominator: 1n }, Number(exponent) - places.length)
}

/** The fraction times 10^places. */
export function scaled({ numerator, denominator }: Fraction, places: number): Fraction {
  const factor = 10n ** BigInt(Math.abs(places))
  return places < 0 ? { numerator, denominator: denominator * factor } : { numerator: numerator * factor, denominator }
}

export function times(a: Fraction, b: Fraction): Fraction {
  return { numerator: a.numerator * b.numerator, denominator: a.denominator * b.denominator }
}

/** One over the fraction. Throws `DividedByZero` for zero. */
export function reciprocal({ numerator, denominator }: Fraction): Fraction {
  if (numerator === 0n) throw new DividedByZero()
  return numerator < 0n
    ? { numerator: -denominator, denominator: -numerator }
    : { numerator: denominator, denominator: numerator }
}

/** Negative when a < b, zero when equal, positive when a > b. */
export function compare(a: Fraction, b: Fraction): number {
  const difference = a.numerator * b.denominator - b.numerator * a.denominator
  return difference < 0n ? -1 : difference > 0n ? 1 : 0
}

/** The relative change `(to − from) / from`: 0.5 is an increase of fifty percent. */
export function change(from: Fraction, to: Fraction): Fraction {
  if (from.numerator === 0n) throw new DividedByZero()
  return {
    numerator: to.numerator * from.denominator - from.numerator * to.denominator,
    denominator: from.numerator * to.denominator,
  }
}

/**
 * Plain decimal text with at most so many significant digits and no trailing zeros: `0.000000123`, never `1.23e-7`.
 * Large numbers keep their magnitude: 123456 with 3 digits is `123000`.
 */
export function toSignificant(value: Fraction, digits: number, rounding: Rounding = 'nearest'): string {
  if (value.numerator === 0n) return '0'
  const shift = digits - magnitude(value)
  return toDecimal(roundedAt(value, shift, rounding), shift)
}

/** Plain decimal text with at most so many places and no trailing zeros. */
export function toPlaces(value: Fraction, places: number, rounding: Rounding = 'nearest'): string {
  return toDecimal(roundedAt(value, places, rounding), places)
}

/** The nearest double, for pixels and curves only. Numerators and denominators may exceed the range of a double. */
export function toNumber(value: Fraction): number {
  if (value.numerator === 0n) return 0
  const shift = 18 - magnitude(value)
  return Number(`${roundedAt(value, shift, 'nearest')}e${-shift}`)
}

/** Integer division with an explicit rounding direction; halves go away from zero. */
export function divide(numerator: bigint, denominator: bigint, rounding: Rounding): bigint {
  const negative = numerator < 0n !== denominator < 0n
  const top = numerator < 0n ? -numerator : numerator
  const bottom = denominator < 0n ? -denominator : denominator
  const whole = top / bottom
  const rest = top % bottom
  const up = rest > 0n && (rounding === 'up' || (rounding === 'nearest' && rest * 2n >= bottom))
  const magnitude = up ? whole + 1n : whole
  return negative ? -magnitude : magnitude
}

/** Integer division rounded towards negative infinity: a loss is never shown smaller than it is. */
export function floor(numerator: bigint, denominator: bigint): bigint {
  return divide(numerator, denominator, numerator < 0n ? 'up' : 'down')
}

/** Number of digits before the decimal point; zero or negative for 0.1, 0.01, … */
function magnitude({ numerator, denominator }: Fraction): number {
  const top = numerator < 0n ? -numerator : numerator
  const guess = top.toString().length - denominator.toString().length
  const reached = guess >= 0 ? top >= denominator * 10n ** BigInt(guess) : top * 10n ** BigInt(-guess) >= denominator
  return reached ? guess + 1 : guess
}

function roundedAt(value: Fraction, places: number, rounding: Rounding): bigint {
  const moved = scaled(value, places)
  return divide(moved.numerator, moved.denominator, rounding)
}

/** Decimal text of an integer that counts units of 10^-places. */
function toDecimal(units: bigint, places: number): string {
  const sign = units < 0n ? '-' : ''
  const digits = (units < 0n ? -units : units).toString()
  if (places <= 0) return units === 0n ? '0' : `${sign}${digits}${'0'.repeat(-places)}`
  const padded = digits.padStart(places + 1, '0')
  const rest = padded.slice(-places).replace(/0+$/, '')
  return `${sign}${padded.slice(0, -places)}${rest ? `.${rest}` : ''}`
}

/** The text is not a plain, unsigned decimal. */
export const NotAFraction = errorClass('NotAFraction', (text: string) => `"${text}" is not a decimal number.`)

export const DividedByZero = errorClass('DividedByZero', () => 'Nothing can be compared with a price of zero.')
