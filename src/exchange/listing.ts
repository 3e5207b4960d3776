/*
 * The listed chains and tokens: two EVM chains with their tokens and one pool per pair, and one Solana with the tokens
 * that its market maker trades. Ids are fixed, so that links and tests stay valid across starts.
 */

export type ChainListing = {
  /** The service's id of the chain. */
  readonly id: number
  readonly chainId: number
  readonly name: string
  readonly slug: string
  readonly coins: readonly ListedCoin[]
  /** Symbols in the order of their contract addresses, which decides token0 and token1 of each pool. */
  readonly byAddress: readonly string[]
  readonly pairs: readonly ListedPair[]
}

export type ListedCoin = {
  /** The ChainCurrency id, which `tokenAId` and `tokenBId` carry. */
  readonly id: number
  /** The currency's id. A currency has a fixed number of decimals, so one coin can have several. */
  readonly currencyId: number
  readonly symbol: string
  readonly name: string
  readonly decimals: number
  /** `tether` tokens return nothing from `approve` and refuse to change an allowance that is not zero. */
  readonly kind: 'native' | 'wrapped' | 'token' | 'tether'
  /** Tokens of one asset have the same price on every chain. */
  readonly asset: PricedAsset
}

export type ListedPair = {
  /** The pool's first and second token. */
  readonly symbols: readonly [string, string]
  /** In millionths. Both fee tiers have a tick spacing of 60. */
  readonly fee: 100 | 3000
  /** Value of the pool at the start, in dollars. */
  readonly depth: number
}

export type PricedAsset = 'ETH' | 'BNB' | 'BTC' | 'SOL' | 'USDC' | 'USDT' | 'DAI' | 'PUFF' | 'BONQ' | 'HEX' | 'GHOST'

export type AssetProfile = {
  /** Price at the start, in dollars. */
  readonly price: number
  /** Yearly volatility. */
  readonly volatility: number
  /** Whole tokens to which the faucet fills up a demo wallet. */
  readonly faucetAmount: string
  readonly isMeme?: true
}

export const assets: Readonly<Record<PricedAsset, AssetProfile>> = {
  ETH: { price: 3_200, volatility: 0.6, faucetAmount: '10' },
  BNB: { price: 650, volatility: 0.55, faucetAmount: '50' },
  BTC: { price: 95_000, volatility: 0.45, faucetAmount: '0.25' },
  SOL: { price: 180, volatility: 0.8, faucetAmount: '100' },
  USDC: { price: 1, volatility: 0, faucetAmount: '25000' },
  USDT: { price: 1, volatility: 0.0004, faucetAmount: '25000' },
  DAI: { price: 1, volatility: 0.0004, faucetAmount: '25000' },
  PUFF: { price: 0.000_000_123_4, volatility: 1.2, faucetAmount: '50000000000', isMeme: true },
  BONQ: { price: 0.000_021, volatility: 1.1, faucetAmount: '500000000', isMeme: true },
  HEX: { price: 0.42, volatility: 0.8, faucetAmount: '10000' },
  GHOST: { price: 1, volatility: 0, faucetAmount: '1000' },
}

export function isMeme({ asset }: Pick<ListedCoin, 'asset'>): boolean {
  return assets[asset].isMeme === true
}

/** The tick spacing of every pool, as the service documents it. */
export const tickSpacing = 60

export const nativeAddress = '0x0000000000000000000000000000000000000000'

