import { findTokenByRef, refOf, type SwapLink, type TokenRef } from '../../../components/swapLink'
import { normalizeTyped } from '../../../domain/amount'
import { isTradable } from '../../../domain/chain'
import { sameToken, type Token } from '../../../domain/token'
import { type EnteredAmount, enteredDollars, enteredTokens, keptForOtherToken } from './enteredAmount'

/** The form as the person left it. Tokens are kept by name: the lists they are found in come and go. */
export type SwapFormValues = Omit<SwapLink, 'amount' | 'dollars'> &
  EnteredAmount & {
    /** A recipient out of a link waits here for a yes. */
    readonly isRecipientConfirmed: boolean
    /** Where a refund goes when the person pays by hand. Never part of a link. */
    readonly payer: string
  }

export type TokenPair = { readonly sell: Token | undefined; readonly buy: Token | undefined }

export function formOf(link: SwapLink): SwapFormValues {
  const { from, to, amount, dollars, recipient } = link
  const entered = dollars === undefined ? enteredTokens(amount) : enteredDollars(dollars)
  return { from, to, ...entered, recipient, isRecipientConfirmed: false, payer: '' }
}

/** What the address bar says of a form: its own words, so that they come back with their unit. */
export function linkOf({ from, to, amount, unit, recipient }: SwapFormValues): SwapLink {
  return { from, to, amount, dollars: unit.is === 'dollars' ? unit.text : undefined, recipient }
}

/** The two tokens of a form: as named, and sensible ones where nothing was named. */
export function selectedPair({ from, to }: SwapFormValues, tokens: readonly Token[]): TokenPair {
  const sell = from ? findTokenByRef(tokens, from) : undefined
  const buy = to ? findTokenByRef(tokens, to) : undefined
  if (from && to) return { sell, buy }
  if (from) return { sell, buy: sell && partnerOf(sell, tokens) }
  if (to) return { sell: buy && partnerOf(buy, tokens), buy }
  return defaultPair(tokens)
}

/** Tokens a link names that this service does not list: said, never guessed. */
export function unknownTokens({ from, to }: SwapFormValues, tokens: readonly Token[]): readonly TokenRef[] {
  return [from, to].filter((ref) => ref !== undefined).filter((ref) => !findTokenByRef(tokens, ref))
}

/** Choosing the token of the other side reverses the sides. */
export function chooseToken(form: SwapFormValues, pair: TokenPair, side: 'sell' | 'buy', token: Token): SwapFormValues {
  const other = side === 'sell' ? pair.buy : pair.sell
  if (other && sameToken(other, token)) return reverseSides(form, pair)
  const kept = other && refOf(other)
  const ref = refOf(token)
  return side === 'sell'
    ? { ...form, ...keptForOtherToken(form, pair.sell), from: ref, to: kept }
    : { ...withoutRecipient(form, pair, token), from: kept, to: ref }
}

/** The sides change places; what was typed stays on the paying side, as far as the token there has decimals. */
export function reverseSides(form: SwapFormValues, { sell, buy }: TokenPair): SwapFormValues {
  const { amount: typed, unit } = keptForOtherToken(form, sell)
  const amount = buy ? cutTo(buy, typed) : typed
  const turned = { ...form, amount, unit, from: buy && refOf(buy), to: sell && refOf(sell) }
  return sell ? withoutRecipient(turned, { sell, buy }, sell) : turned
}

function cutTo({ decimals }: Token, amount: string): string {
  const [whole = '', fraction = ''] = normalizeTyped(amount)?.split('.') ?? []
  if (fraction.length <= decimals) return amount
  return decimals === 0 ? whole : `${whole}.${fraction.slice(0, decimals)}`
}

/** A recipient is an address of one kind of chain; it is dropped when the bought token moves to another kind. */
function withoutRecipient(form: SwapFormValues, { buy }: TokenPair, next: Token): SwapFormValues {
  if (form.recipient === undefined || buy?.chain.kind === next.chain.kind) return form
  return { ...form, recipient: undefined, isRecipientConfirmed: false }
}

/** The coin of the first usable chain, and dollars for it. */
function defaultPair(tokens: readonly Token[]): TokenPair {
  const usable = tokens.filter(({ chain }) => isTradable(chain))
  const sell = usable.find(({ isNative }) => isNative) ?? usable[0]
  return { sell, buy: sell && partnerOf(sell, usable) }
}

/** Dollars for any other token, the native coin for dollars; of the same chain. */
function partnerOf(token: Token, tokens: readonly Token[]): Token | undefined {
  const neighbours = tokens.filter(({ chain }) => chain.chainId === token.chain.chainId)
  const others = neighbours.filter((other) => !sameToken(other, token))
  return others.find(isDollars) ?? others.find(({ isNative }) => isNative) ?? others[0]
}

function isDollars({ symbol }: Token): boolean {
  return symbol.toUpperCase() === 'USDC'
}
