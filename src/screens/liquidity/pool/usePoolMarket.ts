import { useEffect, useMemo } from 'react'
import { change, compare, type Fraction, reciprocal, times, toNumber, zero } from '../../../domain/fraction'
import type { Range } from '../../../domain/liquidity/range'
import { sqrtPriceToPrice } from '../../../domain/liquidity/tickPrice'
import { type Bar, invertBars } from '../../../domain/pools/distribution'
import { dailyTicks, type TickSample } from '../../../domain/pools/volatility'
import { priceOf } from '../../../domain/prices/price'
import { currentPrice, inDirection, tickInDirection } from '../../../domain/prices/priceDirection'
import { hasUnusualPrice, sameToken, type Token } from '../../../domain/token'
import { type LiquidityPool, priceDirectionOf } from '../../../preparation/liquidity/liquidityPool'
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

type Pair = readonly [Token, Token]

/**
 * Every known market price, the service's own first, then the one `through` a third token that has a pool with both;
 * `inverted` prices count first tokens per second.
 */
export function marketPricesOf(pair: Pair, inverted: boolean, pools: readonly LiquidityPool[]) {
  const listed = listedPrice(pair)
  const around = wayAround(pair, pools)
  return [
    ...(listed ? [{ by: 'service', price: listed } as const] : []),
    ...(around ? [{ by: 'pools', ...around } as const] : []),
  ]
    .filter(({ price }) => price.numerator > 0n)
    .map((market) => (inverted ? { ...market, price: reciprocal(market.price) } : market))
}

/** Whether a price was typed the other way round: far from the market, while its reciprocal is near. */
export function isReversed(typed: Fraction, market: Fraction): boolean {
  const off = Math.abs(Math.log(toNumber(typed) / toNumber(market)))
  const offReversed = Math.abs(Math.log(toNumber(typed) * toNumber(market)))
  return off > Math.log(2) && offReversed < Math.log(1.5)
}

/** How far a price is from the market's, in basis points. */
export function offBps({ price: market }: { readonly price: Fraction }, price: Fraction): number {
  return Math.round(toNumber(change(market, price)) * 10_000)
}

/** The price by the service's own prices of the two tokens; `undefined` unless both are known and neither just jumped. */
function listedPrice([token0, token1]: Pair): Fraction | undefined {
  if (hasUnusualPrice(token0) || hasUnusualPrice(token1)) return undefined
  const [price0, price1] = [priceOf(token0), priceOf(token1)]
  return price0 && price1 && times(price0, reciprocal(price1))
}

/** The price through a third token: the one whose shallower pool is the deepest. */
function wayAround([token0, token1]: Pair, pools: readonly LiquidityPool[]) {
  const ways = pools.flatMap((pool) => {
    const through = otherOf(pool, token0)
    if (!through || sameToken(through, token1)) return []
    const second = pools.find((pool) => {
      const other = otherOf(pool, through)
      return other !== undefined && sameToken(other, token1)
    })
    if (!second) return []
    const price = times(priceIn(pool, token0), reciprocal(priceIn(second, token1)))
    return [{ market: { through, price }, depth: lesser(pool.tvl, second.tvl) }]
  })
  return ways.toSorted((a, b) => compare(b.depth, a.depth))[0]?.market
}

/** The price of one pool token in the other, in whole tokens. */
function priceIn({ token0, token1, sqrtPriceX96 }: LiquidityPool, token: Token): Fraction {
  const inverted = sameToken(token, token1)
  return sqrtPriceToPrice(sqrtPriceX96, { decimals0: token0.decimals, decimals1: token1.decimals, inverted })
}

function otherOf({ token0, token1 }: LiquidityPool, token: Token): Token | undefined {
  if (sameToken(token0, token)) return token1
  return sameToken(token1, token) ? token0 : undefined
}

function lesser(a: Fraction | undefined, b: Fraction | undefined): Fraction {
  if (!a || !b) return zero
  return compare(a, b) < 0 ? a : b
}
