import { useEffect, useMemo } from 'react'
import type { Range } from '../../../domain/liquidity/range'
import { type Bar, invertBars } from '../../../domain/pools/distribution'
import { dailyTicks, type TickSample } from '../../../domain/pools/volatility'
import { currentPrice, inDirection, tickInDirection } from '../../../domain/prices/priceDirection'
import { type LiquidityPool, priceDirectionOf } from '../../../preparation/liquidity/liquidityPool'
import { marketPricesOf, offBps } from './marketPrice'
import type { PoolChoice } from './usePoolChoice'

export type PoolMarket = ReturnType<typeof usePoolMarket>

/** The pool's market data: prices elsewhere, and liquidity, past and range of prices in shown ticks. */
export function usePoolMarket({ pool, inverted, direction }: PoolChoice, pools: readonly LiquidityPool[]) {
  useEffect(() => {
    if (pool) recordSample(pool)
  }, [pool])
  const prices = useMemo(() => {
    if (!pool) return []
    const own = currentPrice(priceDirectionOf(pool, inverted))
    const markets = marketPricesOf([pool.token0, pool.token1], inverted, pools)
    return markets.map((market) => ({ ...market, offBps: offBps(market, own) }))
  }, [pool, inverted, pools])
  const poolBars = pool?.bars ?? noBars
  const bars = useMemo(() => (inverted ? invertBars(poolBars) : poolBars), [poolBars, inverted])
  const samples = pool ? samplesOf(pool) : []
  const between = seenBetween(samples)
  const history: readonly TickSample[] = direction
    ? samples.map(({ at, tick }) => ({ at, tick: tickInDirection(tick, direction) }))
    : []
  return {
    /** Those of the market, and how far the pool's is from them. */
    prices,
    bars,
    /** The lowest and highest price seen lately. */
    seen: between && direction && inDirection(between, direction),
    /** The oldest first. */
    history,
    /** The usual daily price movement, in ticks. */
    perDay: dailyTicks(samples),
  }
}

const noBars: readonly Bar[] = []

/** Prices seen since the page was opened, by pool; not stored. */
const seen = new Map<string, TickSample[]>()
const most = 2_000

/** Records the pool's tick, once per update. */
export function recordSample({ address, tick, liveAt }: LiquidityPool): void {
  if (address === undefined) return
  const samples = seen.get(address) ?? []
  const last = samples.at(-1)
  if (last && last.at >= liveAt) return
  samples.push({ at: liveAt, tick })
  if (samples.length > most) samples.shift()
  seen.set(address, samples)
}

/** The record's price history, then the samples of this visit. */
export function samplesOf({ address, history }: LiquidityPool): readonly TickSample[] {
  return [...history, ...(address === undefined ? [] : (seen.get(address) ?? []))]
}

/** The lowest and highest tick of the last known day. */
export function seenBetween(samples: readonly TickSample[]): Range | undefined {
  const newest = samples.reduce((latest, { at }) => Math.max(latest, at), 0)
  const day = samples.filter(({ at }) => at > newest - 86_400_000)
  if (day.length < 2) return undefined
  return {
    tickLower: Math.min(...day.map(({ tick, low = tick }) => low)),
    tickUpper: Math.max(...day.map(({ tick, high = tick }) => high)),
  }
}
