import { queryOptions } from '@tanstack/react-query'
import { addressKey } from '../../domain/address'
import { chainKinds } from '../../domain/chainKinds'
import type { Leftover } from '../../guard/forecast'
import { sourceChainOf } from '../../guard/intent'
import { type AnyPlan, isLiquidity, type Step } from '../../guard/plan'
import { revokeStep } from '../../guard/plan/approval'
import { seal } from '../../guard/seal'
import type { Order } from '../../orders/order'
import type { Deployment } from '../../protocol/deployment/deployment'
import type { Wallets } from '../../wallets/wallets'
import { readLeftovers } from '../approvals/leftover'

/** Allowances that remain after an order, read from the chain; those given before the order count too. */
export function remainingApprovalsQuery(wallets: Wallets, deployment: Deployment, { id, plan, tasks }: Order) {
  const { kind, chainId } = sourceChainOf(plan.intent)
  return queryOptions({
    queryKey: ['leftovers', id, plan.hash],
    queryFn: async () => {
      // A re-quoted plan omits steps that were already done, but their approvals still exist.
      const steps = tasks.map(({ step }) => step)
      const others = deployment.chains.find((chain) => chain.chainId === chainId)?.trusted ?? []
      const left = await readLeftovers({ steps, intent: plan.intent }, chainId, wallets.rpc(chainId), others)
      return left.filter((each) => !isDust(each, steps))
    },
    enabled: chainKinds[kind].hasApprovals,
  })
}

/** Less than a billionth of the approved amount: a remainder of rounding that no one can use. */
function isDust({ token, spender, amount }: Leftover, steps: readonly Step[]): boolean {
  return steps.some(
    ({ purpose }) =>
      purpose.does === 'approve' &&
      addressKey(purpose.token) === addressKey(token) &&
      addressKey(purpose.spender) === addressKey(spender) &&
      amount * 1_000_000_000n <= purpose.amount,
  )
}

/** A plan with one step that revokes an allowance. It runs like any other order and moves no tokens. */
export function revokePlan({ plan }: Order, { chainId, token, spender }: Leftover, now: number): AnyPlan {
  const step = revokeStep({ chainId, owner: plan.intent.sender, token, spender })
  const quote = { minimumReceived: undefined, expectedOut: undefined, path: [], dex: undefined, gasUsd: undefined }
  const taken = { steps: [step], quote, receivedAt: now }
  return isLiquidity(plan) ? seal({ ...taken, intent: plan.intent }) : seal({ ...taken, intent: plan.intent })
}
