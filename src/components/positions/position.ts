import type { HeldPosition } from '../../chain/ownedPositions'
import type { Amount } from '../../domain/amount'
import type { Chain } from '../../domain/chain'
import { chainKinds } from '../../domain/chainKinds'
import { compare, type Fraction, parseFraction, times } from '../../domain/fraction'
import { type Amounts, amountsForLiquidity } from '../../domain/liquidity/liquidity'
import { type Range, type RangeState, rangeState } from '../../domain/liquidity/range'
import type { Pool, PoolPosition } from '../../domain/pools/pool'
import { dollarValueOf } from '../../domain/prices/price'
import type { Token } from '../../domain/token'
import type { RecordedPosition } from '../../orders/requestedDeposit'
import { type LiquidityPool, liquidityPoolOf } from '../../preparation/liquidity/liquidityPool'
import { dollarsOf } from './proposal'

/** Liquidity of one owner in a range of a pool. */
export type Position = Range & {
  readonly pool: LiquidityPool
  readonly owner: string
  readonly liquidity: bigint
  /** The token id at the position manager; `undefined` when the record has none. */
  readonly id: string | undefined
  readonly unclaimed: Amounts | undefined
  /** The chain counts more than the pool record. */
  readonly knownFrom: 'chain' | 'record'
}

/** A position as its manager has it. */
export function ownedPosition(pool: LiquidityPool, { id, ...owned }: HeldPosition): Position {
  const { owner, liquidity, tickLower, tickUpper, unclaimed } = owned
  return { pool, owner, liquidity, tickLower, tickUpper, id: `${id}`, unclaimed, knownFrom: 'chain' }
}

/** The positions of a pool's record that have an owner and liquidity. */
export function positionsOf(pool: Pool, own: LiquidityPool): Position[] {
  return pool.positions.flatMap((position): Position[] => {
    const { owner, liquidity, tickLower, tickUpper, id } = position
    if (owner === undefined || liquidity === undefined) return []
    const unclaimed = unclaimedOf(position, own)
    return [{ pool: own, owner, liquidity, tickLower, tickUpper, id, unclaimed, knownFrom: 'record' }]
  })
}

/** The positions of a pool's record in the terms that pending deposits are looked up by. */
export function heldPositionsIn(record: Pool, chain: Chain, receivedAt: number): RecordedPosition[] {
  const own = liquidityPoolOf(record, chain, receivedAt)
  if (!own) return []
  const tokens = [own.token0.address, own.token1.address] as const
  return positionsOf(record, own).map(({ owner, liquidity, tickLower, tickUpper, id }) => ({
    chainId: chain.chainId,
    tokens,
    recipient: owner,
    tickLower,
    tickUpper,
    liquidity,
    id,
  }))
}

/** A position's amounts at the pool's price, rounded down: the payout of a withdrawal. */
export function positionAmounts({ pool, ...range }: Pick<Position, 'pool' | 'liquidity' | keyof Range>): Amounts {
  return amountsForLiquidity({ ...range, sqrtPriceX96: pool.sqrtPriceX96, round: 'down' })
}

export function positionState({ pool, ...range }: Position): RangeState {
  return rangeState({ ...range, sqrtPriceX96: pool.sqrtPriceX96, tick: pool.tick })
}

/** Whether the pool's current tick is in its range, so that its liquidity earns fees. */
export function isInRange({ pool, tickLower, tickUpper }: Pick<Position, 'pool' | keyof Range>): boolean {
  return tickLower <= pool.tick && pool.tick < tickUpper
}

/** Its share of the active liquidity; `undefined` if it is out of range or the pool's liquidity is unknown. */
export function activeShareOf(position: Position): Fraction | undefined {
  const { pool, liquidity } = position
  if (!isInRange(position) || !pool.liquidity) return undefined
  return { numerator: liquidity, denominator: pool.liquidity < liquidity ? liquidity : pool.liquidity }
}

/** Dollars it earns per day at the pool's fees of the last day; `undefined` out of range or if a figure is missing. */
export function positionFeesPerDay(position: Position): Fraction | undefined {
  const share = activeShareOf(position)
  const { feesPerDay } = position.pool
  return share && feesPerDay && times(feesPerDay, share)
}

/** A year of those fees over its value: 0.25 is 25 %. */
export function positionApr(position: Position): Fraction | undefined {
  const [fees, value] = [positionFeesPerDay(position), positionValue(position)]
  if (!fees || !value || value.numerator <= 0n) return undefined
  return times(fees, { numerator: 365n * value.denominator, denominator: value.numerator })
}

export function positionValue(position: Position): Fraction | undefined {
  return dollarsOf(position.pool, positionAmounts(position))
}

/** The value of its uncollected fees; `undefined` without prices, or if they are unknown. */
export function feesToCollect({ pool, unclaimed }: Position): Fraction | undefined {
  return unclaimed && dollarsOf(pool, unclaimed)
}

/** Where collecting costs more than it brings: both in dollars. `undefined` where it does not, or where one is unknown. */
export function lossOfCollecting(fees: Fraction | undefined, cost: Amount | undefined) {
  const paid = cost && dollarValueOf(cost)
  return fees && paid && compare(paid, fees) > 0 ? { fees, cost: paid } : undefined
}

function unclaimedOf({ fees0, fees1 }: PoolPosition, { token0, token1 }: LiquidityPool): Amounts | undefined {
  if (fees0 === undefined || fees1 === undefined) return undefined
  return { amount0: units(fees0, token0), amount1: units(fees1, token1) }
}

/** A figure in whole tokens, down to the smallest unit. */
function units(text: string, { decimals }: Token): bigint {
  const { numerator, denominator } = parseFraction(text.replace('-', ''))
  return (numerator * 10n ** BigInt(decimals)) / denominator
}

/** The networks on which liquidity can be provided, in the order of their tokens. */
export function liquidityChains(tokens: readonly Token[]): readonly Chain[] {
  const chains = tokens
    .map(({ chain }) => chain)
    .filter(({ kind, isEnabled }) => chainKinds[kind].hasLiquidity && isEnabled)
  return [...new Map(chains.map((chain) => [chain.chainId, chain])).values()]
}
