import { queryOptions } from '@tanstack/react-query'
import { readAllowance } from '../../chain/allowance'
import type { RpcPort } from '../../chain/rpc'
import type { Services } from '../../components/services'
import { addressKey, isSameAddress, shortAddress } from '../../domain/address'
import { chainKinds } from '../../domain/chainKinds'
import type { Token } from '../../domain/token'
import { givenIn, type SwapIntent, sourceChainOf, tokensIn } from '../../guard/intent'
import { type AnyPlan, evmStepsOn, type Plan, type Step } from '../../guard/plan'
import { revokeStep } from '../../guard/plan/approval'
import { seal } from '../../guard/seal'
import { isAllowanceStep, type Order } from '../../orders/order'
import type { Deployment } from '../../protocol/deployment/deployment'

/** The amount of one token of an account that one contract may still spend. */
export type Allowance = { readonly token: Token; readonly spender: string; readonly amount: bigint }

/** The allowances of an account for each of these tokens and spenders, as they are on chain now, and why some could not be read. */
export async function readAllowances(
  ask: RpcPort,
  owner: string,
  tokens: readonly Token[],
  spenders: readonly string[],
) {
  const pairs = tokens.flatMap((token) =>
    spenders
      .filter((spender) => !isSameAddress(spender, token.address) && !isSameAddress(spender, owner))
      .map((spender) => ({ token, spender })),
  )
  const answers = await Promise.allSettled(
    pairs.map(({ token, spender }) => readAllowance(ask, owner, { token: token.address, spender })),
  )
  return {
    found: pairs.flatMap((pair, index): Allowance[] => {
      const answer = answers[index]
      return answer?.status === 'fulfilled' && answer.value > 0n ? [{ ...pair, amount: answer.value }] : []
    }),
    errors: answers.flatMap((answer) => (answer.status === 'rejected' ? [answer.reason as unknown] : [])),
    asked: pairs.length,
  }
}

/** Allowances that remain after an order; those given before the order count too. */
export function orderApprovalsQuery({ wallets, deployment }: Services, { id, plan, tasks }: Order) {
  const { kind, chainId } = sourceChainOf(plan.intent)
  return queryOptions({
    queryKey: ['approvals', plan.intent.sender, id, plan.hash],
    queryFn: async () => {
      // A re-quoted plan omits steps that were already done, but their approvals still exist.
      const steps = tasks.map(({ step }) => step)
      const left = await readOrderAllowances({ ...plan, steps }, wallets.rpc(chainId), trustedOn(chainId, deployment))
      return left.filter((each) => !isDust(each, steps))
    },
    enabled: chainKinds[kind].hasApprovals,
  })
}

/** The allowances of the tokens that a plan spends or approves, for its contracts and `others`. Rejects where one is unknown. */
export async function readOrderAllowances(
  { steps, intent }: Pick<AnyPlan, 'steps' | 'intent'>,
  ask: RpcPort,
  others: readonly string[] = [],
): Promise<readonly Allowance[]> {
  const chain = sourceChainOf(intent)
  const here = evmStepsOn(steps, chain.chainId)
  const approved = here.flatMap(({ purpose }) => ('spender' in purpose ? [purpose] : []))
  const called = here.filter((step) => !isAllowanceStep(step)).map(({ to }) => to)
  const known = tokensIn(intent).filter((token) => !token.isNative && token.chain.chainId === chain.chainId)
  const unlisted = (address: string): Token => ({
    ...{ id: 0, chain, address, symbol: shortAddress(address), name: '', decimals: 0, isNative: false },
    ...{ price: undefined, imagePath: undefined },
  })
  const tokens = [
    ...known.filter(({ id }) => givenIn(intent).some(({ token }) => token.id === id)),
    ...approved.map(({ token }) => known.find(({ address }) => isSameAddress(address, token)) ?? unlisted(token)),
  ]
  const spenders = [...approved.map(({ spender }) => spender), ...called, ...others]
  const { found, errors } = await readAllowances(
    ask,
    intent.sender,
    withoutRepeats(tokens, ({ address }) => address),
    withoutRepeats(spenders, (spender) => spender),
  )
  if (errors.length > 0) throw errors[0]
  return found
}

function withoutRepeats<Item>(items: readonly Item[], addressOf: (item: Item) => string): readonly Item[] {
  return items.filter(
    (item, index) => items.findIndex((other) => isSameAddress(addressOf(other), addressOf(item))) === index,
  )
}

/** Less than a billionth of the approved amount: a remainder of rounding that no one can use. */
function isDust({ token, spender, amount }: Allowance, steps: readonly Step[]): boolean {
  return steps.some(
    ({ purpose }) =>
      purpose.does === 'approve' &&
      isSameAddress(purpose.token, token.address) &&
      isSameAddress(purpose.spender, spender) &&
      amount * 1_000_000_000n <= purpose.amount,
  )
}

/** The most tokens checked per network, so that a node does not receive thousands of calls. */
const perChain = 40

/** All allowances of an account, on all networks, for this deployment's contracts and the spenders of earlier orders. */
export function accountApprovalsQuery(
  { wallets, deployment }: Services,
  account: string,
  tokens: readonly Token[],
  orders: readonly Order[],
) {
  return queryOptions({
    queryKey: ['approvals', account, tokens.length, orders.length],
    queryFn: async () => {
      const chains = deployment.chains.filter(({ kind }) => chainKinds[kind].hasApprovals)
      const networks = await Promise.all(chains.map(approvalsOn))
      return {
        approvals: networks.flatMap(({ found }) => found),
        /** How many tokens were checked. */
        asked: networks.reduce((sum, { checked }) => sum + checked, 0),
        /** Networks whose node did not answer. */
        failed: networks.flatMap(({ isSilent, name }) => (isSilent ? [name] : [])),
      }
    },
    staleTime: 5_000,
    retry: false,
  })

  async function approvalsOn({ chainId, name }: Deployment['chains'][number]) {
    const listed = tokens.filter(({ chain, isNative }) => chain.chainId === chainId && !isNative).slice(0, perChain)
    const spenders = spendersOn(chainId, orders, deployment)
    const { found, errors, asked } = await readAllowances(wallets.rpc(chainId), account, listed, spenders)
    const isSilent = asked > 0 && errors.length === asked
    return { found, name, isSilent, checked: isSilent ? 0 : listed.length }
  }
}

/** The deployment's own contracts, and every spender that an order of this browser was to approve. */
function spendersOn(chainId: number, orders: readonly Order[], deployment: Deployment): readonly string[] {
  const approved = orders.flatMap(({ tasks }) =>
    evmStepsOn(
      tasks.map(({ step }) => step),
      chainId,
    ).flatMap(({ purpose }) => (purpose.does === 'approve' ? [purpose.spender] : [])),
  )
  const spenders = [...trustedOn(chainId, deployment), ...approved]
  return [...new Map(spenders.map((spender) => [addressKey(spender), spender])).values()]
}

function trustedOn(chainId: number, { chains }: Deployment): readonly string[] {
  return chains.find((chain) => chain.chainId === chainId)?.trusted ?? []
}

/** A plan with one step that revokes an allowance and moves no tokens. It runs like any other order. */
export function revokePlan(account: string, { token, spender }: Allowance, now: number): Plan {
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
