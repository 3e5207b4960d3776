import type { HeldPosition } from '../../chain/ownedPositions'
import { ownedPosition, type Position, positionValue } from '../../components/positions/position'
import { addressKey } from '../../domain/address'
import { compare, type Fraction, zero } from '../../domain/fraction'
import type { LiquidityPool } from '../../preparation/liquidity/liquidityPool'
import { poolOfPosition } from '../../preparation/liquidity/positionPool'

/** With the pool of its manager; `undefined` if that cannot be determined. */
export type LocatedPosition = HeldPosition & { readonly found: string | undefined }

/** Positions from the position manager, each with its pool; those of unlisted pools are left out. */
export function positionsFromChain(
  held: readonly LocatedPosition[],
  pools: readonly LiquidityPool[],
  manager: string,
): readonly Position[] {
  const ofPair = poolsByPair(pools)
  return held.flatMap((position): Position[] => {
    const { liquidity, unclaimed } = position
    const pool = poolOfPosition(position, ofPair.get(pairKey(position.token0, position.token1)) ?? [], manager)
    // Skip positions without liquidity or fees.
    if (!pool || (liquidity === 0n && unclaimed?.amount0 === 0n && unclaimed.amount1 === 0n)) return []
    return [ownedPosition(pool, position)]
  })
}

/** Both sources together: one position is shown once, and the most valuable first. */
export function mergePositions(chain: readonly Position[], records: readonly Position[]): readonly Position[] {
  const known = new Set(chain.map(positionKey))
  const others = records.filter((position) => position.id === undefined || !known.has(positionKey(position)))
  // Each is valued once: sorting a thousand compares them ten thousand times.
  return [...chain, ...others]
    .map((position) => ({ position, value: worthOf(position) ?? zero }))
    .toSorted((a, b) => compare(b.value, a.value))
    .map(({ position }) => position)
}

/** The value of a position, computed once: it never changes, because a new price makes a new position. */
export function worthOf(position: Position): Fraction | undefined {
  const known = values.get(position)
  if (known) return known.value
  const value = positionValue(position)
  values.set(position, { value })
  return value
}

const values = new WeakMap<Position, { readonly value: Fraction | undefined }>()

/** Each is cut to a billionth of a dollar: the exact sum of a thousand fractions has a denominator of thousands of digits. */
export function dollarSum(parts: readonly Fraction[]): Fraction {
  const total = parts.reduce((total, { numerator, denominator }) => total + (numerator * billion) / denominator, 0n)
  return { numerator: total, denominator: billion }
}

const billion = 1_000_000_000n

export function isOwnedBy({ owner }: Position, addresses: readonly string[]): boolean {
  return addresses.some((address) => addressKey(address) === addressKey(owner))
}

export function positionKey({ pool, id, owner, tickLower, tickUpper }: Position): string {
  const { chainId } = pool.chain
  return id === undefined
    ? `${chainId} ${pool.address} ${addressKey(owner)} ${tickLower} ${tickUpper}`
    : `${chainId} ${id}`
}

/** So that a thousand positions need not be compared with ten thousand pools each. */
function poolsByPair(pools: readonly LiquidityPool[]): ReadonlyMap<string, readonly LiquidityPool[]> {
  const found = new Map<string, LiquidityPool[]>()
  for (const pool of pools) {
    const key = pairKey(pool.token0.address, pool.token1.address)
    const alike = found.get(key)
    if (alike) alike.push(pool)
    else found.set(key, [pool])
  }
  return found
}

function pairKey(token0: string, token1: string): string {
  return `${addressKey(token0)} ${addressKey(token1)}`
}
