import { useEffect, useMemo } from 'react'
import type { TickWindow } from '../../../components/positions/rangeWindow'
import { type Bar, invertBars } from '../../../domain/pools/distribution'
import { dailyTicks, type TickSample } from '../../../domain/pools/volatility'
import { currentPrice, inDirection, tickInDirection } from '../../../domain/prices/priceDirection'
import { type LiquidityPool, priceDirectionOf } from '../../../preparation/liquidity/liquidityPool'
import { type MarketPrice, marketPricesOf } from './marketPrice'
import { recordSample, samplesOf, seenBetween } from './priceSamples'
import type { PoolChoice } from './usePoolChoice'

/** The pool's market data: prices elsewhere, liquidity by price, and how the price has moved. */
export type PoolMarket = {
  /** Prices of the pair elsewhere. */
  readonly prices: readonly MarketPrice[]
  /** The pool's liquidity by price, in shown ticks. */
  readonly bars: readonly Bar[]
  /** The lowest and highest price seen lately, in shown ticks. */
  readonly seen: TickWindow | undefined
  /** The price over time, in shown ticks, the oldest first. */
  readonly history: readonly TickSample[]
  /** The usual daily price movement, in ticks. */
  readonly perDay: number | undefined
}

export function usePoolMarket({ pool, inverted }: PoolChoice, pools: readonly LiquidityPool[]): PoolMarket {
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
  return {
    prices,
    bars,
    seen: between && pool && shownWindow(between, pool, inverted),
    history: pool
      ? samples.map(({ at, tick }) => ({ at, tick: tickInDirection(tick, priceDirectionOf(pool, inverted)) }))
      : [],
    perDay: dailyTicks(samples),
  }
}

function shownWindow(
  { from, to }: { readonly from: number; readonly to: number },
  pool: LiquidityPool,
  inverted: boolean,
): TickWindow {
  const shown = inDirection({ tickLower: from, tickUpper: to }, priceDirectionOf(pool, inverted))
  return { from: shown.tickLower, to: shown.tickUpper }
}

const noBars: readonly Bar[] = []
