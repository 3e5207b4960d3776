import type { Token } from '../domain/token'
import { type AnyPlan, isLiquidity, type Step } from '../guard/plan'
import { takenBackBy } from '../guard/rules/input/scopeOfPlan'
import { isIntact, seal } from '../guard/seal'
import { blocksOf, type Verdict } from '../guard/verdict'
import type { Order } from '../orders/order'
import type { PlanChecker, Requote, StepCheck } from '../orders/ports'
import { refusedByChecks } from './failures'
import { historyFrom } from './history'
import { checkLiquidityOnChain } from './liquidity/prepareLiquidity'
import { recheckLiquidity, requoteLiquidity } from './liquidity/recheckLiquidity'
import type { AskSwap, PrepareDeps } from './prepareDeps'
import { checkSwapOnChain } from './prepareSwap'
import { recheckSwap, requoteSwap } from './recheckSwap'
import { renewedPlan, unfinishedSteps } from './renewedPlan'

export type PlanCheckerDeps = Omit<PrepareDeps, 'tokens' | 'history'> & {
  readonly askSwap: AskSwap
  readonly tokens: () => Promise<readonly Token[]>
  /** The orders of this browser, so that no plan is sent twice. */
  readonly orders: () => readonly Order[]
}

/** Asks the service and the checks again while an order is in progress, with the same questions as at the review. */
export function createPlanChecker(deps: PlanCheckerDeps): PlanChecker {
  return {
    isIntact,
    checkStep: async (order, step) => recheck(order, step, await depsFor(order, deps)),
    requote: async (order) => requote(order, deps.askSwap, await depsFor(order, deps)),
  }
}

/** The order is left out of its own history: its own plan may be sent. */
async function depsFor({ id }: Order, { tokens, orders, ...deps }: PlanCheckerDeps): Promise<PrepareDeps> {
  const others = orders().filter((order) => order.id !== id)
  return { ...deps, tokens: await tokens(), history: async () => historyFrom(others) }
}

function recheck(order: Order, step: Step, deps: PrepareDeps): Promise<StepCheck> {
  const { plan } = order
  return isLiquidity(plan) ? recheckLiquidity(order, plan, step, deps) : recheckSwap(order, plan, step, deps)
}

function requote(order: Order, askSwap: AskSwap, deps: PrepareDeps): Promise<Requote> {
  const { plan } = order
  if (takenBackBy(plan.steps, deps.deployment.chains)) return requoteRevocation(order, deps)
  return isLiquidity(plan) ? requoteLiquidity(order, plan, deps) : requoteSwap(plan, askSwap, deps)
}

/** A plan that takes back an allowance or a deposit needs no quote: it is checked against the chain as it is now. */
async function requoteRevocation(order: Order, deps: PrepareDeps): Promise<Requote> {
  const fresh = { steps: unfinishedSteps(order), receivedAt: deps.clock() }
  const { plan } = order
  const renewed = isLiquidity(plan) ? seal({ ...plan, ...fresh }) : seal({ ...plan, ...fresh })
  const blocks = blocksOf(await verdictOn(renewed, deps))
  return blocks.length > 0 ? { is: 'refused', failure: refusedByChecks(blocks) } : renewedPlan(renewed)
}

async function verdictOn(plan: AnyPlan, deps: PrepareDeps): Promise<Verdict> {
  const checked = isLiquidity(plan) ? checkLiquidityOnChain(plan, deps) : checkSwapOnChain(plan, deps)
  return (await checked).verdict
}
