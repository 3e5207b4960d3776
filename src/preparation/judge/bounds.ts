import type { CheckedPlan } from '../../guard/check/checkedPlan'
import type { CheckedLiquidity } from '../../guard/check/checkLiquidity'
import { decodePlan } from '../../guard/decode/decodedPlan'
import { givenIn } from '../../guard/intent'
import { type AnyPlan, isLiquidity } from '../../guard/plan'
import type { DeploymentChain } from '../../protocol/deployment/deployment'
import { type JudgedBounds, judgedAmount, judgedForecast } from './judgement'

/** The maximum outflow and the minimum inflow of a checked swap. */
export function swapBounds({ plan, decodedMinimum, arrival, forecast, cost }: CheckedPlan): JudgedBounds {
  return {
    pays: givenIn(plan.intent).map(judgedAmount),
    ...(decodedMinimum !== undefined && { promised: `${decodedMinimum}` }),
    ...(arrival !== undefined && { arrives: `${arrival}` }),
    ...(cost !== undefined && { networkFee: `${cost.fee}` }),
    ...judgedForecast(forecast),
  }
}

/** The maximum outflow of a checked deposit, increase or withdrawal. */
export function liquidityBounds({ plan, forecast, cost }: CheckedLiquidity): JudgedBounds {
  return {
    pays: givenIn(plan.intent).map(judgedAmount),
    ...(cost !== undefined && { networkFee: `${cost.fee}` }),
    ...judgedForecast(forecast),
  }
}

/** The bounds that can be read from a stored plan: nothing of it is simulated again. */
export function storedBounds(plan: AnyPlan, chains: readonly DeploymentChain[]): JudgedBounds {
  const pays = givenIn(plan.intent).map(judgedAmount)
  if (isLiquidity(plan)) return { pays }
  const { decodedMinimum } = decodePlan(plan.intent, plan.steps, chains)
  return { pays, ...(decodedMinimum !== undefined && { promised: `${decodedMinimum}` }) }
}
