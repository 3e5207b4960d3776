import type { Token } from '../../domain/token'
import { readTokenRef, selectPair } from '../../domain/tokenPair'
import { readCatalog } from '../../protocol/catalog'
import { decodeChains } from '../../protocol/chains'
import { json } from '../envelope'
import type { GatewayOptions } from '../gatewayOptions'
import type { CachedList, CachedListResult } from '../upstream/cachedResponse'

/** A token as the start page shows it before any script of the app has run. */
export type StartToken = { readonly symbol: string; readonly chain: string }

/** `/start.json`: the tokens that the swap form will show. A side is missing where the link names an unlisted token. */
export type StartPair = { readonly sell?: StartToken; readonly buy?: StartToken }

/**
 * Answers `/start.json?from=…&to=…` from the list of chains, by the code that the app itself uses. Without a list the pair
 * is empty: the page then waits for the app.
 */
export function createStartPair({ deployment }: Pick<GatewayOptions, 'deployment'>) {
  let read: { readonly in: CachedList; readonly tokens: readonly Token[] } | undefined

  return (list: CachedListResult, url: string): Response => {
    const { searchParams } = new URL(url)
    const link = { from: readTokenRef(searchParams.get('from')), to: readTokenRef(searchParams.get('to')) }
    const { sell, buy } = selectPair(link, tokensOf(list))
    const pair: StartPair = { ...(sell && { sell: startToken(sell) }), ...(buy && { buy: startToken(buy) }) }
    return json(200, pair)
  }

  /** A list is read once: the cache keeps it for a minute. */
  function tokensOf(list: CachedListResult): readonly Token[] {
    if (list.is === 'failed' || list.value.bytes.length > maxBytes) return []
    if (read?.in !== list.value) read = { in: list.value, tokens: tokensIn(list.value.bytes) }
    return read.tokens
  }

  function tokensIn(bytes: Uint8Array): readonly Token[] {
    const text = new TextDecoder().decode(bytes)
    const response = { status: 200, contentType: 'application/json', retryAfter: undefined, receivedAt: 0, text }
    const decoded = decodeChains(response)
    return decoded.is === 'answer' ? readCatalog(decoded.value, deployment.chains).tokens : []
  }
}

/** Reading a list of ten thousand tokens would keep every other caller of this process waiting. */
const maxBytes = 1024 * 1024

function startToken({ symbol, chain }: Token): StartToken {
  return { symbol, chain: chain.name }
}
