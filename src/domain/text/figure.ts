import { type Amount, formatAmount, fromUnits } from '../amount'
import { compare, type Fraction, parseFraction, type Rounding, toNumber, toPlaces, toSignificant } from '../fraction'
import { isDollar } from '../prices/price'
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

/** An amount with its symbol: `1,663.10 USDC`. */
export function amountWithSymbol(amount: Amount): string {
  return `${figureText(amountFigure(amount))} ${amount.token.symbol}`
}

/** A paid amount, rounded to nearest: of a deposit of 0.5 a position takes 0.499999999999998702. */
export function paidWithSymbol(amount: Amount): string {
  return `${figureText(amountFigure(amount, { rounding: 'nearest' }))} ${amount.token.symbol}`
}

/** All digits: an amount to pay by hand, which a person may copy from here. */
export function exactWithSymbol(amount: Amount): string {
  return `${grouped(formatAmount(amount))} ${amount.token.symbol}`
}

/** Lamports as `0.00203928 SOL`, unrounded. */
export function solText(lamports: string): string {
  return `${grouped(fromUnits(BigInt(lamports), 9))} SOL`
}

/** Dollars: `$1,234.56`, `<$0.01` for amounts below a cent, `$0.00` only for exactly zero. */
export function dollarText(value: Fraction): string {
  if (value.numerator < 0n) return `−${dollarText({ ...value, numerator: -value.numerator })}`
  if (value.numerator > 0n && compare(value, cent) < 0) return `<${locale.dollars(grouped('0.01'))}`
  return locale.dollars(grouped(withPlaces(toPlaces(value, 2), 2)))
}

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

/** Basis points as percent: `0.5%`, `12.34%`, `−0.01%`. */
export function percentText(bps: number): string {
  const hundredths = Math.round(Math.abs(bps))
  const text = fromUnits(BigInt(hundredths), 2)
  return `${bps < 0 && hundredths > 0 ? '−' : ''}${locale.percent(grouped(text))}`
}

/** Basis points as percent; a share that is there is never written as none: `<0.01%`. */
export function smallPercentText(bps: number): string {
  return bps > 0 && bps < 0.5 ? `<${percentText(1)}` : percentText(bps)
}

/** A share such as 0.468 as percent: `46.8%`. Large ones lose their decimals. */
export function shareText(share: Fraction): string {
  const bps = toNumber(share) * 10_000
  return percentText(Math.abs(bps) >= 100_000 ? Math.round(bps / 100) * 100 : bps)
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
