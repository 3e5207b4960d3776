import type { Address } from 'viem'
import { fromUnits } from '../../domain/amount'
import { type JsonObject, jsonNumber } from '../../protocol/json/json'
import type { OpenEvmExchange } from '../context'
import { plainNumber, twoPlaces } from '../decimalText'
import type { ListedToken, LocalEvmExchange } from '../evm/localEvmExchange'
import { isMeme } from '../listing'
import { type AssetPrices, usdValue } from '../prices'
import { createPoolIndexer, type IndexedPool } from './indexer'
import { burnAmounts, type ManagerPosition, unclaimedFees } from './state'
import { byHour, humanPrice, type QuarterHour } from './trades'

/** The pool records of one chain: live figures are computed with every call, hourly figures once an hour. */
export function createPoolFeed(evm: OpenEvmExchange, prices: () => AssetPrices) {
  const index = createPoolIndexer(evm, prices)
  const figures = new Map<Address, HourlyFigures>()

  return async (): Promise<readonly JsonObject[]> => {
    const pools = await index()
    const at = new Date()
    return pools.map((pool) => poolRecord(evm, pool, hourlyOf(pool, at), prices(), at))
  }

  function hourlyOf(pool: IndexedPool, at: Date): HourlyFigures {
    const cached = figures.get(pool.key.address)
    if (cached && !isStale(cached, at)) return cached
    const fresh = hourlyFigures(pool, poolValueUsd(pool, prices()), at)
    figures.set(pool.key.address, fresh)
    return fresh
  }
}

/**
 * A pool record as the service sends it. Exact amounts and integers too large for a double are text, dollars are
 * numbers, `apr` is in percent. `updatedAt` is the time of the live figures, `hourlyUpdatedAt` of the hourly ones.
 */
function poolRecord(
  evm: LocalEvmExchange,
  account: IndexedPool,
  hourly: HourlyFigures,
  prices: AssetPrices,
  at: Date,
): JsonObject {
  const { key, state, ticks, positions } = account
  const { chain, contracts } = evm
  const { address, token0, token1, fee, tickSpacing } = key
  return {
    id: address,
    address,
    name: `${token0.symbol}/${token1.symbol}`,
    networkName: chain.listing.name,
    chainId: chain.listing.chainId,
    dex: 'native',
    isMeme: isMeme(token0) || isMeme(token1),
    token0: tokenRecord(token0, prices),
    token1: tokenRecord(token1, prices),
    fee,
    tickSpacing,
    tick: state.tick,
    sqrtPriceX96: state.sqrtPriceX96.toString(),
    liquidity: state.liquidity.toString(),
    price: plainNumber(humanPrice(key, state.sqrtPriceX96), 12),
    balance0: fromUnits(state.balances[0], token0.decimals),
    balance1: fromUnits(state.balances[1], token1.decimals),
    tvlUsd: twoPlaces(poolValueUsd(account, prices)),
    volume24h: twoPlaces(hourly.volume24h),
    fees24h: twoPlaces(hourly.fees24h),
    volume7d: twoPlaces(hourly.volume7d),
    fees7d: twoPlaces(hourly.fees7d),
    apr: twoPlaces(hourly.apr),
    ticks: [...ticks]
      .sort(([a], [b]) => a - b)
      .map(([tick, { net, gross }]) => ({ tick, liquidityNet: net.toString(), liquidityGross: gross.toString() })),
    positions: positions.map((position) => positionRecord(account, position, hourly, prices)),
    hourly: hourly.hours,
    positionManager: contracts.positionManager,
    router: contracts.router,
    factory: contracts.factory,
    createdAt: new Date(key.createdAt * 1000).toISOString(),
    updatedAt: at.toISOString(),
    hourlyUpdatedAt: hourly.computedAt.toISOString(),
  }
}

/** Value of a pool in dollars. */
function poolValueUsd({ key, state }: IndexedPool, prices: AssetPrices): number {
  return usdValue(prices, key.token0, state.balances[0]) + usdValue(prices, key.token1, state.balances[1])
}

function tokenRecord({ id, address, symbol, name, decimals, asset }: ListedToken, prices: AssetPrices): JsonObject {
  return { id, address, symbol, name, decimals, priceUsd: jsonNumber(plainNumber(prices[asset], 10)) }
}

function positionRecord(
  { key, state }: IndexedPool,
  position: ManagerPosition,
  hourly: HourlyFigures,
  prices: AssetPrices,
): JsonObject {
  const { token0, token1 } = key
  const { id, owner, tickLower, tickUpper, liquidity } = position
  const amounts = burnAmounts(position, state)
  const fees = unclaimedFees(position, state)
  const value = ([units0, units1]: readonly [bigint, bigint]) =>
    usdValue(prices, token0, units0) + usdValue(prices, token1, units1)
  const isInRange = tickLower <= state.tick && state.tick < tickUpper
  const share = isInRange && state.liquidity > 0n ? Number(liquidity) / Number(state.liquidity) : 0
  const fees24h = hourly.fees24h * share
  const valueUsd = value(amounts)
  return {
    id: id.toString(),
    owner,
    tickLower,
    tickUpper,
    liquidity: liquidity.toString(),
    isInRange,
    amount0: fromUnits(amounts[0], token0.decimals),
    amount1: fromUnits(amounts[1], token1.decimals),
    valueUsd: twoPlaces(valueUsd),
    unclaimedFees0: fromUnits(fees[0], token0.decimals),
    unclaimedFees1: fromUnits(fees[1], token1.decimals),
    unclaimedFeesUsd: twoPlaces(value(fees)),
    fees24h: twoPlaces(fees24h),
    apr: valueUsd > 0 ? twoPlaces((fees24h * 365 * 100) / valueUsd) : 0,
  }
}

/** The figures of a pool that are computed once an hour. */
type HourlyFigures = {
  readonly computedAt: Date
  readonly volume24h: number
  readonly fees24h: number
  readonly volume7d: number
  readonly fees7d: number
  /** APR in percent, from the fees of the last day and the TVL. */
  readonly apr: number
  /** At most one week of hourly history. */
  readonly hours: readonly JsonObject[]
}

const day = 86_400

function hourlyFigures({ key, quarters }: IndexedPool, tvlUsd: number, at: Date): HourlyFigures {
  const volume24h = volumeSince(quarters, at.getTime() / 1000 - day)
  const volume7d = volumeSince(quarters, at.getTime() / 1000 - 7 * day)
  const fees24h = (volume24h * key.fee) / 1e6
  return {
    computedAt: at,
    volume24h,
    fees24h,
    volume7d,
    fees7d: (volume7d * key.fee) / 1e6,
    apr: tvlUsd > 0 ? (fees24h * 365 * 100) / tvlUsd : 0,
    hours: byHour(quarters).slice(-168).map(hourRecord),
  }
}

/** Figures are computed again at every full hour. */
function isStale({ computedAt }: HourlyFigures, at: Date): boolean {
  const hour = 3_600_000
  return Math.floor(at.getTime() / hour) !== Math.floor(computedAt.getTime() / hour)
}

function volumeSince(quarters: readonly QuarterHour[], since: number): number {
  return quarters.filter(({ time }) => time >= since).reduce((sum, { volumeUsd }) => sum + volumeUsd, 0)
}

function hourRecord({ time, open, high, low, close, volumeUsd, trades }: QuarterHour): JsonObject {
  const price = (value: number) => jsonNumber(plainNumber(value, 8))
  const prices = { open: price(open), high: price(high), low: price(low), close: price(close) }
  return { time: new Date(time * 1000).toISOString(), ...prices, volumeUsd: twoPlaces(volumeUsd), trades }
}
