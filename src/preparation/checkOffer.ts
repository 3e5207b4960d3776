import type { CheckedLiquidity, CheckedPlan } from '../guard/check/checkedPlan'
import { type AnyPlan, isLiquidity } from '../guard/plan'
import type { Order } from '../orders/order'
import { canRequote } from '../orders/orderReducer'
import { historyFrom } from './history'
import { checkLiquidityOnChain } from './liquidity/prepareLiquidity'
import { oneByOne, type PrepareDeps } from './prepareDeps'
import { checkSwapOnChain } from './prepareSwap'
import { arrivedIn } from './recheckSwap'

/** The data of a review of a plan that an order offers. */
export type CheckedOffer =
  | { readonly is: 'swap'; readonly checked: CheckedPlan }
  | { readonly is: 'liquidity'; readonly checked: CheckedLiquidity }

/**
 * Checks a plan that an order offers against the chain as it is now. The journal only identifies the plan: earlier
 * consents and findings do not count. Neither does the plan's age, because an old plan is re-quoted after the click.
 */
export async function checkOffer(
  order: Order,
  plan: AnyPlan,
  deps: Omit<PrepareDeps, 'history'>,
  orders: readonly Order[],
): Promise<CheckedOffer> {
  const open = order.tasks.findIndex(({ progress }) => progress.at !== 'done')
  const done = plan.hash === order.plan.hash && !canRequote(order) && open > 0 ? open : 0
  const maxAge = Number.POSITIVE_INFINITY
  // The order is left out of its own history: its own plan may be sent.
  const own = { ...deps, history: async () => historyFrom(orders.filter(({ id }) => id !== order.id)) }
  const asMade = plan.assertion ? own : oneByOne(own)
  if (isLiquidity(plan))
    return { is: 'liquidity', checked: await checkLiquidityOnChain(plan, asMade, { done, maxAge }) }
  const executed = done > 0 ? { done, arrived: arrivedIn(order) } : {}
  const checked = await checkSwapOnChain(plan, asMade, { ...executed, maxAge })
  return { is: 'swap', checked }
}
