import { type Json, type JsonObject, jsonNumber } from '../../protocol/json'
import type { ExchangeContext } from '../context'
import { plainNumber } from '../decimalText'
import type { ChainListing, ListedCoin } from '../listing'
import type { AssetPrices } from '../market/prices'
import { type Reply, replyWith } from './reply'

/** `GET /api/blockchain`: every chain with its currencies. */
export function listChains(context: ExchangeContext): Reply {
  const { evmExchanges, solana, prices, startedAt } = context
  const dates = { createdAt: startedAt.toISOString(), updatedAt: new Date().toISOString() }
  const record = (listing: Named, type: string, tokens: readonly Listed[]) => {
    const chain = chainRecord(listing, type, dates)
    return { ...chain, chainCurrencies: tokens.map((token) => currencyRecord(token, chain, prices(), dates)) }
  }
  return replyWith([
    ...evmExchanges.map(({ chain, tokens }) => record(chain.listing, 'EVM', tokens)),
    ...(solana ? [record(solana.listing, 'SOLANA', solana.tokens)] : []),
  ])
}

type Named = Pick<ChainListing, 'id' | 'name' | 'slug' | 'chainId'>
type Listed = Omit<ListedCoin, 'kind'> & { readonly kind: string; readonly chainId: number; readonly address: string }
type Dates = { readonly createdAt: string; readonly updatedAt: string }

function chainRecord({ id, name, slug, chainId }: Named, type: string, dates: Dates): JsonObject {
  return { id, name, routerSlug: slug, chainId, messageReceiver: null, status: 'active', type, ...dates }
}

function currencyRecord(token: Listed, chain: Json, prices: AssetPrices, dates: Dates): JsonObject {
  return {
    id: token.id,
    address: token.address,
    chainId: token.chainId,
    currencyId: token.currencyId,
    chain,
    type: token.kind === 'native' ? 'NATIVE' : 'TOKEN',
    relatedCurrencyId: null,
    relatedCurrency: null,
    currency: {
      id: token.currencyId,
      name: token.name,
      ticker: token.symbol,
      decimals: token.decimals,
      price: jsonNumber(plainNumber(prices[token.asset], 10)),
      relativeImagePath: `/tokens/${token.currencyId}.svg`,
      ...dates,
    },
    ...dates,
  }
}
