import { chainKinds } from '../domain/chainKinds'
import type { Token } from '../domain/token'

/** A token as a link names it: `741001:0x…`, or `741001:native` for the chain's own coin. */
export type TokenRef = { readonly chainId: number; readonly address: string }

/** The part of a swap intent that a link may contain. Never a tolerance, an RPC URL or calldata. */
export type SwapLink = {
  readonly from: TokenRef | undefined
  readonly to: TokenRef | undefined
  /** As typed; '' when there is none. */
  readonly amount: string
  /** The amount in dollars, where dollars were typed; `amount` is then ''. */
  readonly dollars?: string | undefined
  /** Only a suggestion: not used until the person confirms it. */
  readonly recipient: string | undefined
}

/** Reads `?from=…&to=…&amount=…&recipient=…`, with `usd` for an amount in dollars. Ignores malformed parts. */
export function readSwapLink(search: string): SwapLink {
  const said = new URLSearchParams(search)
  const amount = shaped(said.get('amount'), wellFormed) ?? ''
  const dollars = amount === '' ? shaped(said.get('usd'), wellFormed) : undefined
  return {
    from: readRef(said.get('from')),
    to: readRef(said.get('to')),
    amount,
    ...(dollars === undefined ? {} : { dollars }),
    recipient: shaped(said.get('recipient'), /^[0-9A-Za-z.-]{3,120}$/),
  }
}

/** The inverse of `readSwapLink`; '' for an empty form. */
export function writeSwapLink({ from, to, amount, dollars, recipient }: SwapLink): string {
  const said: [string, string][] = []
  if (from) said.push(['from', writeRef(from)])
  if (to) said.push(['to', writeRef(to)])
  const dense = denseOf(amount)
  const denseDollars = denseOf(dollars ?? '')
  if (dense) said.push(['amount', dense])
  else if (denseDollars) said.push(['usd', denseDollars])
  if (recipient) said.push(['recipient', recipient])
  return said.map(([name, value]) => `${name}=${encodeURIComponent(value).replaceAll('%3A', ':')}`).join('&')
}

export function refOf(token: Token): TokenRef {
  const address = token.isNative ? 'native' : token.address
  return { chainId: token.chain.chainId, address }
}

export function findTokenByRef(tokens: readonly Token[], ref: TokenRef): Token | undefined {
  return tokens.find((token) => token.chain.chainId === ref.chainId && isNamed(token, ref.address))
}

function isNamed(token: Token, address: string): boolean {
  if (token.isNative && address === 'native') return true
  const { normalizeAddress } = chainKinds[token.chain.kind]
  return normalizeAddress(token.address) === normalizeAddress(address)
}

function readRef(text: string | null): TokenRef | undefined {
  const match = /^(\d{1,15}):([0-9A-Za-z]{1,100})$/.exec(text ?? '')
  return match ? { chainId: Number(match[1]), address: match[2] ?? '' } : undefined
}

function writeRef({ chainId, address }: TokenRef): string {
  return `${chainId}:${address}`
}

/** Fields accept spaces as digit grouping, links do not. */
const wellFormed = /^[\d.,]{1,80}$/

function denseOf(typed: string): string | undefined {
  return shaped(typed.replace(/[\s'’]/g, ''), wellFormed)
}

function shaped(text: string | null, shape: RegExp): string | undefined {
  return text !== null && shape.test(text) ? text : undefined
}
