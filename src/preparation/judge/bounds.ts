import type { CheckedLiquidity, CheckedPlan } from '../../guard/check/checkedPlan'
import { type DecodedPlan, decodePlan } from '../../guard/decode/decodedPlan'
import { givenIn } from '../../guard/intent'
import type { Change } from '../../guard/ledger/fold'
import { type AnyPlan, isLiquidity } from '../../guard/plan'
import type { DeploymentChain } from '../../protocol/deployment/deployment'
import { type JudgedBounds, judgedAmount, judgedForecast } from './judgement'

/** The maximum outflow and the minimum inflow of a checked swap. */
export function swapBounds({ plan, inputs, decodedMinimum, arrival, forecast, cost }: CheckedPlan): JudgedBounds {
  return {
    pays: givenIn(plan.intent).map(judgedAmount),
    ...(decodedMinimum !== undefined && { promised: `${decodedMinimum}` }),
    ...stopsIn(decodePlan(plan.intent, plan.steps, inputs.chains)),
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
  const decoded = decodePlan(plan.intent, plan.steps, chains)
  const { decodedMinimum } = decoded
  return { pays, ...(decodedMinimum !== undefined && { promised: `${decodedMinimum}` }), ...stopsIn(decoded) }
}

function stopsIn({ stops }: DecodedPlan): Pick<JudgedBounds, 'after'> {
  if (stops.length === 0) return {}
  const sumsOf = (changes: readonly Change[], which: 'paid' | 'received') =>
    changes.flatMap(({ asset, [which]: units }) => (units > 0n ? [{ token: asset, units: `${units}` }] : []))
  const after = stops.map(({ index, changes }) => ({
    order: index + 1,
    paid: sumsOf(changes, 'paid'),
    received: sumsOf(changes, 'received'),
  }))
  return { after }
}
