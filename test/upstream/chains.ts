import { solanaUsdc, usdc, weth, wrappedSol } from '../fixtures/poolFormats'

/*
 * The chain list of the fake hosted service: one chain of each of seven kinds, as an unknown operator might list them.
 * Addresses of well-known chains are real ones; nothing is ever requested from those chains.
 */

type Currency = readonly [ticker: string, address: string, decimals: number, price: number]
export type ListedCurrency = {
  readonly id: number
  readonly address: string
  readonly chainId: number
  readonly currency: { readonly ticker: string; readonly decimals: number; readonly price: number }
}
export type ListedChain = {
  readonly id: number
  readonly name: string
  readonly chainId: number
  readonly type: unknown
  readonly chainCurrencies: readonly ListedCurrency[]
}

export const nativePlaceholder = `0x${'e'.repeat(40)}`

/** The well-known contract that the service's transactions call on Ethereum (Uniswap v3's own deployment). */
export const uniswapRouter = '0xE592427A0AEce92De3Edee1F18E0157C05861564'
export const uniswapPositions = '0xC36442b4a4522E871399CD717aBDD847Ab11FE88'

export const kindsOfChains = {
  'well known': listed(1, 'Ethereum', 1, 'EVM', [
    ['ETH', nativePlaceholder, 18, 3000],
    ['WETH', '0xC02aaA39b223FE8D0A0e5C4F27eAD9083C756Cc2', 18, 3000],
    ['USDC', '0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48', 6, 1],
    ['USDT', '0xdAC17F958D2ee523a2206206994597C13D831ec7', 6, 1],
  ]),
  'known to few': listed(2, 'ZetaChain', 7000, 'evm', [
    ['ZETA', nativePlaceholder, 18, 0.5],
    ['WZETA', '0x5F0b1a82749cb4E2278EC87F8BF6B618dC71a8bf', 18, 0.5],
    ['USDC.ETH', '0x0cbe0dF132a6c6B4a2974Fa1b7Fb953CF0Cc798a', 6, 1],
  ]),
  'known to nobody': listed(3, 'Quarry', 424_242, 'EVM', [
    ['ROCK', '0x0000000000000000000000000000000000000000', 18, 12],
    ['WETH', weth.address, 18, 3000],
    ['USDC', usdc.address, 6, 1],
  ]),
  solana: listed(4, 'Solana', 900, 'SVM', [
    ['SOL', wrappedSol, 9, 140.5],
    ['USDC', solanaUsdc, 6, 1],
  ]),
  bitcoin: listed(5, 'Bitcoin', 8332, 'BTC', [['BTC', 'btc', 8, 95_000]]),
  'of a kind we cannot speak': listed(6, 'TON', 607, 'TVM', [
    ['TON', 'EQCxE6mUtQJKFnGfaROTKOt1lZbDiiX1kCixRv7Nw2Id_sDs', 9, 3],
  ]),
  'switched off': {
    ...listed(7, 'Fantom', 250, 'EVM', [
      ['FTM', nativePlaceholder, 18, 0.4],
      ['USDC', '0x04068DA6C83AFCFA0e13ba15A6696662335D5B75', 6, 1],
    ]),
    status: 'inactive',
  },
} as const

export const chainList: readonly ListedChain[] = Object.values(kindsOfChains)

function listed(row: number, name: string, chainId: number, type: unknown, currencies: readonly Currency[]) {
  const at = { createdAt: '2026-01-01T00:00:00.000Z', updatedAt: '2026-06-01T00:00:00.000Z' }
  const chain = {
    id: row,
    name,
    routerSlug: name.toLowerCase(),
    chainId,
    messageReceiver: null,
    status: 1,
    type,
    ...at,
  }
  return {
    ...chain,
    chainCurrencies: currencies.map(([ticker, address, decimals, price], index) => ({
      ...{ id: row * 100 + index, address, chainId, currencyId: row * 1_000 + index, chain, type: 'token' },
      ...{ relatedCurrencyId: null, relatedCurrency: null, ...at },
      currency: {
        ...{ id: row * 1_000 + index, name: ticker, ticker, decimals, price },
        ...{ relativeImagePath: `/images/${ticker.toLowerCase()}.svg`, ...at },
      },
    })),
  }
}

export function currencyById(id: unknown): { readonly chain: ListedChain; readonly currency: ListedCurrency } {
  for (const chain of chainList) {
    const currency = chain.chainCurrencies.find((each) => each.id === Number(id))
    if (currency) return { chain, currency }
  }
  throw new Error(`The list has no currency ${String(id)}.`)
}
