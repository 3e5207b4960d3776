import { type AnyPlan, isLiquidity } from '../guard/plan'
import { seal } from '../guard/seal'
import { blocksOf, type Verdict } from '../guard/verdict'
import type { Order } from '../orders/order'
import type { Requote } from '../orders/ports'
import { refusedByChecks } from './failures'
import { checkLiquidityOnChain } from './liquidity/prepareLiquidity'
import type { PrepareDeps } from './prepareDeps'
import { checkSwapOnChain } from './prepareSwap'
import { renewedPlan, unfinishedSteps } from './renewedPlan'

/** A plan that takes back an allowance or a deposit needs no quote: it is checked against the chain as it is now. */
export async function requoteRevocation(order: Order, deps: PrepareDeps): Promise<Requote> {
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
