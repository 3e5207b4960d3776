import { sumOf } from '../domain/bigints'
import type { Checked, CheckOptions } from '../guard/check/checkedPlan'
import { checkPlan } from '../guard/check/checkPlan'
import { destinationChainOf, sourceChainOf } from '../guard/intent'
import type { AnyPlan } from '../guard/plan'
import { takenBackBy } from '../guard/rules/input/ruleInput'
import type { Order } from '../orders/order'
import { canRequote } from '../orders/orderReducer'
import { historyFrom } from './history'
import { checkOptions, oneByOne, type PrepareDeps } from './prepareDeps'

/**
 * How far a plan has been carried out: so many steps, which brought so much of the bought token. How old it may be, and the
 * minimum that the form showed, in smallest units of the bought token.
 */
export type ExecutedSteps = Pick<CheckOptions, 'done' | 'arrived' | 'maxAge' | 'shownMinimum'>

/** Simulates and checks a plan against the chain as it is now; of a plan in progress, the steps that are left. */
export async function checkOnChain<Asked extends AnyPlan>(
  plan: Asked,
  deps: PrepareDeps,
  executed: ExecutedSteps = {},
): Promise<Checked<Asked>> {
  const { nodes, wait, deployment } = deps
  const timeout = () => wait(destinationTimeout)
  return checkPlan(
    plan,
    { nodes, timeout, batches: batchSupport(plan, deps) },
    {
      ...(await checkOptions(plan.intent, deps)),
      // A revocation pays no one: the recipient's kind of account must not keep money from coming back.
      ...(takenBackBy(plan.steps, deployment.chains) && { recipient: { is: 'wallet' } }),
      ...executed,
    },
  )
}

/** Only a swap on one chain, or a deposit, can be bounded there. */
function batchSupport({ intent, steps }: AnyPlan, { wallets, deployment }: PrepareDeps) {
  const { kind, chainId } = sourceChainOf(intent)
  const isHere = kind === 'evm' && destinationChainOf(intent).chainId === chainId
  if (!isHere || intent.kind === 'withdraw' || takenBackBy(steps, deployment.chains)) return undefined
  return wallets.batchSupport?.(intent.sender, chainId)
}

/**
 * How long a destination chain may take to return facts about the recipient, in milliseconds: a quote must not run out
 * in the meantime.
 */
const destinationTimeout = 4_000

/**
 * Checks a plan that an order offers against the chain as it is now. The journal only identifies the plan: earlier
 * consents and findings do not count. Neither does the plan's age, because an old plan is re-quoted after the click.
 */
export function checkOffer(
  order: Order,
  plan: AnyPlan,
  deps: Omit<PrepareDeps, 'history'>,
  orders: readonly Order[],
): Promise<Checked> {
  const open = order.tasks.findIndex(({ progress }) => progress.at !== 'done')
  const done = plan.hash === order.plan.hash && !canRequote(order) && open > 0 ? open : 0
  // The order is left out of its own history: its own plan may be sent.
  const own = { ...deps, history: async () => historyFrom(orders.filter(({ id }) => id !== order.id)) }
  const arrived = done > 0 ? arrivedIn(order) : 0n
  return checkOnChain(plan, plan.assertion ? own : oneByOne(own), { done, arrived, maxAge: Number.POSITIVE_INFINITY })
}

/** The finished steps' output of the bought token. */
export function arrivedIn({ tasks }: Order): bigint {
  const outputs = tasks.map(({ progress }) => (progress.at === 'done' ? progress.receipt.received?.units : undefined))
  return sumOf(outputs.flatMap((units) => units ?? []))
}
