import { useMemo } from 'react'
import { readSwapLink, type SwapLink, writeSwapLink } from '../../../components/swapLink'
import { useTokens } from '../../../components/tokens/useTokens'
import { type Amount, formatAmount, fromUnits, parseAmount, type TypedAmount } from '../../../domain/amount'
import { toPlaces } from '../../../domain/fraction'
import { amountForDollars, dollarValueOf, priceOf } from '../../../domain/prices/price'
import { sameToken, type Token } from '../../../domain/token'
import { findTokenByRef, refOf, selectPair, type TokenPair, type TokenRef } from '../../../domain/tokenPair'
import { readTypedNumber } from '../../../domain/typedNumber'
import { type FormLink, useFormInUrl } from '../../../ui/hooks/useFormInUrl'

/** The person's entries, and their meaning. */
export type SwapFields = ReturnType<typeof useSwapFields>

export function useSwapFields() {
  const { tokens } = useTokens()
  const [form, setForm] = useFormInUrl(swapFormLink)
  const { from, to, unread } = form
  // There may be ten thousand tokens, and every key and tick of the form comes by here.
  const pair = useMemo(() => formPairOf({ from, to, unread }, tokens), [from, to, unread, tokens])
  const unknown = useMemo(() => (tokens.length > 0 ? unknownTokens({ from, to }, tokens) : []), [from, to, tokens])
  const values = takenOf(form, unknown)
  const change = (next: (form: SwapFormValues) => SwapFormValues) =>
    setForm((form) => ({ ...next(takenOf(form, unknown)), unread: undefined }))
  const { sell, buy } = pair
  const amountText = tokenTextOf(values, sell)
  const fill = (filled: Partial<SwapFormValues>) =>
    change((form) => ({
      ...form,
      from: form.from ?? (sell && refOf(sell)),
      to: form.to ?? (buy && refOf(buy)),
      ...filled,
    }))
  return {
    values,
    tokens,
    pair,
    /** The native coin of the sold token's chain, which pays the network cost. */
    coin: tokens.find(({ chain, isNative }) => isNative && chain.chainId === sell?.chain.chainId),
    /** Tokens that the link names and the service does not list. */
    unknownTokens: unknown,
    typed: sell ? parseAmount(sell, amountText) : ({ is: 'empty' } as const),
    /** The amount to pay in tokens, as text, regardless of the unit in which it was entered. */
    amountText,
    choose: (side: 'sell' | 'buy', token: Token) => change((form) => chooseToken(form, pair, side, token)),
    /** `received`: the output of the quote, which becomes the payment. */
    reverse: (received?: Amount) => change((form) => reverseSides(form, pair, received)),
    /** An amount in tokens: typed, or a part of the balance. */
    payTokens: (text: string) => fill(enteredTokens(text)),
    /** Fills in some fields. Tokens that the form only suggested until now are then chosen as well. */
    fill,
  }
}

/** The form's state. Tokens are kept by name, because token lists load and change. */
export type SwapFormValues = Omit<SwapLink, 'amount' | 'dollars' | 'unread'> &
  EnteredAmount & {
    /** A recipient from a link, unused until the person confirms it. */
    readonly isRecipientConfirmed: boolean
    /** The refund address when the person pays by hand. Never part of a link. */
    readonly payer: string
    /** The parts of the link that the form could not read; `undefined` once the person changed the form. */
    readonly unread: readonly string[] | undefined
  }

/** The form in the address bar. */
export const swapFormLink: FormLink<SwapFormValues> = {
  path: '/swap',
  read: (search) => formOf(readSwapLink(search)),
  // A link that was not read stays in the address bar.
  write: (form) => (form.unread?.length ? '' : writeSwapLink(linkOf(form))),
}

export function formOf(link: SwapLink): SwapFormValues {
  const { from, to, amount, dollars, recipient, unread = [] } = link
  const entered = dollars === undefined ? enteredTokens(amount) : enteredDollars(dollars)
  return { from, to, ...entered, recipient, isRecipientConfirmed: false, payer: '', unread }
}

/** The URL parameters of a form, with the amount as entered, so that a reload restores its unit. */
export function linkOf({ from, to, amount, unit, recipient }: SwapFormValues): SwapLink {
  return { from, to, amount, dollars: unit.is === 'dollars' ? unit.text : undefined, recipient }
}

/** Tokens in the link that this service does not list: reported, never guessed. */
export function unknownTokens(
  { from, to }: Pick<SwapFormValues, 'from' | 'to'>,
  tokens: readonly Token[],
): readonly TokenRef[] {
  return [from, to].filter((ref) => ref !== undefined).filter((ref) => !findTokenByRef(tokens, ref))
}

/** All parts of a link are taken, or none of its amounts: an amount belongs to the tokens that it was written for. */
export function takenOf(form: SwapFormValues, unknown: readonly TokenRef[]): SwapFormValues {
  return form.unread && unknown.length > 0 ? { ...form, ...enteredTokens('') } : form
}

/** The tokens of the form. An unreadable token of a link is not replaced by a default. */
export function formPairOf(
  { from, to, unread }: Pick<SwapFormValues, 'from' | 'to' | 'unread'>,
  tokens: readonly Token[],
): TokenPair {
  if (!unread?.length) return selectPair({ from, to }, tokens)
  return { sell: from && findTokenByRef(tokens, from), buy: to && findTokenByRef(tokens, to) }
}

/** Choosing the token of the other side reverses the sides. */
export function chooseToken(form: SwapFormValues, pair: TokenPair, side: 'sell' | 'buy', token: Token): SwapFormValues {
  const other = side === 'sell' ? pair.buy : pair.sell
  if (other && sameToken(other, token)) return reverseSides(form, pair)
  const kept = other ? refOf(other) : side === 'sell' ? form.to : form.from
  const ref = refOf(token)
  return side === 'sell'
    ? { ...form, ...keptForOtherToken(form, pair.sell), from: ref, to: kept }
    : { ...withoutRecipient(form, pair, token), from: kept, to: ref }
}

/**
 * Reverses the sides. The output becomes the input; without a quote the typed amount stays, cut to the decimals of its
 * new token. Typed dollars stay dollars.
 */
export function reverseSides(form: SwapFormValues, { sell, buy }: TokenPair, received?: Amount): SwapFormValues {
  const { amount: typed, unit } = keptForOtherToken(form, sell)
  const amount = received && unit.is === 'tokens' ? formatAmount(received) : buy ? cutTo(buy, typed) : typed
  const turned = { ...form, amount, unit, from: buy && refOf(buy), to: sell && refOf(sell) }
  return sell ? withoutRecipient(turned, { sell, buy }, sell) : turned
}

function cutTo({ decimals }: Token, amount: string): string {
  const read = readTypedNumber(amount)
  const [whole = '', fraction = ''] = read.is === 'number' ? read.plain.split('.') : []
  if (fraction.length <= decimals) return amount
  return decimals === 0 ? whole : `${whole}.${fraction.slice(0, decimals)}`
}

/** A recipient is an address of one kind of chain; it is dropped when the bought token moves to another kind. */
function withoutRecipient(form: SwapFormValues, { buy }: TokenPair, next: Token): SwapFormValues {
  if (form.recipient === undefined || buy?.chain.kind === next.chain.kind) return form
  return { ...form, recipient: undefined, isRecipientConfirmed: false }
}

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
