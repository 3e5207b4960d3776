import type { CheckedPlan, CheckOptions } from '../guard/check/checkedPlan'
import { checkPlan } from '../guard/check/checkPlan'
import type { Finding } from '../guard/findings/finding'
import type { SwapIntent } from '../guard/intent'
import type { Plan } from '../guard/plan'
import { planSwap } from '../guard/plan/planSwap'
import { takenBackBy } from '../guard/rules/input/ruleInput'
import { askHeadEarly, type EarlyHead } from '../guard/simulate/evm/chainHead'
import type { Refusal } from '../protocol/refusal'
import { type AskSwap, checkOptions, nativesOf, type PrepareDeps } from './prepareDeps'
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
  shown: ShownMinimum = {},
): Promise<PreparedSwap> {
  const { deployment, tokens } = deps
  const early = askedEarly(intent, deps)
  const outcome = await askSwap(swapRequestFor(intent, deployment.slippageUnit))
  if (outcome.is === 'refused') return { is: 'refused', refusal: outcome.refusal }
  const { value, receivedAt } = outcome.answer
  const planned = planSwap(intent, value, { receivedAt, chains: deployment.chains, natives: nativesOf(tokens) })
  if (planned.is === 'refused') return { is: 'no plan', findings: planned.findings }
  return { is: 'checked', checked: await checkSwapOnChain(planned.plan, deps, shown, early) }
}

/** The service and the node of the sold token's chain are asked at the same time, unless its blocks follow too quickly. */
function askedEarly({ sell, sender }: SwapIntent, { nodes, clock }: PrepareDeps): EarlyHead | undefined {
  const { kind, chainId } = sell.token.chain
  const [node] = kind === 'evm' && nodes.isHeadSteady(chainId) ? nodes.of(chainId) : []
  return node && askHeadEarly({ chainId, sender, onWrong: () => nodes.headWasWrong(chainId) }, node, clock)
}

/** The minimum on the form, in smallest units of the bought token. */
export type ShownMinimum = Pick<CheckOptions, 'shownMinimum'>

/** How far a plan has been carried out: so many steps, which brought so much of the bought token; and how old it may be. */
export type ExecutedSteps = Pick<CheckOptions, 'done' | 'arrived' | 'maxAge'>

/** Simulates and checks a plan against the chain as it is now; of a plan in progress, the steps that are left. */
export async function checkSwapOnChain(
  plan: Plan,
  deps: PrepareDeps,
  executed: ExecutedSteps & ShownMinimum = {},
  early?: EarlyHead,
): Promise<CheckedPlan> {
  const ports = {
    nodes: deps.nodes.of,
    timeout: () => deps.wait(destinationTimeout),
    batches: batchSupport(plan, deps),
    early,
  }
  const checked = await checkPlan(plan, ports, {
    ...(await checkOptions(plan.intent, deps)),
    // A revocation pays no one: the recipient's kind of account must not keep money from coming back.
    ...(takenBackBy(plan.steps, deps.deployment.chains) && { recipient: { is: 'wallet' } }),
    ...executed,
  })
  deps.nodes.cannotSimulate(checked.unsupported)
  return checked
}

/** Only a swap on one chain can be bounded there. */
function batchSupport({ intent, steps }: Plan, { wallets, deployment }: PrepareDeps) {
  const { sell, buy, sender } = intent
  const { kind, chainId } = sell.token.chain
  if (kind !== 'evm' || buy.chain.chainId !== chainId || takenBackBy(steps, deployment.chains)) return undefined
  return wallets.batchSupport?.(sender, chainId)
}

/**
 * How long a destination chain may take to return facts about the recipient, in milliseconds: a quote must not run out
 * in the meantime.
 */
const destinationTimeout = 4_000
