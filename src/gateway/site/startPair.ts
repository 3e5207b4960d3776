import type { Token } from '../../domain/token'
import { readTokenRef, selectPair } from '../../domain/tokenPair'
import { type Catalog, readCatalog } from '../../protocol/catalog'
import { decodeChains } from '../../protocol/chains'
import { json } from '../envelope'
import type { GatewayOptions } from '../gatewayOptions'
import type { CachedList, CachedListResult } from '../upstream/cachedResponse'

/** A token as the start page shows it before any script of the app has run. */
export type NamedToken = { readonly symbol: string; readonly chain: string }

/** The tokens that the swap form will show. A side is missing where the link names an unlisted token. */
export type StartPair = { readonly sell?: NamedToken; readonly buy?: NamedToken }

/** The tokens that the start page shows for a link, read from the list of chains by the code that the app itself uses. */
export function createStartPair({ deployment }: Pick<GatewayOptions, 'deployment'>) {
  let read: { readonly in: CachedList; readonly catalog: Catalog } | undefined

  return {
    /** Answers `/start.json?from=…&to=…`. Without a list the pair is empty: the page then waits for the app. */
    answer: (list: CachedListResult, url: string): Response =>
      json(200, list.is === 'failed' ? {} : pairIn(list.value, url)),
    /**
     * The same pair as the header `server-timing` of the start page, which scripts can read of the page itself: the page
     * needs no request for it, and its bytes stay those of the build.
     */
    header(list: CachedList, url: string): string | undefined {
      const text = encodeURIComponent(JSON.stringify(pairIn(list, url)))
      return text.length < maxHeader ? `tidegate-pair;desc="${text}"` : undefined
    },
  }

  function pairIn(list: CachedList, url: string): StartPair {
    const { searchParams } = new URL(url)
    const link = { from: readTokenRef(searchParams.get('from')), to: readTokenRef(searchParams.get('to')) }
    const { sell, buy } = selectPair(link, catalogOf(list).tokens)
    return { ...(sell && { sell: startToken(sell) }), ...(buy && { buy: startToken(buy) }) }
  }

  /** A list is read once: the cache keeps it for a while. */
  function catalogOf(list: CachedList): Catalog {
    if (read?.in === list) return read.catalog
    read = { in: list, catalog: readCatalog(chainsIn(list), deployment.chains) }
    return read.catalog
  }
}

function chainsIn({ bytes }: CachedList) {
  // Reading a list of ten thousand tokens would block every other caller of this process.
  if (bytes.length > 1024 * 1024) return []
  const text = new TextDecoder().decode(bytes)
  const decoded = decodeChains({
    status: 200,
    contentType: 'application/json',
    retryAfter: undefined,
    receivedAt: 0,
    text,
  })
  return decoded.is === 'answer' ? decoded.value : []
}

/** Proxies refuse long headers. */
const maxHeader = 1_000

function startToken({ symbol, chain }: Token): NamedToken {
  return { symbol, chain: chain.name }
}
