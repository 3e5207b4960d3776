import { parseFraction, toSignificant } from '../../../domain/fraction'
import type { PoolField } from '../../../domain/pools/pool'
import { compactDollarText, figureOf, figureText, grouped, isShort } from '../../../domain/text/figure'
import { locale } from '../../../domain/text/locale'
import { plainDecimal } from '../../../protocol/json/decimal'

/** Content of one cell. Missing, unclear and zero differ; whether it is old depends on the list. */
export type CellFigure =
  | { readonly is: 'figure'; readonly text: string; readonly exact: string; readonly isZero: boolean }
  | { readonly is: 'missing' }
  | { readonly is: 'unclear'; readonly raw: string; readonly reason: string }

/** A figure of a pool, formatted by `write`; its exact text is a decimal in the column's unit. */
export function cellOf<Value>(
  figure: PoolField<Value>,
  write: (value: Value) => { readonly text: string; readonly exact: string },
): CellFigure {
  if (figure.is === 'missing') return figure
  if (figure.is === 'unclear') return { is: 'unclear', raw: figure.raw, reason: figure.reason }
  const { text, exact } = write(figure.value)
  return { is: 'figure', text, exact, isZero: Number(exact) === 0 }
}

export function formatDollars(value: string) {
  const plain = plainDecimal(value) ?? value
  const size = plain.replace(/^-/, '')
  const sign = plain === size ? '' : '−'
  return { text: `${sign}${enormous(size, '$') ?? compactDollarText(parseFraction(size))}`, exact: plain }
}

/** A fraction as percent: `0.25` is `25.00%`. */
export function formatPercent(value: string) {
  const exact = plainDecimal(`${plainDecimal(value) ?? value}e2`) ?? value
  // Two decimals suffice to compare; a rate far below one percent keeps its significant digits.
  const digits = exact.replace(/^-/, '').split('.')[0]!.length
  const text = shortened(exact, Number(exact) < 1 && Number(exact) > -1 ? 2 : digits + (digits > 2 ? 1 : 2))
  const [, minus, size = ''] = /^([-−]?)(.*)$/.exec(aligned(text, digits > 2 ? 1 : 2)) ?? []
  return { text: `${minus}${locale.percent(size)}`, exact }
}

/** A fraction as signed percent: `0.05` is `+5.00%`. */
export function formatChange(value: string) {
  const { text, exact } = formatPercent(value)
  return { text: Number(exact) > 0 ? `+${text}` : text, exact }
}

/** So many decimals at least, so that figures of a column are compared at a glance; zero stays `0`. */
function aligned(text: string, least: number): string {
  const [whole = '', places = ''] = text.split(locale.point)
  return text === '0' || text.includes('e') ? text : `${whole}${locale.point}${places.padEnd(least, '0')}`
}

/** Millionths as percent: 3000 is `0.3%`. */
export function formatFeePercent(ppm: number) {
  const exact = plainDecimal(`${ppm}e-4`) ?? String(ppm)
  return { text: locale.percent(grouped(exact)), exact }
}

export function formatPlain(value: string) {
  const exact = plainDecimal(value) ?? value
  return { text: shortened(exact, 6), exact }
}

export function formatWhole(value: bigint | number) {
  return { text: figureText(figureOf(String(value), { significant: 40 })).replace('-', '−'), exact: String(value) }
}

/** Liquidity has no familiar unit: its magnitude is enough, the digits are in the record. */
export function formatMagnitude(value: bigint) {
  const digits = String(value)
  return value < 10n ** 9n ? formatWhole(value) : { text: powered(digits), exact: digits }
}

/** Implausibly large values are shown by their magnitude: three hundred digits would break the layout. */
function enormous(decimal: string, unit = ''): string | undefined {
  const [digits = ''] = decimal.split('.')
  return digits.length > maxDigits ? `${unit}${powered(digits)}` : undefined
}

const maxDigits = 18

function powered(digits: string): string {
  return `${digits[0]}${locale.point}${digits.slice(1, 4)}e${digits.length - 1}`
}

/** Rounds to so many significant digits, to the nearest; the title has the exact figure. */
function shortened(decimal: string, significant: number): string {
  const isNegative = decimal.startsWith('-')
  const size = isNegative ? decimal.slice(1) : decimal
  const huge = enormous(size)
  if (huge !== undefined) return `${isNegative ? '−' : ''}${huge}`
  const digits = size.split('.')[0]!.replace(/^0+/, '').length
  const kept = Math.max(significant, digits)
  const rounded = isShort(size, kept) ? size : toSignificant(parseFraction(size), kept)
  return `${isNegative ? '−' : ''}${figureText(figureOf(rounded, { significant: 40 }))}`
}
