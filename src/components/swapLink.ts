import { readTokenRef, type TokenRef, writeTokenRef } from '../domain/tokenPair'

/** The part of a swap intent that a link may contain. Never a tolerance, an RPC URL or calldata. */
export type SwapLink = {
  readonly from: TokenRef | undefined
  readonly to: TokenRef | undefined
  /** As typed; '' by default. */
  readonly amount: string
  /** The amount in dollars, where dollars were typed; `amount` is then ''. */
  readonly dollars?: string | undefined
  /** Only a suggestion: not used until the person confirms it. */
  readonly recipient: string | undefined
  /** The unreadable text, as written: then no amount of the link is used. */
  readonly unread?: readonly string[]
}

/** Reads `?from=…&to=…&amount=…&recipient=…`, with `usd` for an amount in dollars. Other names for a token or an amount are not read. */
export function readSwapLink(search: string): SwapLink {
  const said = new URLSearchParams(search)
  const amount = denseOf(said.get('amount') ?? '') ?? ''
  const dollars = denseOf(said.get('usd') ?? '')
  const recipient = shaped(said.get('recipient'), /^[\p{L}\p{N}\p{M}\p{Emoji}.:-]{3,120}$/u)
  const isRead = {
    amount: amount !== '',
    usd: dollars !== undefined && amount === '',
    recipient: recipient !== undefined,
  }
  // An amount without a token: an unknown parameter may name the token.
  const isAmountAlone = (amount !== '' || dollars !== undefined) && !said.has('from') && !said.has('to')
  const isForeign = (name: string) =>
    !known.includes(name) && (foreign.test(name) || (isAmountAlone && !harmless.test(name)))
  const unread = [...said].filter(([name, text]) => {
    if (text === '') return false
    if (said.getAll(name).length > 1) return known.includes(name) || isForeign(name)
    return name in isRead ? !isRead[name as keyof typeof isRead] : isForeign(name)
  })
  const isWhole = unread.length === 0
  return {
    from: readTokenRef(said.get('from')),
    to: readTokenRef(said.get('to')),
    amount: isWhole ? amount : '',
    ...(isWhole && isRead.usd ? { dollars } : {}),
    recipient,
    ...(isWhole ? {} : { unread: unread.map(([name, text]) => `${name}=${text}`.slice(0, 80)) }),
  }
}

const known: readonly string[] = ['from', 'to', 'amount', 'usd', 'recipient']
/** Names by which links of other apps say what is swapped. */
const foreign =
  /token|currency|asset|amount|value|chain|network|recipient|slippage|tolerance|deadline|price|^\W*(amp;)?(from|to|sell|buy|pay|receive|get|in|out|src|dst)/i
/** Names that follow people from page to page. */
const harmless = /^(utm_|ref|theme|lang|locale|source|campaign|v$|\w{1,3}clid$)/i

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
