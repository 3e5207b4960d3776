import { type JsonObject, jsonNumber } from '../../protocol/json/json'
import type { ExchangeContext } from '../context'
import { plainNumber } from '../decimalText'
import type { ChainListing, ListedCoin } from '../listing'
import { picturePath } from '../pictures/pictures'
import type { AssetPrices } from '../prices'
import { answerWith } from './reply'

/** `GET /api/blockchain`: every chain with its currencies. */
export function listChains({ evmExchanges, solana, prices, startedAt }: ExchangeContext): Response {
  const dates = { createdAt: startedAt.toISOString(), updatedAt: new Date().toISOString() }
  const data = [
    ...evmExchanges.map(({ chain, tokens }) => withCurrencies(chainRecord(chain.listing, 'EVM', dates), tokens)),
    ...(solana ? [withCurrencies(chainRecord(solana.listing, 'SOLANA', dates), solana.tokens)] : []),
  ]
  return answerWith(200, 'OK', data)

  function withCurrencies(chain: JsonObject, coins: readonly CoinOnChain[]): JsonObject {
    return { ...chain, chainCurrencies: coins.map((coin) => currencyRecord(coin, chain, prices(), dates)) }
  }
}

type CoinOnChain = Omit<ListedCoin, 'kind'> & {
  readonly kind: string
  readonly chainId: number
  readonly address: string
}
type Dates = { readonly createdAt: string; readonly updatedAt: string }

function chainRecord(
  { id, name, slug, chainId }: Pick<ChainListing, 'id' | 'name' | 'slug' | 'chainId'>,
  type: 'EVM' | 'SOLANA',
  dates: Dates,
): JsonObject {
  return { id, name, routerSlug: slug, chainId, messageReceiver: null, status: 'active', type, ...dates }
}

function currencyRecord(coin: CoinOnChain, chain: JsonObject, prices: AssetPrices, dates: Dates): JsonObject {
  return {
    id: coin.id,
    address: coin.address,
    chainId: coin.chainId,
    currencyId: coin.currencyId,
    chain,
    type: coin.kind === 'native' ? 'NATIVE' : 'TOKEN',
    relatedCurrencyId: null,
    relatedCurrency: null,
    currency: {
      id: coin.currencyId,
      name: coin.name,
      ticker: coin.symbol,
      decimals: coin.decimals,
      price: jsonNumber(plainNumber(prices[coin.asset], 10)),
      relativeImagePath: picturePath(coin.currencyId),
      ...dates,
    },
    ...dates,
  }
}
