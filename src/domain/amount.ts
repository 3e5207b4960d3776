import type { Token } from './token'

/** A quantity of one token, in the token's smallest unit. */
export type Amount = { readonly token: Token; readonly units: bigint }

/** The result of parsing a typed amount: the amount, or the reason why the text is not one. */
export type TypedAmount =
  | { readonly is: 'empty' }
  | { readonly is: 'amount'; readonly amount: Amount }
  | { readonly is: 'invalid'; readonly why: 'not a number' | 'too precise' | 'too large' }

/**
 * Parses a typed amount. One comma or point is the decimal mark (`1,5` and `1.5`); spaces and apostrophes group digits
 * (`1 000`). In `1,000.5` and `1.000,5` the last mark is the decimal mark.
 */
export function parseAmount(token: Token, typed: string): TypedAmount {
  const text = typed.trim()
  if (text === '') return { is: 'empty' }
  const plain = normalizeTyped(text)
  if (plain === undefined) return { is: 'invalid', why: 'not a number' }
  const [whole = '', fraction = ''] = plain.split('.')
  if (fraction.replace(/0+$/, '').length > token.decimals) return { is: 'invalid', why: 'too precise' }
  if (whole.replace(/^0+/, '').length > 60) return { is: 'invalid', why: 'too large' }
  return { is: 'amount', amount: { token, units: toUnits(plain, token.decimals) } }
}

/**
 * Converts decimal text in whole tokens to smallest units; digits beyond `decimals` must be zero.
 * Throws `NotADecimal` on anything but `12`, `12.`, `.5` or `12.5`.
 */
export function toUnits(decimal: string, decimals: number): bigint {
  const match = /^(\d*)(?:\.(\d*))?$/.exec(decimal)
  if (!match || decimal === '' || decimal === '.') throw new NotADecimal(decimal, decimals)
  const [, whole = '', fraction = ''] = match
  const kept = fraction.slice(0, decimals)
  if (/[1-9]/.test(fraction.slice(decimals))) throw new NotADecimal(decimal, decimals)
  return BigInt(whole + kept.padEnd(decimals, '0') || '0')
}

/** Converts smallest units to whole tokens, in full and without trailing zeros: `1.5`, never `1.500000`. */
export function fromUnits(units: bigint, decimals: number): string {
  const sign = units < 0n ? '-' : ''
  const digits = (units < 0n ? -units : units).toString().padStart(decimals + 1, '0')
  const whole = digits.slice(0, digits.length - decimals)
  const fraction = decimals === 0 ? '' : digits.slice(-decimals).replace(/0+$/, '')
  return `${sign}${whole}${fraction ? `.${fraction}` : ''}`
}

/** An amount in whole tokens with all its digits: the text that is sent to the service and copied by people. */
export function formatAmount({ token, units }: Amount): string {
  return fromUnits(units, token.decimals)
}

/**
 * Typed text as a plain decimal (`1000.5`), without grouping and with a point as decimal mark; `undefined` if it is not
 * a number.
 */
export function normalizeTyped(text: string): string | undefined {
  const dense = text.replace(/[\s'’]/g, '')
  if (!/^[\d.,]*\d[\d.,]*$/.test(dense)) return undefined
  const mark = Math.max(dense.lastIndexOf('.'), dense.lastIndexOf(','))
  if (mark === -1) return dense
  const before = dense.slice(0, mark)
  const after = dense.slice(mark + 1)
  const marks = before.replace(/\d/g, '')
  if (marks.includes(dense[mark]!)) return undefined
  if (marks !== '' && !/^\d{1,3}([.,]\d{3})+$/.test(before)) return undefined
  return `${before.replace(/[.,]/g, '')}.${after}`
}

/** The text is not a decimal, or has more decimal places than allowed. */
export class NotADecimal extends Error {
  override readonly name = 'NotADecimal'

  constructor(text: string, decimals: number) {
    super(`"${text}" is not a decimal number with at most ${decimals} places.`)
  }
}
