import type { Token } from './token'

/** A quantity of one token, in the token's smallest unit. */
export type Amount = { readonly token: Token; readonly units: bigint }

/** What a person typed is an amount, or one sentence says why it is not. */
export type TypedAmount =
  | { readonly is: 'empty' }
  | { readonly is: 'amount'; readonly amount: Amount }
  | { readonly is: 'invalid'; readonly why: 'not a number' | 'too precise' | 'too large' }

/**
 * Reads what a person typed. One comma or point is the decimal mark (`1,5` and `1.5`); spaces and
 * apostrophes group digits (`1 000`). `1,000.5` and `1.000,5` are read with the last mark as decimal mark.
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
 * Whole tokens as decimal text into smallest units; digits beyond `decimals` must be zero.
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

/** Smallest units as whole tokens, in full and without trailing zeros: `1.5`, never `1.500000`. */
export function fromUnits(units: bigint, decimals: number): string {
  const sign = units < 0n ? '-' : ''
  const digits = (units < 0n ? -units : units).toString().padStart(decimals + 1, '0')
  const whole = digits.slice(0, digits.length - decimals)
  const fraction = decimals === 0 ? '' : digits.slice(-decimals).replace(/0+$/, '')
  return `${sign}${whole}${fraction ? `.${fraction}` : ''}`
}

/** An amount in full: the text the service is sent and the value a person copies. */
export function formatAmount({ token, units }: Amount): string {
  return fromUnits(units, token.decimals)
}

/** What was typed as a plain decimal (`1000.5`), its grouping and decimal marks understood; `undefined` if it is none. */
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

/** Text that is not a decimal of at most so many places. */
export class NotADecimal extends Error {
  override readonly name = 'NotADecimal'

  constructor(text: string, decimals: number) {
    super(`"${text}" is not a decimal number with at most ${decimals} places.`)
  }
}
