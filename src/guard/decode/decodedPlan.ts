import { larger, sumOf } from '../../domain/bigints'
import type { Token } from '../../domain/token'
import type { DeploymentChain } from '../../protocol/deployment/deployment'
import type { Reason } from '../findings/reason'
import { type Intent, type SwapIntent, sourceChainOf } from '../intent'
import { type Change, changesOf } from '../ledger/fold'
import { isNamedBy } from '../pinnedTokens'
import { type EvmStep, isEvmStep, type Purpose, type Step } from '../plan'
import { native, sameAddress } from './evm/address'
import { type ContractCall, everyCall, unreadReasons } from './evm/call'
import { decodeCall } from './evm/decodeCall'
import { accountId } from './evm/effects'
import { type Outflow, type TokenFlow, tokenFlowOf } from './tokenFlow'

/** The decoded steps of a plan, and their totals. */
export type DecodedPlan = {
  readonly steps: readonly DecodedStep[]
  /** The most that the decoded steps take from the person and do not return, by token, on the source chain. */
  readonly outflows: readonly Outflow[]
  /** The sums after each step on the source chain: the plan may stop there. */
  readonly stops: readonly PlanStop[]
  /**
   * The least of the bought token that the decoded steps pay to the recipient and do not take again; `undefined` when no
   * step has a minimum.
   */
  readonly decodedMinimum: bigint | undefined
}

export type PlanStop = { readonly index: number; readonly changes: readonly Change[] }

export type DecodedStep = {
  readonly step: EvmStep
  readonly call: ContractCall
  readonly flow: TokenFlow
  /** Why the step is not fully decoded; empty when it is. */
  readonly unread: readonly Reason[]
}

export function decodePlan(intent: Intent, steps: readonly Step[], chains: readonly DeploymentChain[]): DecodedPlan {
  const lines = steps.filter(isEvmStep).map((step) => decodeStep(step, chains))
  const here = lines.filter(({ step }) => step.chainId === sourceChainOf(intent).chainId)
  // Payments of another signer count, too.
  const accounts = [intent.sender, ...here.map(({ step }) => step.from)].map(accountId)
  const sums = here.map(({ flow }) => flow.sums)
  const stops = here.map(({ step }, at) => ({ index: step.index, changes: changesOf(sums.slice(0, at + 1), accounts) }))
  return {
    steps: lines,
    outflows: (stops.at(-1)?.changes ?? []).flatMap(({ asset, paid }) =>
      paid > 0n ? [{ token: asset, amount: paid }] : [],
    ),
    stops,
    decodedMinimum: intent.kind === 'swap' ? decodedMinimumOf(here, intent) : undefined,
  }
}

export function decodeStep(step: EvmStep, chains: readonly DeploymentChain[]): DecodedStep {
  const { to, from, value, data, chainId } = step
  const settings = chains.find((chain) => chain.chainId === chainId)
  const wrapped = settings?.wrappedNative
  const call = decodeCall({ to, caller: from, value, data }, { user: from, wrapped, chainId })
  const isNamed = (address: string) => address === native || isNamedBy(settings, address, chainId)
  return { step, call, flow: tokenFlowOf(call, wrapped, isNamed), unread: unreadReasons(call) }
}

/** The purpose of a step, by the decoded effects of its call. */
export function purposeOf(call: ContractCall): Purpose {
  const effects = everyCall(call).map(({ effect }) => effect)
  const [first] = effects
  if (unreadReasons(call).length > 0 || !first) return { does: 'opaque' }
  if (first.does === 'approve' && first.by === 'approve') {
    const { token, spender, amount } = first
    return amount === 0n ? { does: 'reset', token, spender } : { does: 'approve', token, spender, amount }
  }
  if (effects.some(({ does }) => does === 'swap' || does === 'bridge')) return { does: 'swap' }
  if (effects.some(({ does }) => does === 'mint' || does === 'position' || does === 'create pool'))
    return { does: 'deposit' }
  if (effects.length === 1 && first.does === 'reclaim') return { does: 'reclaim', id: first.id }
  if (first.does === 'wrap' || first.does === 'unwrap') return { does: first.does }
  return { does: 'opaque' }
}

/** Whether a token address (or `native`) on a chain is this token. */
export function isToken(token: string, { isNative, address }: Token): boolean {
  return isNative ? token === native : sameAddress(token, address)
}

function decodedMinimumOf(lines: readonly DecodedStep[], { buy, sell, recipient }: SwapIntent): bigint | undefined {
  const crosses = buy.chain.chainId !== sell.token.chain.chainId
  const promises = crosses
    ? lines.flatMap(({ flow }) => flow.promises.map(({ least }) => least))
    : lines.flatMap(({ flow }) =>
        flow.inflows
          .filter(({ token, to }) => isToken(token, buy) && sameAddress(to, recipient))
          .map(({ minimum }) => minimum),
      )
  if (promises.length === 0) return undefined
  const taken = crosses ? [] : lines.flatMap(({ flow }) => flow.outflows.filter(({ token }) => isToken(token, buy)))
  return larger(sumOf(promises) - sumOf(taken.map(({ amount }) => amount)), 0n)
}
