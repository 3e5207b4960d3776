import type { ServiceResult } from '../../src/api/serviceResult'
import type { Chain } from '../../src/domain/chain'
import { parseFraction } from '../../src/domain/fraction'
import { tickToSqrtPriceX96 } from '../../src/domain/liquidity/tick'
import type { PriceDirection } from '../../src/domain/prices/priceDirection'
import type { Token } from '../../src/domain/token'
import type { LiquidityPool } from '../../src/preparation/liquidity/liquidityPool'
import { decodePools } from '../../src/protocol/pools/poolsCodec'
import type { PoolsAnswer } from '../../src/protocol/serviceMessages'

/* Tokens and pools for the tests of this screen. */

export const harbor: Chain = { id: 1, chainId: 741001, name: 'Harbor', kind: 'evm', isEnabled: true }

export const weth = token({
  id: 11,
  symbol: 'WETH',
  address: '0x1000000000000000000000000000000000000001',
  price: '3000',
})
export const usdc = token({
  id: 12,
  symbol: 'USDC',
  address: '0x2000000000000000000000000000000000000002',
  decimals: 6,
})
export const meme = token({
  id: 13,
  symbol: 'BARNACLE',
  address: '0x3000000000000000000000000000000000000003',
  price: '0.0000001234',
})
export const ether = token({
  id: 14,
  symbol: 'ETH',
  address: '0x0000000000000000000000000000000000000000',
  price: '3000',
  isNative: true,
})

/** WETH at about 3,000 USDC. */
export const ethUsd: PriceDirection = {
  token0: weth,
  token1: usdc,
  inverted: false,
  spacing: 60,
  tick: -196257,
  sqrtPriceX96: tickToSqrtPriceX96(-196257),
}

export function token(some: Partial<Token>): Token {
  return {
    id: 1,
    chain: harbor,
    address: '0x0000000000000000000000000000000000000001',
    symbol: 'TKN',
    name: 'Token',
    decimals: 18,
    isNative: false,
    price: '1',
    imagePath: undefined,
    ...some,
  }
}

export function poolOf(some: Partial<LiquidityPool>): LiquidityPool {
  return {
    chain: harbor,
    address: '0x9000000000000000000000000000000000000009',
    token0: weth,
    token1: usdc,
    feePpm: 3000,
    spacing: 60,
    isSpacingReported: true,
    sqrtPriceX96: ethUsd.sqrtPriceX96,
    tick: ethUsd.tick,
    liquidity: 10n ** 18n,
    bars: [],
    isMeme: false,
    tvl: parseFraction('3840000'),
    feesPerDay: parseFraction('4925'),
    feesFromVolume: parseFraction('4920'),
    apr: parseFraction('0.468'),
    positionManager: '0x8000000000000000000000000000000000000008',
    hook: undefined,
    history: [],
    liveAt: 0,
    hourlyAt: 0,
    ...some,
  }
}

/** The service's answer about these pools, as the client passes it on. */
export function poolsSaid(pools: readonly unknown[]): ServiceResult<PoolsAnswer> {
  const text = JSON.stringify({ message: '', data: pools, status: true })
  const heard = { status: 200, contentType: 'application/json', retryAfter: undefined, receivedAt: 1_000_000, text }
  const reading = decodePools(heard)
  if (reading.is === 'refused') throw new Error(reading.refusal.code)
  const said = { message: 'ok', deviations: [], receivedAt: 1_000_000, age: 0, from: 'service' } as const
  return { is: 'answer', answer: { ...said, value: reading.value } }
}
