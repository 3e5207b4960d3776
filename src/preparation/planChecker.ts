import type { Token } from '../domain/token'
import type { Checked } from '../guard/check/checkedPlan'
import { worse } from '../guard/check/worse'
import type { Finding } from '../guard/findings/finding'
import { type AnyPlan, isLiquidity, type Plan, type Step } from '../guard/plan'
import { type LiquidityPlan, takenBackBy } from '../guard/rules/input/ruleInput'
import { isIntact, seal } from '../guard/seal'
import { blocksOf } from '../guard/verdict'
import type { Failure } from '../orders/failure'
import type { Order } from '../orders/order'
import { canRequote } from '../orders/orderReducer'
import type { PlanChecker, Requote, StepCheck } from '../orders/ports'
import type { Refusal, RefusalCode } from '../protocol/refusal'
import { arrivedIn, checkOnChain } from './checkOnChain'
import { historyFrom } from './history'
import { isPreparedByService, prepareLiquidity } from './liquidity/prepareLiquidity'
import { type AskSwap, oneByOne, type PrepareDeps } from './prepareDeps'
import { prepareSwap } from './prepareSwap'
import { newsForOrder } from './recheckChanges'

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

/** Repeats the checks of the review right before the wallet prompt. */
async function recheck(order: Order, { index }: Step, deps: PrepareDeps): Promise<StepCheck> {
  const { plan } = order
  // Once money has moved there is no new plan: only the remaining steps of this one can be simulated.
  const executed = canRequote(order) ? {} : { done: index, arrived: arrivedIn(order) }
  const checked = await checkOnChain(plan, deps, executed)
  const blocks = blocksOf(checked.verdict)
  if (blocks.some(({ renewable }) => renewable === undefined || isLiquidity(plan)))
    return { is: 'refused', failure: refusedByChecks(blocks) }
  // It reverts, brings too little, or its blockhash has expired: a new quote may do better, and is checked again.
  if (blocks.length > 0) return { is: blocks.every(({ renewable }) => renewable === 'expired') ? 'expired' : 'moved' }
  const minimum = plan.quote.minimumReceived?.units ?? 0n
  return {
    is: checked.arrival !== undefined && checked.arrival < minimum ? 'moved' : 'passed',
  }
}

async function requote(order: Order, askSwap: AskSwap, deps: PrepareDeps): Promise<Requote> {
  const { plan } = order
  // A plan that takes back an allowance or a deposit needs no quote: it is checked against the chain as it is now.
  if (takenBackBy(plan.steps, deps.deployment.chains)) {
    const renewed = resealed(plan, unfinishedSteps(order), deps)
    return renewal({ ...(await checkOnChain(renewed, deps)), plan: renewed }, () => [])
  }
  return isLiquidity(plan) ? requoteLiquidity(order, plan, deps) : requoteSwap(plan, askSwap, deps)
}

/** Asks the service for a new plan, with the warnings that are new since the review. */
async function requoteSwap(plan: Plan, askSwap: AskSwap, deps: PrepareDeps): Promise<Requote> {
  const prepared = await prepareSwap(plan.intent, askSwap, deps)
  switch (prepared.is) {
    case 'refused':
      return { is: 'refused', failure: refusedByService(prepared.refusal) }
    case 'no plan':
      return { is: 'refused', failure: refusedByChecks(prepared.findings) }
    case 'checked': {
      const { checked } = prepared
      return renewal(checked, async () => newsForOrder(await checkOnChain(plan, deps), checked))
    }
  }
}

/**
 * Builds the remaining steps for the current chain. The service is not asked again: an accepted deposit stays accepted,
 * and a second request could deposit twice. Transactions of its own are continued unchanged.
 */
async function requoteLiquidity(order: Order, plan: LiquidityPlan, deps: PrepareDeps): Promise<Requote> {
  const steps = unfinishedSteps(order)
  const renewed = isPreparedByService(plan) ? resealed(plan, steps, deps) : await prepareLiquidity(plan.intent, deps)
  const before = await checkOnChain(plan, deps, { done: plan.steps.length - steps.length })
  const after = await checkOnChain(renewed, plan.assertion ? deps : oneByOne(deps))
  return renewal(after, () => worse(before, after))
}

/** A new plan for an order, unless it is blocked. Anything new in it (`news`) needs the person's confirmation. */
async function renewal(
  { plan, verdict }: Pick<Checked, 'plan' | 'verdict'>,
  news: () => readonly Finding[] | Promise<readonly Finding[]>,
): Promise<Requote> {
  const blocks = blocksOf(verdict)
  if (blocks.length > 0) return { is: 'refused', failure: refusedByChecks(blocks) }
  const newWarnings = await news()
  const isNews = newWarnings.length > 0
  return { is: 'plan', plan, needsConfirmation: isNews, ...(isNews && { newWarnings }) }
}

function resealed(plan: AnyPlan, steps: readonly Step[], { clock }: PrepareDeps): AnyPlan {
  const fresh = { steps, receivedAt: clock() }
  return isLiquidity(plan) ? seal({ ...plan, ...fresh }) : seal({ ...plan, ...fresh })
}

/** The steps of an order that are not done, numbered again. */
function unfinishedSteps({ tasks }: Pick<Order, 'tasks'>): readonly Step[] {
  const left = tasks.filter(({ progress }) => progress.at !== 'done')
  return left.map(({ step }, index) => ({ ...step, index }))
}

/** Why an order stops when the checks block it: the findings themselves, which have no sentence of their own. */
function refusedByChecks(findings: readonly Finding[]): Failure {
  return { code: 'refused', facts: { is: 'blocked by checks', findings }, detail: undefined }
}

/** Why an order stops when the service does not give a new quote. */
function refusedByService({ code, said }: Refusal): Failure {
  return {
    code: failureCodes[code] ?? 'refused',
    facts: { is: 'refused by service', refusal: code, said },
    detail: said,
  }
}

const failureCodes: Partial<Record<RefusalCode, Failure['code']>> = {
  unreachable: 'unreachable',
  offline: 'unreachable',
  timeout: 'timeout',
  busy: 'busy',
  failing: 'busy',
}
