import { queryOptions } from '@tanstack/react-query'
import { readAllowance } from '../../chain/allowance'
import { addressKey } from '../../domain/address'
import { chainKinds } from '../../domain/chainKinds'
import type { Token } from '../../domain/token'
import type { SwapIntent } from '../../guard/intent'
import type { Plan } from '../../guard/plan'
import { revokeStep } from '../../guard/plan/approval'
import { seal } from '../../guard/seal'
import type { Order } from '../../orders/order'
import type { Deployment } from '../../protocol/deployment/deployment'
import type { Wallets } from '../../wallets/wallets'

/** An allowance: the amount of one token of an account that one contract may still spend. */
export type StandingApproval = { readonly token: Token; readonly spender: string; readonly amount: bigint }

export type StandingApprovals = {
  readonly approvals: readonly StandingApproval[]
  /** How many tokens were checked. */
  readonly asked: number
  /** Networks whose node did not answer. */
  readonly failed: readonly string[]
}

export type ApprovalsQuestion = {
  readonly account: string
  readonly tokens: readonly Token[]
  readonly orders: readonly Order[]
  readonly deployment: Deployment
}

/** The most tokens checked per network, so that a node does not receive thousands of calls. */
const perChain = 40

/**
 * All allowances of an account, on all networks, for this deployment's contracts and the spenders of earlier orders.
 */
export function standingApprovalsQuery(wallets: Pick<Wallets, 'rpc'>, question: ApprovalsQuestion) {
  return queryOptions({
    queryKey: ['approvals', question.account, question.tokens.length, question.orders.length],
    queryFn: async (): Promise<StandingApprovals> => {
      const chains = question.deployment.chains.filter(({ kind }) => chainKinds[kind].hasApprovals)
      const found = await Promise.all(
        chains.map(({ chainId, name }) =>
          approvalsOn(chainId, wallets, question).catch(() => ({ approvals: [], asked: 0, failed: [name] })),
        ),
      )
      return {
        approvals: found.flatMap(({ approvals }) => approvals),
        asked: found.reduce((sum, { asked }) => sum + asked, 0),
        failed: found.flatMap(({ failed }) => failed),
      }
    },
    staleTime: 5_000,
    retry: false,
  })
}

async function approvalsOn(
  chainId: number,
  wallets: Pick<Wallets, 'rpc'>,
  { account, tokens, orders, deployment }: ApprovalsQuestion,
): Promise<StandingApprovals> {
  const spenders = spendersOn(chainId, orders, deployment)
  const listed = tokens.filter(({ chain, isNative }) => chain.chainId === chainId && !isNative).slice(0, perChain)
  const ask = wallets.rpc(chainId)
  const pairs = listed.flatMap((token) =>
    spenders
      .filter((spender) => addressKey(spender) !== addressKey(token.address))
      .map((spender) => ({ token, spender })),
  )
  const answers = await Promise.allSettled(
    pairs.map(({ token, spender }) => readAllowance(ask, account, { token: token.address, spender })),
  )
  const [first] = answers
  if (first?.status === 'rejected' && answers.every(({ status }) => status === 'rejected')) throw first.reason
  const approvals = pairs.flatMap((pair, index) => {
    const answer = answers[index]
    return answer?.status === 'fulfilled' && answer.value > 0n ? [{ ...pair, amount: answer.value }] : []
  })
  return { approvals, asked: listed.length, failed: [] }
}

/** The deployment's own contracts, and every spender that an order of this browser was to approve. */
function spendersOn(chainId: number, orders: readonly Order[], { chains }: Deployment): readonly string[] {
  const own = chains.find((chain) => chain.chainId === chainId)?.trusted ?? []
  const approved = orders.flatMap(({ tasks }) =>
    tasks.flatMap(({ step: { purpose, chainId: on } }) =>
      on === chainId && purpose.does === 'approve' ? [purpose.spender] : [],
    ),
  )
  return [...new Map([...own, ...approved].map((spender) => [addressKey(spender), spender])).values()]
}

/** A plan with one step that revokes an allowance and moves no tokens. */
export function revokeAllowancePlan(account: string, { token, spender }: StandingApproval, now: number): Plan {
  const intent: SwapIntent = {
    kind: 'swap',
    sell: { token, units: 0n },
    buy: token,
    slippageBps: 50,
    sender: account,
    recipient: account,
    skipNonSwapTransactions: false,
  }
  const step = revokeStep({ chainId: token.chain.chainId, owner: account, token: token.address, spender })
  const quote = { minimumReceived: undefined, expectedOut: undefined, path: [], dex: undefined, gasUsd: undefined }
  return seal({ intent, steps: [step], quote, receivedAt: now })
}
