import { readTokenRef, type TokenRef, writeTokenRef } from '../domain/tokenPair'

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
    from: readTokenRef(said.get('from')),
    to: readTokenRef(said.get('to')),
    amount,
    ...(dollars === undefined ? {} : { dollars }),
    recipient: shaped(said.get('recipient'), /^[0-9A-Za-z.-]{3,120}$/),
  }
}

/** The inverse of `readSwapLink`; '' for an empty form. */
export function writeSwapLink({ from, to, amount, dollars, recipient }: SwapLink): string {
  const said: [string, string][] = []
  if (from) said.push(['from', writeTokenRef(from)])
  if (to) said.push(['to', writeTokenRef(to)])
  const dense = denseOf(amount)
  const denseDollars = denseOf(dollars ?? '')
  if (dense) said.push(['amount', dense])
  else if (denseDollars) said.push(['usd', denseDollars])
  if (recipient) said.push(['recipient', recipient])
  return said.map(([name, value]) => `${name}=${encodeURIComponent(value).replaceAll('%3A', ':')}`).join('&')
}

/** Fields accept spaces as digit grouping, links do not. */
const wellFormed = /^[\d.,]{1,80}$/

function denseOf(typed: string): string | undefined {
  return shaped(typed.replace(/[\s'’]/g, ''), wellFormed)
}

function shaped(text: string | null, shape: RegExp): string | undefined {
  return text !== null && shape.test(text) ? text : undefined
}
