import { checkPrices, type PriceHistory } from '../domain/pools/priceHistory'
import { type Catalog, type KnownChain, readCatalog } from '../protocol/catalog'
import { decodeChains } from '../protocol/chains'
import type { DecodeResult, RawResponse } from '../protocol/envelope'
import type { ChainRecord } from '../protocol/serviceMessages'
import { createPolledList, type ListDeps, type PolledList } from './polledList'

/** The chain list as the service sent it, and the catalog decoded from it. */
export type ChainList = { readonly catalog: Catalog; readonly records: readonly ChainRecord[] }

/** `known`: the chains of the deployment. */
export function createChainList(deps: ListDeps, known: readonly KnownChain[] | undefined): PolledList<ChainList> {
  return createPolledList<ChainList>(deps, {
    path: '/api/blockchain',
    decode: (response) => decodeChainList(response, known),
    isSame: () => false,
    sizeOf: ({ records }) => records.length,
    derive: createPriceCheck(),
  })
}

function decodeChainList(response: RawResponse, known: readonly KnownChain[] | undefined): DecodeResult<ChainList> {
  const decoded = decodeChains(response)
  if (decoded.is === 'refused') return decoded
  const { value: records, message, deviations } = decoded
  const catalog = readCatalog(records, known)
  return { is: 'answer', value: { catalog, records }, message, deviations: [...deviations, ...catalog.remarks] }
}

/** Marks prices that jumped compared with earlier lists. Every poll counts, even when the text is unchanged. */
function createPriceCheck() {
  let history: PriceHistory | undefined
  return (list: ChainList, before: ChainList | undefined): ChainList => {
    const earlier = history ?? checkPrices(before?.catalog.tokens ?? [], new Map()).history
    const checked = checkPrices(list.catalog.tokens, earlier)
    history = checked.history
    if (checked.tokens === list.catalog.tokens) return list
    return { ...list, catalog: { ...list.catalog, tokens: checked.tokens } }
  }
}
