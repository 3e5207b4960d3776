import { largestDeposit, minAmounts, takenAt } from '../../domain/liquidity/deposit'
import { usesToken } from '../../domain/liquidity/liquidity'
import type { CheckInputs } from '../../guard/checkInputs'
import { type PayingIntent, priceWhenTyped } from '../../guard/liquidityIntent'

/** The largest normal price movement, in basis points. Beyond it the deposit is not repriced, so A-32 reports it. */
const calmBps = 500n

/** The parts of a deposit that depend on the price. */
export type Priced = Pick<PayingIntent, 'pay' | 'range' | 'toleranceBps' | 'sqrtPriceX96' | 'typedAtSqrtPriceX96'>

/**
 * The same deposit at the chain's price, where the price has moved so far that it would fail: at most the same amount
 * of either token, in the proportion that the range requires now. `undefined` where it succeeds unchanged, where the
 * price has left or entered the range, or where it is too far from the price at which the person typed.
 */
export function repricedDeposit<Intent extends Priced>(intent: Intent, now: bigint | undefined): Intent | undefined {
  const { pay, range, toleranceBps, sqrtPriceX96: before } = intent
  if (now === undefined || now === before || apartBps(priceWhenTyped(intent), now) > calmBps) return undefined
  const amounts = { amount0: pay[0].units, amount1: pay[1].units }
  const placed = { ...range, sqrtPriceX96: now }
  const isOther = (['amount0', 'amount1'] as const).some(
    (side) => usesToken(side, placed) !== usesToken(side, { ...range, sqrtPriceX96: before }),
  )
  if (isOther) return undefined
  const taken = takenAt({ ...placed, ...amounts })
  const least = minAmounts(amounts, toleranceBps)
  if (taken.amount0 >= least.amount0 && taken.amount1 >= least.amount1) return undefined
  const { amount0, amount1 } = largestDeposit({ ...placed, balances: amounts })
  const repaid = [
    { ...pay[0], units: amount0 },
    { ...pay[1], units: amount1 },
  ] as const
  return { ...intent, pay: repaid, sqrtPriceX96: now, typedAtSqrtPriceX96: priceWhenTyped(intent) }
}

/** The price of the pool as the checks read it from the chain. */
export function priceOnChain({ evidence }: CheckInputs): bigint | undefined {
  return evidence.flatMap((each) => (each.is === 'read' ? (each.poolPrices?.own ?? []) : []))[0]
}

/** Of two square-root prices, how much the higher price exceeds the lower. */
function apartBps(one: bigint, other: bigint): bigint {
  const [low, high] = one < other ? [one, other] : [other, one]
  return ((high * high - low * low) * 10_000n) / (low * low)
}
