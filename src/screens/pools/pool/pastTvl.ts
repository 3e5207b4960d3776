import type { PoolEvent } from '../../../chain/poolLogs'
import { parseFraction, toNumber } from '../../../domain/fraction'
import { knownValue } from '../../../domain/pools/pool'
import type { Point } from '../../../domain/pools/poolChange'
import type { ReadPool } from '../../../protocol/pools/poolReader'

/**
 * The pool's past holdings in dollars: every swap, deposit and payout, the newest first, is subtracted from the
 * record's current holdings. Both tokens are priced by the pool itself at that moment; the token that serves as the
 * unit keeps today's price. Empty if the record has no holdings.
 */
export function pastTvl(pool: ReadPool, events: readonly PoolEvent[], now: number): readonly Point[] {
  const { token0, token1 } = pool
  const [held0, held1, price] = [pool.amount0, pool.amount1, pool.price].map((figure) => Number(knownValue(figure)))
  const dollars = dollarsPer(pool)
  const { decimals: decimals0 } = token0
  const { decimals: decimals1 } = token1
  if (!dollars || decimals0 === undefined || decimals1 === undefined) return []
  if (held0 === undefined || held1 === undefined || !(price! > 0) || Number.isNaN(held0 + held1)) return []
  const value = (amount0: number, amount1: number, price: number) =>
    dollars.by === 1 ? (amount0 * price + amount1) * dollars.price : (amount0 + amount1 / price) * dollars.price
  let [amount0, amount1, current] = [held0, held1, price!]
  const points = [pointAt(now, value(amount0, amount1, current))]
  for (const [index, event] of events.entries()) {
    if (event.sqrtPriceX96 !== undefined) current = priceAt(event.sqrtPriceX96, decimals0 - decimals1)
    points.push(pointAt(event.at, value(amount0, amount1, current)))
    if (event.does === 'burn') continue
    amount0 -= Number(event.amount0) / 10 ** decimals0
    amount1 -= Number(event.amount1) / 10 ** decimals1
    // A pool that would have held less than nothing: its token does more than transfers, so the past is unknown.
    if (amount0 < -1e-9 * held0 || amount1 < -1e-9 * held1) return thinned(points.slice(0, index + 2).toReversed())
  }
  return thinned(points.toReversed())
}

/** At most this many points are drawn. */
const maxPoints = 240

function thinned(points: readonly Point[]): readonly Point[] {
  const step = Math.ceil(points.length / maxPoints)
  return points.filter((_, index) => index % step === 0 || index === points.length - 1)
}

function pointAt(at: number, value: number): Point {
  return { at, value, text: value.toFixed(2) }
}

function priceAt(sqrtPriceX96: bigint, decimals: number): number {
  const root = toNumber({ numerator: sqrtPriceX96, denominator: 1n << 96n })
  return root * root * 10 ** decimals
}

/** The token whose dollar price is used: the one that is near a dollar, else the second. */
function dollarsPer({ token0, token1 }: ReadPool): { readonly by: 0 | 1; readonly price: number } | undefined {
  const [price0, price1] = [token0, token1].map(({ token, price }) => dollarPrice(token?.price ?? price))
  if (price0 !== undefined && Math.abs(price0 - 1) < 0.1) return { by: 0, price: price0 }
  if (price1 !== undefined) return { by: 1, price: price1 }
  return price0 === undefined ? undefined : { by: 0, price: price0 }
}

function dollarPrice(text: string | undefined): number | undefined {
  const price = text === undefined ? undefined : toNumber(parseFraction(text))
  return price !== undefined && price > 0 ? price : undefined
}
