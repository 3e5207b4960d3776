import { type Amount, fromUnits } from '../amount'
import { compare, type Fraction, parseFraction, type Rounding, toPlaces, toSignificant } from '../fraction'
import { isDollar } from '../prices/dollar'
import { locale } from './locale'

/**
 * A number formatted for display, in parts, with the exact number kept. A long run of zeros after the point is counted
 * instead of written: `0.0₅1234` is `zeros: 5, fraction: '1234'`.
 */
export type FormattedNumber = {
  readonly sign: '' | '−'
  /** Digits before the point, grouped by thousands. */
  readonly whole: string
  /** The number of zeros after the point that are shown as a count (`0.0₅…`); 0 when all are written out. */
  readonly zeros: number
  readonly fraction: string
  /** The exact number as plain text, for copying. */
  readonly full: string
  /** Whether digits of the exact number are left out. */
  readonly isShortened: boolean
}

export type FigureStyle = {
  /** Significant digits; all digits before the point are always shown. */
  readonly significant?: number
  /** Amounts round down, so that no one is shown more than there is. */
  readonly rounding?: Rounding
  /** Writes cents from one up, as everyone writes dollars: `1,663.10`. Whole numbers stay whole. */
  readonly hasCents?: boolean
}

/** From this many zeros after the point they are counted instead of written. */
const countedFrom = 4

/** Formats plain decimal text (`-12.5`) of any size. Throws `NotAFraction` on anything else. */
export function figureOf(
  decimal: string,
  { significant = 6, rounding = 'down', hasCents }: FigureStyle = {},
): FormattedNumber {
  const isNegative = decimal.startsWith('-')
  const full = isNegative ? decimal.slice(1) : decimal
  const shown = hasCents && !/^0*(\.|$)/.test(full) ? inCents(full, rounding) : shorten(full, significant, rounding)
  const [whole = '0', places = ''] = shown.split('.')
  const zeros = /^0*/.exec(places)![0].length
  const isCounted = whole === '0' && zeros >= countedFrom
  return {
    sign: isNegative ? '−' : '',
    whole: grouped(whole),
    zeros: isCounted ? zeros : 0,
    fraction: isCounted ? places.slice(zeros) : places,
    full: decimal,
    isShortened: isCounted || (shown !== full && compare(parseFraction(shown), parseFraction(full)) !== 0),
  }
}

/** An amount: six significant digits, a dollar token from one up with its cents. Exact figures are for hover and copying. */
export function amountFigure({ token, units }: Amount, style?: FigureStyle): FormattedNumber {
  return figureOf(fromUnits(units, token.decimals), { hasCents: isDollar(token), ...style })
}

/** A formatted number as one line of text: `−1,234.5`, `0.0₅1234`. */
export function figureText({ sign, whole, zeros, fraction }: FormattedNumber): string {
  const counted = zeros > 0 ? `0${subscript(zeros)}` : ''
  return `${sign}${whole}${counted || fraction ? locale.point : ''}${counted}${fraction}`
}

/** Dollars: `$1,234.56`, `<$0.01` for amounts below a cent, `$0.00` only for exactly zero. */
export function dollarText(value: Fraction): string {
  if (value.numerator < 0n) return `−${dollarText({ ...value, numerator: -value.numerator })}`
  if (value.numerator > 0n && compare(value, cent) < 0) return `<${locale.dollars(grouped('0.01'))}`
  return locale.dollars(grouped(withPlaces(toPlaces(value, 2), 2)))
}

/** Basis points as percent: `0.5%`, `12.34%`, `−0.01%`. */
export function percentText(bps: number): string {
  const hundredths = Math.round(Math.abs(bps))
  const text = fromUnits(BigInt(hundredths), 2)
  return `${bps < 0 && hundredths > 0 ? '−' : ''}${locale.percent(grouped(text))}`
}

const cent: Fraction = { numerator: 1n, denominator: 100n }

/** Whether decimal text has so few digits that it can be shown unchanged, without rounding. */
export function isShort(decimal: string, digits: number): boolean {
  return decimal.length <= digits && /^(?:0|[1-9]\d*)(?:\.\d*[1-9])?$/.test(decimal)
}

function shorten(decimal: string, significant: number, rounding: Rounding): string {
  if (isShort(decimal, significant)) return decimal
  const value = parseFraction(decimal)
  const wholeDigits = decimal.split('.')[0]!.replace(/^0+/, '').length
  return wholeDigits >= significant ? toPlaces(value, 0, rounding) : toSignificant(value, significant, rounding)
}

function inCents(decimal: string, rounding: Rounding): string {
  const shown = toPlaces(parseFraction(decimal), 2, rounding)
  return shown.includes('.') ? withPlaces(shown, 2) : shown
}

/** A whole number as all figures are written: `1,234`. */
export function countText(count: number): string {
  return grouped(String(count))
}

/** Groups the digits before the point by thousands; all digits are kept. */
export function grouped(decimal: string): string {
  const [whole = '', ...places] = decimal.split('.')
  const isLong = whole.length >= locale.groupsFrom
  return [isLong ? whole.replace(/\B(?=(\d{3})+$)/g, locale.group) : whole, ...places].join(locale.point)
}

function withPlaces(decimal: string, places: number): string {
  const [whole = '0', fraction = ''] = decimal.split('.')
  return `${whole}.${fraction.padEnd(places, '0')}`
}

function subscript(count: number): string {
  return [...count.toString()].map((digit) => String.fromCodePoint(0x2080 + Number(digit))).join('')
}

/** A tick as all figures are written: `−197,040`. */
export function tickText(tick: number): string {
  return `${tick < 0 ? '−' : ''}${countText(Math.abs(tick))}`
}

/** A range of ticks: `−197,040 to −195,000`. */
export function tickRangeText(lower: number, upper: number): string {
  return `${tickText(lower)} ${locale.to} ${tickText(upper)}`
}
