import type { CheckedPlan } from '../guard/check/checkedPlan'
import type { Finding } from '../guard/findings/finding'
import type { SwapIntent } from '../guard/intent'
import { planSwap } from '../guard/plan/planSwap'
import type { Refusal } from '../protocol/refusal'
import { checkOnChain, type ExecutedSteps } from './checkOnChain'
import { type AskSwap, nativesOf, type PrepareDeps } from './prepareDeps'
import { swapRequestFor } from './swapRequest'

/** The result of requesting a swap's transactions from the service. */
export type PreparedSwap =
  | { readonly is: 'checked'; readonly checked: CheckedPlan }
  /** The service refused. */
  | { readonly is: 'refused'; readonly refusal: Refusal }
  /** It answered with something that is no plan. No wallet is asked. */
  | { readonly is: 'no plan'; readonly findings: readonly Finding[] }

/**
 * Asks the service for all transactions of a swap, makes a plan of the answer and checks it, also against the minimum that
 * the form showed. Rejects as `askSwap` does.
 */
export async function prepareSwap(
  intent: SwapIntent,
  askSwap: AskSwap,
  deps: PrepareDeps,
  shown: Pick<ExecutedSteps, 'shownMinimum'> = {},
): Promise<PreparedSwap> {
  const { deployment, tokens } = deps
  const outcome = await askSwap(swapRequestFor(intent, deployment.slippageUnit))
  if (outcome.is === 'refused') return { is: 'refused', refusal: outcome.refusal }
  const { value, receivedAt } = outcome.answer
  const planned = planSwap(intent, value, { receivedAt, chains: deployment.chains, natives: nativesOf(tokens) })
  if (planned.is === 'refused') return { is: 'no plan', findings: planned.findings }
  return { is: 'checked', checked: await checkOnChain(planned.plan, deps, shown) }
}
