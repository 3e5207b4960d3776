import { type Amount, parseAmount, type TypedAmount } from '../../domain/amount'
import { type Fraction, parseFraction, times } from '../../domain/fraction'
import { depositFor, depositWindow, lockOf, minAmounts } from '../../domain/liquidity/deposit'
import { type Amounts, type PoolSide, type PricedRange, token0SharePpm } from '../../domain/liquidity/liquidity'
import { capitalEfficiency, type Range, rangeState } from '../../domain/liquidity/range'
import { baseToleranceBps } from '../../domain/liquidity/tolerance'
import { rangeApr } from '../../domain/pools/rangeApr'
import { amountForDollars, dollarValueOf, sum } from '../../domain/prices/price'
import type { Token } from '../../domain/token'
import type { LiquidityPool } from '../../preparation/liquidity/liquidityPool'

/** The person's input for a deposit. */
type DepositInput = {
  readonly range: Range
  /** Which of the two amounts was typed; the other is computed from it. */
  readonly given: PoolSide
  readonly typed: string
  readonly toleranceBps: number
}

export type Proposal = ReturnType<typeof proposalOf>

/** A deposit computed at the pool's current price. Everything is derived; nothing is stored. */
export function proposalOf(pool: LiquidityPool, input: DepositInput) {
  const { range, given, toleranceBps } = input
  const priced: PricedRange = { ...range, sqrtPriceX96: pool.sqrtPriceX96 }
  const locks = { amount0: lockOf('amount0', priced), amount1: lockOf('amount1', priced) }
  const typed: TypedAmount = locks[given] ? { is: 'empty' } : parseAmount(tokenOf(pool, given), input.typed)
  const units = typed.is === 'amount' ? typed.amount.units : 0n
  const deposit = units > 0n ? worked(pool, priced, given, units, toleranceBps) : undefined
  const measure = deposit ?? nominal(pool, priced, toleranceBps)
  const state = rangeState({ ...priced, tick: pool.tick })
  const apr = rangeApr({
    isEarning: state === 'earning' || state === 'edge',
    feesPerDay: pool.feesPerDay ?? pool.feesFromVolume,
    activeLiquidity: pool.liquidity,
    liquidity: measure?.liquidity ?? 0n,
    value: measure?.value,
  })
  return {
    range,
    state,
    /** Why an input is locked. */
    locks,
    given,
    token0SharePpm: token0SharePpm(priced),
    efficiency: capitalEfficiency({ ...priced, spacing: pool.spacing }),
    typed,
    /** `undefined` until an amount of a token that is needed was typed. */
    deposit,
    apr,
    /** Dollars a day while in range; `undefined` without an amount or where a figure is missing. */
    feesPerDay: apr.is === 'known' && deposit?.value ? times(times(deposit.value, apr.apr), aDay) : undefined,
    /** The APR is that of a 1,000 dollar deposit, because no amount was typed yet. */
    isAprNominal: deposit === undefined,
  }
}

/** The fees of a day at which the price is in range for a share of the time. */
export function feesAtShare({ feesPerDay }: Proposal, share: number): Fraction | undefined {
  return feesPerDay && times(feesPerDay, { numerator: BigInt(Math.round(share * 10_000)), denominator: 10_000n })
}

/** As a part of a year. */
const aDay = { numerator: 1n, denominator: 365n }

/** The tokens of a pool, or those of a payment: the native coin may replace its wrapped form. */
export type PoolTokens = Pick<LiquidityPool, 'token0' | 'token1'>

export function tokenOf({ token0, token1 }: PoolTokens, side: PoolSide): Token {
  return side === 'amount0' ? token0 : token1
}

export function tokenAmounts({ token0, token1 }: PoolTokens, { amount0, amount1 }: Amounts): readonly [Amount, Amount] {
  return [
    { token: token0, units: amount0 },
    { token: token1, units: amount1 },
  ]
}

/** Dollars of both amounts together; a token that is not deposited needs no price. */
export function dollarsOf(pool: LiquidityPool, amounts: Amounts): Fraction | undefined {
  const values = tokenAmounts(pool, amounts)
    .filter(({ units }) => units > 0n)
    .map(dollarValueOf)
  return values.reduce((total, value) => total && value && sum(total, value), parseFraction('0'))
}

function worked(pool: LiquidityPool, priced: PricedRange, given: PoolSide, amount: bigint, toleranceBps: number) {
  const deposit = depositFor({ ...priced, given, amount })
  const minimums = minAmounts(deposit, toleranceBps)
  const windowOf = (minimums: Amounts) =>
    deposit.liquidity > 0n ? depositWindow({ ...priced, ...deposit, minimums }) : undefined
  const window = windowOf(minimums)
  const isEnough = window !== undefined || windowOf(minAmounts(deposit, baseToleranceBps(pool.isMeme))) !== undefined
  return {
    ...deposit,
    minimums,
    /** The price range in which the deposit succeeds; `undefined` if it fails even at the current price. */
    window,
    /** Why it fails: an amount too small to survive rounding, or a tolerance tighter than rounding. */
    problem: window ? undefined : isEnough ? ('too tight' as const) : ('too small' as const),
    /** Dollars; `undefined` when a token that is deposited has no price. */
    value: dollarsOf(pool, deposit),
  }
}

/** A deposit of 1,000 dollars, to show an APR before an amount is typed. */
function nominal(pool: LiquidityPool, priced: PricedRange, toleranceBps: number) {
  const given = lockOf('amount0', priced) ? 'amount1' : 'amount0'
  const amount = amountForDollars(tokenOf(pool, given), parseFraction('1000'))
  return amount && amount.units > 0n ? worked(pool, priced, given, amount.units, toleranceBps) : undefined
}
