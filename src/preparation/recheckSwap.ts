import type { CheckedPlan } from '../guard/check/checkedPlan'
import type { Plan, Step } from '../guard/plan'
import { blocksOf } from '../guard/verdict'
import type { Order } from '../orders/order'
import { canRequote } from '../orders/orderReducer'
import type { Requote, StepCheck } from '../orders/ports'
import type { StepProgress } from '../orders/progress'
import { refusedByChecks, refusedByService } from './failures'
import type { AskSwap, PrepareDeps } from './prepareDeps'
import { checkSwapOnChain, prepareSwap } from './prepareSwap'
import { newsForOrder } from './recheckChanges'
import { renewedPlan } from './renewedPlan'

/** Repeats the checks of the review right before the wallet prompt. */
export async function recheckSwap(order: Order, plan: Plan, { index }: Step, deps: PrepareDeps): Promise<StepCheck> {
  // Once money has moved there is no new plan: only the remaining steps of this one can be simulated.
  const executed = canRequote(order) ? {} : { done: index, arrived: arrivedIn(order) }
  return judge(plan, await checkSwapOnChain(plan, deps, executed))
}

/** Asks the service for a new plan, with the warnings that are new since the review. */
export async function requoteSwap(plan: Plan, askSwap: AskSwap, deps: PrepareDeps): Promise<Requote> {
  const prepared = await prepareSwap(plan.intent, askSwap, deps)
  switch (prepared.is) {
    case 'refused':
      return { is: 'refused', failure: refusedByService(prepared.refusal) }
    case 'no plan':
      return { is: 'refused', failure: refusedByChecks(prepared.findings) }
    case 'checked': {
      const { checked } = prepared
      const blocks = blocksOf(checked.verdict)
      if (blocks.length > 0) return { is: 'refused', failure: refusedByChecks(blocks) }
      const accepted = await checkSwapOnChain(plan, deps)
      return renewedPlan(checked.plan, newsForOrder(accepted, checked))
    }
  }
}

function judge(plan: Plan, checked: CheckedPlan): StepCheck {
  const blocks = blocksOf(checked.verdict)
  if (blocks.some(({ renewable }) => renewable === undefined))
    return { is: 'refused', failure: refusedByChecks(blocks) }
  // It reverts, brings too little, or its blockhash has expired: a new quote may do better, and is checked again.
  if (blocks.length > 0) return { is: blocks.every(({ renewable }) => renewable === 'expired') ? 'expired' : 'moved' }
  const minimumReceived = plan.quote.minimumReceived?.units
  const hasMoved = minimumReceived !== undefined && checked.arrival !== undefined && checked.arrival < minimumReceived
  return hasMoved ? { is: 'moved' } : { is: 'passed' }
}

/** The finished steps' output of the bought token. */
export function arrivedIn({ tasks }: Order): bigint {
  return tasks.reduce((sum, { progress }) => sum + receivedIn(progress), 0n)
}

function receivedIn(progress: StepProgress): bigint {
  return progress.at === 'done' ? (progress.receipt.received?.units ?? 0n) : 0n
}
