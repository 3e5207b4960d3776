import { sumOf } from '../domain/bigints'
import type { AnyCheckedPlan } from '../guard/check/checkedPlan'
import { type AnyPlan, isLiquidity } from '../guard/plan'
import type { Order } from '../orders/order'
import { canRequote } from '../orders/orderReducer'
import { historyFrom } from './history'
import { checkLiquidityOnChain } from './liquidity/prepareLiquidity'
import { oneByOne, type PrepareDeps } from './prepareDeps'
import { checkSwapOnChain, type ExecutedSteps } from './prepareSwap'

/** Simulates and checks a plan against the chain as it is now. */
export function checkOnChain(plan: AnyPlan, deps: PrepareDeps, executed: ExecutedSteps = {}): Promise<AnyCheckedPlan> {
  return isLiquidity(plan) ? checkLiquidityOnChain(plan, deps, executed) : checkSwapOnChain(plan, deps, executed)
}

/**
 * Checks a plan that an order offers against the chain as it is now. The journal only identifies the plan: earlier
 * consents and findings do not count. Neither does the plan's age, because an old plan is re-quoted after the click.
 */
export function checkOffer(
  order: Order,
  plan: AnyPlan,
  deps: Omit<PrepareDeps, 'history'>,
  orders: readonly Order[],
): Promise<AnyCheckedPlan> {
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
