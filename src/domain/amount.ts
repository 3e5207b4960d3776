import { errorClass } from './errorClass'
import type { Token } from './token'
import { readTypedNumber } from './typedNumber'

/** A quantity of one token, in the token's smallest unit. */
export type Amount = { readonly token: Token; readonly units: bigint }

/** The result of parsing a typed amount: the amount, or the reason why the text is not one. */
export type TypedAmount = ReturnType<typeof parseAmount>

/** Parses a typed amount. The token's symbol may follow it, as in the amounts that this app shows. */
export function parseAmount(token: Token, typed: string) {
  const read = readTypedNumber(withoutSymbol(typed.trim(), token.symbol))
  if (read.is !== 'number') return read
  const [whole = '', fraction = ''] = read.plain.split('.')
  if (fraction.replace(/0+$/, '').length > token.decimals) return { is: 'invalid', why: 'too precise' } as const
  if (whole.replace(/^0+/, '').length > 60) return { is: 'invalid', why: 'too large' } as const
  const amount: Amount = { token, units: toUnits(read.plain.replace(/\.$/, ''), token.decimals) }
  return { is: 'amount', amount } as const
}

/** `25,000 USDC` is 25,000 of USDC. */
function withoutSymbol(text: string, symbol: string): string {
  const number = text.slice(0, -symbol.length)
  return /\s$/.test(number) && text.endsWith(symbol) ? number : text
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

/** The text is not a decimal, or has more decimal places than allowed. */
export const NotADecimal = errorClass(
  'NotADecimal',
  (text: string, decimals: number) => `"${text}" is not a decimal number with at most ${decimals} places.`,
)
