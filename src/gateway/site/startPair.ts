import type { Token } from '../../domain/token'
import { readTokenRef, selectPair } from '../../domain/tokenPair'
import { json } from '../envelope'
import type { CachedList, CachedListResult } from '../upstream/cachedResponse'
import type { ReadLists } from './readLists'

/** A token as the start page shows it before any script of the app has run. */
export type NamedToken = { readonly symbol: string; readonly chain: string }

/** The tokens that the swap form will show. A side is missing where the link names an unlisted token. */
export type StartPair = { readonly sell?: NamedToken; readonly buy?: NamedToken }

/** The tokens that the start page shows for a link, read from the list of chains by the code that the app itself uses. */
export function createStartPair(read: Pick<ReadLists, 'catalog'>) {
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
    const { sell, buy } = selectPair(link, read.catalog(list).tokens)
    return { ...(sell && { sell: startToken(sell) }), ...(buy && { buy: startToken(buy) }) }
  }
}

/** Proxies refuse long headers. */
const maxHeader = 1_000

function startToken({ symbol, chain }: Token): NamedToken {
  return { symbol, chain: chain.name }
}
