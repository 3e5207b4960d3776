import { type Json, type JsonObject, numeral } from '../../protocol/json'
import type { World } from '../context'
import { plainNumber } from '../decimalText'
import type { Coin, Listing } from '../listing'
import type { Prices } from '../market/prices'
import { answer, type Reply } from './reply'

/** `GET /api/blockchain`: every chain with its currencies. */
export function listChains(world: World): Reply {
  const { venues, reef, prices, openedAt } = world
  const dates = { createdAt: openedAt.toISOString(), updatedAt: new Date().toISOString() }
  const record = (listing: Named, type: string, tokens: readonly Listed[]) => {
    const chain = chainRecord(listing, type, dates)
    return { ...chain, chainCurrencies: tokens.map((token) => currencyRecord(token, chain, prices(), dates)) }
  }
  return answer([
    ...venues.map(({ chain, tokens }) => record(chain.listing, 'EVM', tokens)),
    ...(reef ? [record(reef.listing, 'SOLANA', reef.tokens)] : []),
  ])
}

type Named = Pick<Listing, 'id' | 'name' | 'slug' | 'chainId'>
type Listed = Omit<Coin, 'kind'> & { readonly kind: string; readonly chainId: number; readonly address: string }
type Dates = { readonly createdAt: string; readonly updatedAt: string }

function chainRecord({ id, name, slug, chainId }: Named, type: string, dates: Dates): JsonObject {
  return { id, name, routerSlug: slug, chainId, messageReceiver: null, status: 'active', type, ...dates }
}

function currencyRecord(token: Listed, chain: Json, prices: Prices, dates: Dates): JsonObject {
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
      price: numeral(plainNumber(prices[token.asset], 10)),
      relativeImagePath: `/tokens/${token.currencyId}.svg`,
      ...dates,
    },
    ...dates,
  }
}
