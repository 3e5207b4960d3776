import { addressKey } from '../../domain/address'
import { parseFraction, reciprocal, times, toSignificant } from '../../domain/fraction'
import { knownValue, type PoolToken } from '../../domain/pools/pool'
import type { Point } from '../../domain/pools/poolChange'
import { isDollar } from '../../domain/prices/price'
import type { Token } from '../../domain/token'
import type { TokenPair } from '../../domain/tokenPair'
import type { ReadPool } from '../../protocol/pools/poolReader'

/**
 * The token and the unit of a pair's chart: the bought token, or the sold one where the bought one is a dollar. It is priced in a
 * dollar of its network, else in the other token. `undefined` where nothing on its network prices it.
 */
export function chartedPair({ sell, buy }: TokenPair, tokens: readonly Token[]) {
  const base = buy && !isDollar(buy) ? buy : sell && !isDollar(sell) ? sell : buy
  const other = base === buy ? sell : buy
  if (!base) return undefined
  const neighbours = tokens.filter(({ chain }) => chain.chainId === base.chain.chainId)
  const dollars = isDollar(base) ? [] : neighbours.filter(isDollar)
  const quote =
    dollars.find(({ symbol }) => symbol.toUpperCase() === 'USDC') ??
    dollars[0] ??
    (other?.chain.chainId === base.chain.chainId ? other : undefined)
  return quote && quote.id !== base.id ? { base, quote } : undefined
}

/** A pool of a route between two tokens. Its own price is of `token0` in `token1`. */
export type Leg = { readonly pool: ReadPool; readonly isInverted: boolean }

/**
 * The pools that price one token in another: the deepest that holds both, else the deepest two with a token in common.
 * Tokens are named by their address in pools, so a native coin by its wrapped form.
 */
export function legsBetween(pools: readonly ReadPool[], sell: string, buy: string): readonly Leg[] {
  const withSell = deepestByPartner(pools, sell)
  const direct = withSell.get(addressKey(buy))
  if (direct) return [legFrom(direct, sell)]
  const withBuy = deepestByPartner(pools, buy)
  const shared = [...withSell].flatMap(([middle, first]) => {
    const second = withBuy.get(middle)
    return second
      ? [{ depth: Math.min(depthOf(first), depthOf(second)), legs: [legFrom(first, sell), legFrom(second, middle)] }]
      : []
  })
  return shared.toSorted((a, b) => b.depth - a.depth)[0]?.legs ?? []
}

/**
 * The price over time along one or two legs: at each moment of the first leg, the latest price of the second that was
 * known by then.
 */
export function priceAlong(legs: readonly { readonly isInverted: boolean; readonly points: readonly Point[] }[]) {
  const [first, second] = legs.map(({ isInverted, points }) => (isInverted ? points.flatMap(inverted) : points))
  if (!first || !second) return first ?? []
  let index = -1
  return first.flatMap((point) => {
    while (index + 1 < second.length && second[index + 1]!.at <= point.at) index++
    const other = second[index]
    return other ? [pointOf(point.at, times(parseFraction(point.text), parseFraction(other.text)))] : []
  })
}

/**
 * The change of a price from its first point to its last, in whole basis points: a change shown as 0% neither rose nor
 * fell.
 */
export function changeBps(points: readonly Point[]): number | undefined {
  const [first, last] = [points[0]?.value, points.at(-1)?.value]
  return first && last ? Math.round((last / first - 1) * 10_000) : undefined
}

/** Whether prices reach back over (nearly) a whole period; else it is not the period's change. */
export function covers(points: readonly Point[], length: number): boolean {
  const [first, last] = [points[0]?.at, points.at(-1)?.at]
  return first !== undefined && last !== undefined && last - first > length * 0.9
}

/** The deepest pool of a token with each other token. */
function deepestByPartner(pools: readonly ReadPool[], token: string): ReadonlyMap<string, ReadPool> {
  const wanted = addressKey(token)
  const found = new Map<string, ReadPool>()
  for (const pool of pools) {
    const [key0, key1] = pool.tokensAsNamed.map(keyOf)
    if (!key0 || !key1 || (key0 !== wanted && key1 !== wanted)) continue
    const partner = key0 === wanted ? key1 : key0
    const other = found.get(partner)
    if (!other || depthOf(pool) > depthOf(other)) found.set(partner, pool)
  }
  return found
}

function legFrom(pool: ReadPool, token: string): Leg {
  return { pool, isInverted: keyOf(pool.token0) !== addressKey(token) }
}

function keyOf({ address }: PoolToken): string | undefined {
  return address === undefined ? undefined : addressKey(address)
}

function depthOf({ uncached }: ReadPool): number {
  const tvl = Number(knownValue(uncached.tvl))
  return Number.isFinite(tvl) ? tvl : 0
}

function inverted({ at, text, value }: Point): readonly Point[] {
  return value > 0 ? [pointOf(at, reciprocal(parseFraction(text)))] : []
}

function pointOf(at: number, price: Parameters<typeof toSignificant>[0]): Point {
  const text = toSignificant(price, 12)
  return { at, text, value: Number(text) }
}
