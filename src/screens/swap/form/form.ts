import { readSwapLink, type SwapLink, writeSwapLink } from '../../../components/swapLink'
import { type Amount, formatAmount } from '../../../domain/amount'
import { sameToken, type Token } from '../../../domain/token'
import { findTokenByRef, refOf, selectPair, type TokenPair, type TokenRef } from '../../../domain/tokenPair'
import { readTypedNumber } from '../../../domain/typedNumber'
import type { FormLink } from '../../../ui/hooks/useFormInUrl'
import { type EnteredAmount, enteredDollars, enteredTokens, keptForOtherToken } from './enteredAmount'

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
