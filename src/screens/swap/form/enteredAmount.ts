import { fromUnits, parseAmount, type TypedAmount } from '../../../domain/amount'
import { toPlaces } from '../../../domain/fraction'
import { amountForDollars, dollarValueOf, priceOf } from '../../../domain/prices/price'
import type { Token } from '../../../domain/token'

/**
 * The unit in which the amount to pay was entered. The other unit is always derived from it, for the current token: typed
 * dollars stay the same dollars when the token changes.
 */
export type EnteredUnit =
  | { readonly is: 'tokens' }
  /** Entered in tokens, shown in dollars. */
  | { readonly is: 'tokens shown in dollars' }
  | { readonly is: 'dollars'; readonly text: string }

/** The entry. `amount` is the text in tokens, which counts unless dollars were entered. */
export type EnteredAmount = { readonly amount: string; readonly unit: EnteredUnit }

export function enteredTokens(amount: string): EnteredAmount {
  return { amount, unit: { is: 'tokens' } }
}

export function enteredDollars(text: string): EnteredAmount {
  return { amount: '', unit: { is: 'dollars', text } }
}

/** The amount in tokens, as text; '' where dollars cannot be turned into this token. Invalid text is kept as it is. */
export function tokenTextOf({ amount, unit }: EnteredAmount, token: Token | undefined): string {
  if (unit.is !== 'dollars') return amount
  if (!token || !priceOf(token)) return ''
  const dollars = parseAmount({ ...token, decimals: 18 }, unit.text.replace(/^\s*\$/, ''))
  if (dollars.is !== 'amount') return unit.text
  const bought = amountForDollars(token, { numerator: dollars.amount.units, denominator: 10n ** 18n })
  return bought ? fromUnits(bought.units, token.decimals) : ''
}

/** The text of the field when it shows dollars; `undefined` when it shows tokens, as it does without a price. */
export function dollarTextOf({ amount, unit }: EnteredAmount, token: Token | undefined): string | undefined {
  if (unit.is === 'tokens' || !token || !priceOf(token)) return undefined
  return unit.is === 'dollars' ? unit.text : dollarsFor(parseAmount(token, amount))
}

/** The same amount, shown in the other unit. The entry itself does not change. */
export function withOtherUnit(entered: EnteredAmount, token: Token | undefined): EnteredAmount {
  if (entered.unit.is === 'tokens') return { ...entered, unit: { is: 'tokens shown in dollars' } }
  return enteredTokens(tokenTextOf(entered, token))
}

/** The entry to keep when the sold token changes: the dollars if dollars are shown, else the typed number. */
export function keptForOtherToken(entered: EnteredAmount, token: Token | undefined): EnteredAmount {
  const shown = dollarTextOf(entered, token)
  return shown === undefined ? entered : enteredDollars(shown)
}

function dollarsFor(typed: TypedAmount): string {
  const value = typed.is === 'amount' ? dollarValueOf(typed.amount) : undefined
  return value && value.numerator > 0n ? toPlaces(value, 2) : ''
}
