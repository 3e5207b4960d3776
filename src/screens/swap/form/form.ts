import { findToken, refOf, type SwapLink, type TokenRef } from '../../../components/swapLink'
import { normalizeTyped } from '../../../domain/amount'
import { isTradable } from '../../../domain/chain'
import { sameToken, type Token } from '../../../domain/token'

/** The form as the person left it. Tokens are kept by name: the lists they are found in come and go. */
export type Form = SwapLink & {
  /** A recipient out of a link waits here for a yes. */
  readonly isRecipientConfirmed: boolean
  /** Where a refund goes when the person pays by hand. Never part of a link. */
  readonly payer: string
}

export type Pair = { readonly sell: Token | undefined; readonly buy: Token | undefined }

export function formOf(link: SwapLink): Form {
  return { ...link, isRecipientConfirmed: false, payer: '' }
}

/** The two tokens of a form: as named, and sensible ones where nothing was named. */
export function pairOf({ from, to }: Form, tokens: readonly Token[]): Pair {
  const sell = from ? findToken(tokens, from) : undefined
  const buy = to ? findToken(tokens, to) : undefined
  if (from && to) return { sell, buy }
  if (from) return { sell, buy: sell && partnerOf(sell, tokens) }
  if (to) return { sell: buy && partnerOf(buy, tokens), buy }
  return defaultPair(tokens)
}

/** Tokens a link names that this service does not list: said, never guessed. */
export function strangers({ from, to }: Form, tokens: readonly Token[]): readonly TokenRef[] {
  return [from, to].filter((ref) => ref !== undefined).filter((ref) => !findToken(tokens, ref))
}

/** Choosing the token of the other side flips the sides: nobody swaps a token for itself. */
export function choose(form: Form, pair: Pair, side: 'sell' | 'buy', token: Token): Form {
  const other = side === 'sell' ? pair.buy : pair.sell
  if (other && sameToken(other, token)) return reverse(form, pair)
  const kept = other && refOf(other)
  const ref = refOf(token)
  return side === 'sell'
    ? { ...form, from: ref, to: kept }
    : { ...withoutRecipient(form, pair, token), from: kept, to: ref }
}

/** The sides change places; the typed amount stays on the paying side, as far as the token there has decimals. */
export function reverse(form: Form, { sell, buy }: Pair): Form {
  const amount = buy ? cutTo(buy, form.amount) : form.amount
  const turned = { ...form, amount, from: buy && refOf(buy), to: sell && refOf(sell) }
  return sell ? withoutRecipient(turned, { sell, buy }, sell) : turned
}

function cutTo({ decimals }: Token, amount: string): string {
  const [whole = '', fraction = ''] = normalizeTyped(amount)?.split('.') ?? []
  if (fraction.length <= decimals) return amount
  return decimals === 0 ? whole : `${whole}.${fraction.slice(0, decimals)}`
}

/** A recipient is an address of one kind of chain; it is dropped when the bought token moves to another kind. */
function withoutRecipient(form: Form, { buy }: Pair, next: Token): Form {
  if (form.recipient === undefined || buy?.chain.kind === next.chain.kind) return form
  return { ...form, recipient: undefined, isRecipientConfirmed: false }
}

/** The coin of the first usable chain, and dollars for it. */
function defaultPair(tokens: readonly Token[]): Pair {
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
