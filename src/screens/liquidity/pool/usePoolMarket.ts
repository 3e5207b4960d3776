import { useEffect, useMemo } from 'react'
import { type Bar, invertBars } from '../../../domain/pools/distribution'
import { dailyTicks, type TickSample } from '../../../domain/pools/volatility'
import { currentPrice, inDirection, tickInDirection } from '../../../domain/prices/priceDirection'
import { type LiquidityPool, priceDirectionOf } from '../../../preparation/liquidity/liquidityPool'
import { marketPricesOf } from './marketPrice'
import { recordSample, samplesOf, seenBetween } from './priceSamples'
import type { PoolChoice } from './usePoolChoice'

export type PoolMarket = ReturnType<typeof usePoolMarket>

/** The pool's market data: prices elsewhere, and liquidity, past and range of prices in shown ticks. */
export function usePoolMarket({ pool, inverted, direction }: PoolChoice, pools: readonly LiquidityPool[]) {
  useEffect(() => {
    if (pool) recordSample(pool)
  }, [pool])
  const prices = useMemo(
    () =>
      pool
        ? marketPricesOf(currentPrice(priceDirectionOf(pool, inverted)), [pool.token0, pool.token1], inverted, pools)
        : [],
    [pool, inverted, pools],
  )
  const poolBars = pool?.bars ?? noBars
  const bars = useMemo(() => (inverted ? invertBars(poolBars) : poolBars), [poolBars, inverted])
  const samples = pool ? samplesOf(pool) : []
  const between = seenBetween(samples)
  const history: readonly TickSample[] = direction
    ? samples.map(({ at, tick }) => ({ at, tick: tickInDirection(tick, direction) }))
    : []
  return {
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
