import { type Chain, networkOf } from '../../domain/chain'
import { type Catalog, readCatalog } from '../../protocol/catalog'
import { decodeChains } from '../../protocol/chains'
import { expectedNetwork, isOtherNetwork } from '../../protocol/pools/networkCheck'
import { createPoolReader, type PoolReader, type ReadPool } from '../../protocol/pools/poolReader'
import { decodePools } from '../../protocol/pools/poolsCodec'
import type { ChainRecord } from '../../protocol/serviceMessages'
import type { GatewayOptions } from '../gatewayOptions'
import type { CachedList } from '../upstream/cachedResponse'

/** The lists of the service as the app reads them. Each is read once: the cache keeps it for a while. */
export type ReadLists = {
  readonly catalog: (list: CachedList) => Catalog
  /** The pools of a network; `undefined` where the app would refuse the list. */
  readonly pools: (chains: CachedList, chain: Chain, list: CachedList) => readonly ReadPool[] | undefined
}

type ReadChains = { readonly in: CachedList; readonly catalog: Catalog; readonly records: readonly ChainRecord[] }
type ReadNetwork = {
  readonly of: ReadChains
  readonly reader: PoolReader
  readonly in: CachedList
  readonly pools: readonly ReadPool[] | undefined
}

export function createReadLists({ deployment }: Pick<GatewayOptions, 'deployment'>): ReadLists {
  let read: ReadChains | undefined
  const networks = new Map<string, ReadNetwork>()

  return {
    catalog: (list) => chainsIn(list).catalog,
    pools(chains, chain, list) {
      const of = chainsIn(chains)
      const network = networkOf(chain)
      const known = networks.get(network)
      if (known?.of === of && known.in === list) return known.pools
      const reader = known?.of === of ? known.reader : readerOf(chain, of.catalog)
      const pools = poolsIn(list, network, of, reader)
      networks.set(network, { of, reader, in: list, pools })
      return pools
    },
  }

  function chainsIn(list: CachedList): ReadChains {
    if (read?.in === list) return read
    networks.clear()
    const decoded = list.bytes.length > maxBytes ? undefined : decodeChains(heard(list))
    const records = decoded?.is === 'answer' ? decoded.value : []
    read = { in: list, records, catalog: readCatalog(records, deployment.chains) }
    return read
  }
}

function readerOf(chain: Chain, { tokens }: Catalog): PoolReader {
  return createPoolReader(
    chain.kind,
    tokens.filter((token) => token.chain.chainId === chain.chainId),
  )
}

function poolsIn(
  list: CachedList,
  network: string,
  { catalog, records }: ReadChains,
  reader: PoolReader,
): readonly ReadPool[] | undefined {
  if (list.bytes.length > maxBytes) return undefined
  const decoded = decodePools(heard(list))
  if (decoded.is === 'refused') return undefined
  const slugs = new Map(records.map(({ chainId, routerSlug }) => [chainId, routerSlug]))
  const expected = expectedNetwork(catalog, slugs, network)
  if (expected && isOtherNetwork(decoded.value.records, expected)) return undefined
  return reader.read(decoded.value)
}

function heard({ bytes }: CachedList) {
  const text = new TextDecoder().decode(bytes)
  return { status: 200, contentType: 'application/json', retryAfter: undefined, receivedAt: 0, text }
}

/** Reading a list of ten thousand tokens would keep every other caller of this process waiting. */
const maxBytes = 1024 * 1024