export const listings: readonly ChainListing[] = [
  {
    id: 1,
    chainId: 741_001,
    name: 'Harbor',
    slug: 'harbor',
    coins: [
      { id: 101, currencyId: 1, symbol: 'ETH', name: 'Ether', decimals: 18, kind: 'native', asset: 'ETH' },
      { id: 102, currencyId: 2, symbol: 'WETH', name: 'Wrapped Ether', decimals: 18, kind: 'wrapped', asset: 'ETH' },
      { id: 103, currencyId: 3, symbol: 'USDC', name: 'USD Coin', decimals: 6, kind: 'token', asset: 'USDC' },
      { id: 104, currencyId: 4, symbol: 'USDT', name: 'Tether USD', decimals: 6, kind: 'tether', asset: 'USDT' },
      { id: 105, currencyId: 5, symbol: 'WBTC', name: 'Wrapped Bitcoin', decimals: 8, kind: 'token', asset: 'BTC' },
      { id: 106, currencyId: 6, symbol: 'DAI', name: 'Dai', decimals: 18, kind: 'token', asset: 'DAI' },
      { id: 107, currencyId: 7, symbol: 'PUFF', name: 'Puffin', decimals: 18, kind: 'token', asset: 'PUFF' },
      // A hostile token name, to test how names are displayed: markup, a template, and a right-to-left override.
      {
        id: 108,
        currencyId: 8,
        symbol: '<b>HEX\u202e',
        name: '"><img src=x onerror=alert(1)><script>alert(2)</script>{{7*7}}\u202eDSU\u202c\u200b',
        decimals: 18,
        kind: 'token',
        asset: 'HEX',
      },
      // Imitates USDC (its last letter is Cyrillic), and no pool trades it.
      { id: 109, currencyId: 9, symbol: 'USD\u0421', name: 'USD Coin', decimals: 6, kind: 'token', asset: 'GHOST' },
    ],
    byAddress: ['DAI', 'PUFF', 'WETH', 'USDC', 'USDT', 'WBTC', '<b>HEX\u202e', 'USD\u0421'],
    pairs: [
      { symbols: ['WETH', 'USDC'], fee: 3000, depth: 4_000_000 },
      { symbols: ['WETH', 'USDT'], fee: 3000, depth: 2_000_000 },
      { symbols: ['USDC', 'WBTC'], fee: 3000, depth: 3_000_000 },
      { symbols: ['WETH', 'WBTC'], fee: 3000, depth: 2_000_000 },
      { symbols: ['USDC', 'USDT'], fee: 100, depth: 3_000_000 },
      { symbols: ['DAI', 'USDC'], fee: 100, depth: 1_000_000 },
      { symbols: ['PUFF', 'USDC'], fee: 3000, depth: 300_000 },
      { symbols: ['USDC', '<b>HEX\u202e'], fee: 3000, depth: 200_000 },
    ],
  },
  {
    id: 2,
    chainId: 741_002,
    name: 'Delta',
    slug: 'delta',
    coins: [
      { id: 201, currencyId: 21, symbol: 'BNB', name: 'Delta Coin', decimals: 18, kind: 'native', asset: 'BNB' },
      { id: 202, currencyId: 22, symbol: 'WBNB', name: 'Wrapped BNB', decimals: 18, kind: 'wrapped', asset: 'BNB' },
      { id: 203, currencyId: 23, symbol: 'USDC', name: 'USD Coin', decimals: 18, kind: 'token', asset: 'USDC' },
      { id: 204, currencyId: 24, symbol: 'USDT', name: 'Tether USD', decimals: 18, kind: 'token', asset: 'USDT' },
      { id: 205, currencyId: 25, symbol: 'WETH', name: 'Bridged Ether', decimals: 18, kind: 'token', asset: 'ETH' },
      { id: 206, currencyId: 26, symbol: 'BTCB', name: 'Bridged Bitcoin', decimals: 18, kind: 'token', asset: 'BTC' },
    ],
    byAddress: ['WETH', 'WBNB', 'USDC', 'USDT', 'BTCB'],
    pairs: [
      { symbols: ['WBNB', 'USDC'], fee: 3000, depth: 2_000_000 },
      { symbols: ['WBNB', 'USDT'], fee: 3000, depth: 1_000_000 },
      { symbols: ['WETH', 'USDC'], fee: 3000, depth: 2_000_000 },
      { symbols: ['USDC', 'BTCB'], fee: 3000, depth: 2_000_000 },
      { symbols: ['USDC', 'USDT'], fee: 100, depth: 2_000_000 },
    ],
  },
]

/** The local Solana: it has no pools, but a market maker. */
export type SolanaListing = Pick<ChainListing, 'id' | 'chainId' | 'name' | 'slug'> & {
  readonly coins: readonly SolanaCoin[]
}

export type SolanaCoin = Omit<ListedCoin, 'kind'> & { readonly kind: 'native' | 'token' }

export const solanaListing: SolanaListing = {
  id: 3,
  chainId: 741_003,
  name: 'Reef',
  slug: 'reef',
  coins: [
    { id: 301, currencyId: 31, symbol: 'SOL', name: 'Solana', decimals: 9, kind: 'native', asset: 'SOL' },
    { id: 302, currencyId: 32, symbol: 'USDC', name: 'USD Coin', decimals: 6, kind: 'token', asset: 'USDC' },
    { id: 303, currencyId: 33, symbol: 'USDT', name: 'Tether USD', decimals: 6, kind: 'token', asset: 'USDT' },
    { id: 304, currencyId: 34, symbol: 'BONQ', name: 'Bonq', decimals: 5, kind: 'token', asset: 'BONQ' },
  ],
}
