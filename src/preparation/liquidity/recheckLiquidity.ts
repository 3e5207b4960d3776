import { worse } from '../../guard/check/worse'
import type { Step } from '../../guard/plan'
import type { LiquidityPlan } from '../../guard/rules/input/liquidityRuleInput'
import { seal } from '../../guard/seal'
import { blocksOf } from '../../guard/verdict'
import type { Order } from '../../orders/order'
import { canRequote } from '../../orders/orderReducer'
import type { Requote, StepCheck } from '../../orders/ports'
import { refusedByChecks } from '../failures'
import { oneByOne, type PrepareDeps } from '../prepareDeps'
import { renewedPlan, unfinishedSteps } from '../renewedPlan'
import { checkLiquidityOnChain, isPreparedByService, prepareLiquidity } from './prepareLiquidity'

/** Repeats the checks of the review right before the wallet prompt. */
export async function recheckLiquidity(
  order: Order,
  plan: LiquidityPlan,
  { index }: Step,
  deps: PrepareDeps,
): Promise<StepCheck> {
  const { verdict } = await checkLiquidityOnChain(plan, deps, { done: canRequote(order) ? 0 : index })
  const blocks = blocksOf(verdict)
  return blocks.length > 0 ? { is: 'refused', failure: refusedByChecks(blocks) } : { is: 'passed' }
}

/**
 * Builds the remaining steps for the current chain. The service is not asked again: an accepted deposit stays accepted,
 * and a second request could deposit twice. Transactions of its own are continued unchanged.
 */
export async function requoteLiquidity(order: Order, plan: LiquidityPlan, deps: PrepareDeps): Promise<Requote> {
  const steps = unfinishedSteps(order)
  const renewed = isPreparedByService(plan)
    ? seal({ ...plan, steps, receivedAt: deps.clock() })
    : await prepareLiquidity(plan.intent, deps)
  const before = await checkLiquidityOnChain(plan, deps, { done: plan.steps.length - steps.length })
  const after = await checkLiquidityOnChain(renewed, plan.assertion ? deps : oneByOne(deps))
  const blocks = blocksOf(after.verdict)
  if (blocks.length > 0) return { is: 'refused', failure: refusedByChecks(blocks) }
  return renewedPlan(after.plan, worse(before, after))
}
