import type { EvmPool } from '../evm/localEvmExchange'
import { assets } from '../listing'
import { type AssetPrices, usdValue } from '../prices'

/** The swaps of a pool in a quarter of an hour. Prices are token1 per token0. */
export type QuarterHour = {
  /** Seconds since 1970. */
  readonly time: number
  readonly open: number
  readonly high: number
  readonly low: number
  readonly close: number
  readonly volumeUsd: number
  readonly trades: number
}

const quarter = 900
/** Eight days: enough for all figures of a record. */
const maxQuarters = 768

export type SwapEvent = {
  readonly time: number
  readonly amount0: bigint
  readonly amount1: bigint
  readonly sqrtPriceX96: bigint
}

/** Adds a swap to the last quarter, or begins a new one. */
export function recordSwap(quarters: QuarterHour[], key: EvmPool, swap: SwapEvent, prices: AssetPrices): void {
  const time = swap.time - (swap.time % quarter)
  const price = humanPrice(key, swap.sqrtPriceX96)
  const volumeUsd = tradeValueUsd(key, swap, prices)
  const last = quarters.at(-1)
  if (last?.time !== time) {
    const open = last?.close ?? price
    quarters.push({ time, ...shape(open, price), open, close: price, volumeUsd, trades: 1 })
    if (quarters.length > maxQuarters) quarters.shift()
    return
  }
  quarters[quarters.length - 1] = join(last, { ...last, ...shape(price, price), close: price, volumeUsd, trades: 1 })
}

/** Merges quarters into hours. */
export function byHour(quarters: readonly QuarterHour[]): readonly QuarterHour[] {
  const hours: QuarterHour[] = []
  for (const part of quarters) {
    const time = part.time - (part.time % 3_600)
    const last = hours.at(-1)
    if (last?.time === time) hours[hours.length - 1] = join(last, part)
    else hours.push({ ...part, time })
  }
  return hours
}

/** Token1 per token0 in whole tokens, for charts. */
export function humanPrice({ token0, token1 }: EvmPool, sqrtPriceX96: bigint): number {
  return (Number(sqrtPriceX96) / 2 ** 96) ** 2 * 10 ** (token0.decimals - token1.decimals)
}

function join(earlier: QuarterHour, later: QuarterHour): QuarterHour {
  return {
    ...earlier,
    high: Math.max(earlier.high, later.high),
    low: Math.min(earlier.low, later.low),
    close: later.close,
    volumeUsd: earlier.volumeUsd + later.volumeUsd,
    trades: earlier.trades + later.trades,
  }
}

function shape(from: number, to: number) {
  return { high: Math.max(from, to), low: Math.min(from, to) }
}

/** Uses the less volatile token's price, because the prices at the time of the swap are not known. */
function tradeValueUsd({ token0, token1 }: EvmPool, { amount0, amount1 }: SwapEvent, prices: AssetPrices): number {
  const isFirstStabler = assets[token0.asset].volatility < assets[token1.asset].volatility
  return Math.abs(isFirstStabler ? usdValue(prices, token0, amount0) : usdValue(prices, token1, amount1))
}
