import { queryOptions } from '@tanstack/react-query'
import { addressKey } from '../../domain/address'
import { chainKinds } from '../../domain/chainKinds'
import type { Leftover } from '../../guard/forecast'
import { homeOf } from '../../guard/intent'
import { type AnyPlan, isLiquidity, type Step } from '../../guard/plan'
import { revokeStep } from '../../guard/plan/approval'
import { seal } from '../../guard/seal'
import { readLeftovers } from '../../guard/simulate/leftover'
import type { Order } from '../../orders/order'
import type { Deployment } from '../../protocol/deployment'
import type { Wallets } from '../../wallets/wallets'

/** What contracts may still spend of what an order gave, asked of the chain: allowances given before it count too. */
export function remainingApprovalsQuery(wallets: Wallets, deployment: Deployment, { id, plan, tasks }: Order) {
  const { kind, chainId } = homeOf(plan.intent)
  return queryOptions({
    queryKey: ['leftovers', id, plan.hash],
    queryFn: async () => {
      // A newer plan leaves out what was done before it, but what was allowed then still stands.
      const steps = tasks.map(({ step }) => step)
      const others = deployment.chains.find((chain) => chain.chainId === chainId)?.trusted ?? []
      const left = await readLeftovers({ steps, intent: plan.intent }, chainId, wallets.rpc(chainId), others)
      return left.filter((each) => !isDust(each, steps))
    },
    enabled: chainKinds[kind].hasApprovals,
  })
}

/** Less than a billionth of what was given: rounding leaves it, and nobody can do anything with it. */
function isDust({ token, spender, amount }: Leftover, steps: readonly Step[]): boolean {
  return steps.some(
    ({ purpose }) =>
      purpose.does === 'approve' &&
      addressKey(purpose.token) === addressKey(token) &&
      addressKey(purpose.spender) === addressKey(spender) &&
      amount * 1_000_000_000n <= purpose.amount,
  )
}

/** A plan of one step that takes an allowance back. It is carried out like any other order, and moves nothing. */
export function revokePlan({ plan }: Order, { chainId, token, spender }: Leftover, now: number): AnyPlan {
  const step = revokeStep({ chainId, owner: plan.intent.sender, token, spender })
  const quote = { minimumOut: undefined, expectedOut: undefined, path: [], dex: undefined, gasUsd: undefined }
  const taken = { steps: [step], quote, receivedAt: now }
  return isLiquidity(plan) ? seal({ ...taken, intent: plan.intent }) : seal({ ...taken, intent: plan.intent })
}
