import { change, compare, type Fraction, reciprocal, times, toNumber, zero } from '../../../domain/fraction'
import { sqrtPriceToPrice } from '../../../domain/liquidity/tickPrice'
import { priceOf } from '../../../domain/prices/price'
import { hasUnusualPrice, sameToken, type Token } from '../../../domain/token'
import type { LiquidityPool } from '../../../preparation/liquidity/liquidityPool'

/** The price of a pair elsewhere. */
export type MarketPrice = { readonly price: Fraction } & (
  | { readonly by: 'service' }
  /** Derived through a third token that has a pool with both. */
  | { readonly by: 'pools'; readonly through: Token }
)

type Pair = readonly [Token, Token]

/** Every known market price, the service's own first; `inverted` prices count first tokens per second. */
export function marketPricesOf(pair: Pair, inverted: boolean, pools: readonly LiquidityPool[]): readonly MarketPrice[] {
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
export function offBps({ price: market }: MarketPrice, price: Fraction): number {
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
    const second = pools.find((pool) => holds(pool, through) && holds(pool, token1))
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

function holds({ token0, token1 }: LiquidityPool, token: Token): boolean {
  return sameToken(token0, token) || sameToken(token1, token)
}

function lesser(a: Fraction | undefined, b: Fraction | undefined): Fraction {
  if (!a || !b) return zero
  return compare(a, b) < 0 ? a : b
}
