import type { OwnedPosition } from '../../../chain/position'
import { positionAmounts } from '../../../components/positions/position'
import type { PoolTokens } from '../../../components/positions/proposal'
import type { SequenceStage } from '../../../components/sequences/sequence'
import type { Amount } from '../../../domain/amount'
import { largestDeposit } from '../../../domain/liquidity/deposit'
import type { Amounts } from '../../../domain/liquidity/liquidity'
import { balancingSwap, holdingsAfter, isWorthwhile, type Trade } from '../../../domain/liquidity/missingSwap'
import type { Range } from '../../../domain/liquidity/range'
import { maxTick, minTick } from '../../../domain/liquidity/tick'
import type { SwapIntent } from '../../../guard/intent'
import type { SequenceGoal } from '../../../orders/sequence'
import type { LiquidityPool } from '../../../preparation/liquidity/liquidityPool'
import type { AddLiquidity } from '../useAddLiquidity'

export type SequenceForecast = ReturnType<typeof forecastSteps>

/**
 * The outcome of the remaining steps, at the pool's current price. `budget`: the amounts to deposit; for a position that is
 * still to be withdrawn, its holdings. `swap`: `undefined` when the amounts fit the range, or the swap is done.
 */
export function forecastSteps(pool: LiquidityPool, range: Range, budget: Amounts, isSwapped: boolean) {
  const traded = tradedPoolOf(pool)
  const found = isSwapped ? undefined : balancingSwap(traded, range, budget)
  const swap = found && isWorthwhile(found, traded, budget) ? found : undefined
  const balances = swap ? holdingsAfter(budget, swap) : budget
  const { sqrtPriceX96 } = swap ?? pool
  const deposit = largestDeposit({ ...range, sqrtPriceX96, balances })
  const left = { amount0: balances.amount0 - deposit.amount0, amount1: balances.amount1 - deposit.amount1 }
  return { budget, swap, deposit, left }
}

/** The forecast of a sequence at a stage; `undefined` until the position to withdraw from is read. */
export function stageForecast(
  stage: SequenceStage,
  pool: LiquidityPool,
  range: Range,
  position: OwnedPosition | undefined,
): SequenceForecast | undefined {
  if (stage.at === 'deposit') return forecastSteps(pool, range, stage.budget, stage.isSwapped)
  if (stage.at !== 'withdrawal' || !position) return undefined
  return forecastSteps(pool, range, positionAmounts({ ...position, pool }), false)
}

/** A pool whose record has no ticks is assumed to be as deep everywhere as at its price. */
export function tradedPoolOf({ sqrtPriceX96, feePpm = 0, bars, liquidity }: LiquidityPool) {
  const even = [{ tickLower: minTick, tickUpper: maxTick, liquidity: liquidity ?? 0n }]
  return { sqrtPriceX96, feePpm, bars: bars.length > 0 ? bars : liquidity ? even : [] }
}

/** The swap as it is asked of the service. */
export function swapIntentOf(trade: Trade, tokens: PoolTokens, account: string): SwapIntent {
  const [sell, { token: buy }] = tradedAmounts(trade, tokens)
  return {
    kind: 'swap',
    sell,
    buy,
    slippageBps: defaultSlippageBps,
    sender: account,
    recipient: account,
    skipNonSwapTransactions: false,
  }
}

/** The input of a trade and its output. */
export function tradedAmounts(
  { sell, amount, bought }: Trade,
  { token0, token1 }: PoolTokens,
): readonly [Amount, Amount] {
  const [sold, got] = sell === 'amount0' ? [token0, token1] : [token1, token0]
  return [
    { token: sold, units: amount },
    { token: got, units: bought },
  ]
}

/** Half a percent, as usual for swaps. */
const defaultSlippageBps = 50

export type StartSequenceProps = {
  readonly liquidity: AddLiquidity
  readonly onStart: (chosen: ChosenSequence) => void
}

/** The goal of a sequence into the chosen pool. */
export type ChosenSequence = Pick<
  SequenceGoal,
  'account' | 'range' | 'toleranceBps' | 'paysCoin' | 'position' | 'budget'
>
