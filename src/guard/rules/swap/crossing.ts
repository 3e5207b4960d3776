import { isBelow, sumOf } from '../../../domain/bigints'
import type { DeploymentChain } from '../../../protocol/deployment/deployment'
import { type DecodedStep, isToken } from '../../decode/decodedPlan'
import { sameAddress } from '../../decode/evm/address'
import { block, type Finding, holds, warn } from '../../findings/finding'
import type { Promised } from '../../ledger/effect'
import { isPinned } from '../../pinnedTokens'
import { type Rule, rule } from '../../rule'
import { amountFact, amountFactOf, tokenFact } from '../../tokenNames'
import { type CallOf, callsOf, chainOf, changeOf, isVouched, type RuleInput, timeOn } from '../input/ruleInput'
import { bestOutput } from '../market'
import { minSlackBps } from './purposes'

/** A refund waits for the deadline: a deadline more than a day away would hold the money back. */
export const maxCrossingTime = 24n * 60n * 60n
/** How far the refund may be below the best pools, in addition to the tolerance, in basis points. */
const maxBelowBps = 100

/**
 * Rules for cross-chain swaps: the whole input enters one bridge of the deployment, and keeps its value until it
 * arrives.
 */
export const crossingRules: readonly Rule<RuleInput>[] = [
  rule('V-051', ['evm swap'], (input) => {
    if (!input.isCrossChain) return []
    const deposits = callsOf(input, 'bridge')
    const [deposit] = deposits
    if (deposits.length > 1) return [block('V-051.twice', { count: deposits.length })]
    if (!deposit) return withoutBridge(input)
    const { line, call, effect } = deposit
    const { index, chainId } = line.step
    if (!mayBridge(chainOf(input, chainId), call.to)) return [block('V-051.unvouched', { targets: [call.to] }, index)]
    const short = shortfall(effect, input, index)
    if (short.length > 0) return short
    if (isLate(effect, input)) return [block('V-051.late-refund', {}, index)]
    return [holds('V-051')]
  }),
  rule('V-056', ['evm swap'], (input) =>
    promisedRefunds(input).flatMap((refund) => (isStranger(refund, input) ? [] : [judgeRefund(refund, input)])),
  ),
  rule('V-053', ['evm swap'], (input) =>
    promisedRefunds(input)
      .filter((refund) => isStranger(refund, input))
      .map(({ refund, step: { chainId, index } }) => {
        const facts = { token: tokenFact(input.names, refund.asset) }
        const found = chainOf(input, chainId)?.tokens ? block : warn
        return found('V-053.unvouched-token', facts, index)
      }),
  ),
]

type Deposit = CallOf<'bridge'>

/**
 * The wrapped token and the position manager are trusted, but are no bridges: the usual wrapped token (WETH9) accepts
 * any call, and wraps the native value.
 */
export function mayBridge(chain: DeploymentChain | undefined, contract: string): boolean {
  const isOther = [chain?.wrappedNative, chain?.positionManager].some((other) => sameAddress(other, contract))
  return isVouched(chain, contract) && !isOther
}

/** An undecoded call may contain a bridge only in a contract of the deployment; elsewhere it does not count as one. */
function withoutBridge(input: RuleInput): readonly Finding[] {
  const { name } = input.intent.buy.chain
  const hidden = input.decoded.steps.filter(({ unread }) => unread.length > 0)
  const strange = hidden.find(({ step }) => !mayBridge(chainOf(input, step.chainId), step.to))
  const [first] = hidden
  if (!first) return [block('V-051.no-bridge', { chain: name })]
  if (strange) return [block('V-051.unvouched', { targets: [strange.step.to] }, strange.step.index)]
  return [warn('V-051.hidden', { chain: name }, first.step.index)]
}

/** Native coins may be sold in their wrapped form, and pay the bridge's fee in addition. */
function shortfall({ token, amount }: Deposit['effect'], input: RuleInput, step: number): readonly Finding[] {
  const { sell, sender } = input.intent
  if (!isSold(token, input)) {
    // The bridge may take another token, when an earlier call of the plan bought it with everything that is sold.
    const bought = input.decoded.steps.flatMap(({ flow }) =>
      flow.inflows.filter((giving) => sameAddress(giving.token, token) && sameAddress(giving.to, sender)),
    )
    const isEnough = bought.length > 0 && sumOf(bought.map(({ minimum }) => minimum)) >= amount
    return isEnough ? [] : [block('V-051.other-token', { token: tokenFact(input.names, token) }, step)]
  }
  if (!isBelow(amount, sell.units)) return []
  const [deposit, least] = [amount, sell.units].map((units) => amountFactOf({ token: sell.token, units }))
  return [block('V-051.low-deposit', { deposit: deposit!, least: least! }, step)]
}

function isSold(token: string, input: RuleInput): boolean {
  const { sell } = input.intent
  const wrapped = chainOf(input, sell.token.chain.chainId)?.wrappedNative
  return isToken(token, sell.token) || (sell.token.isNative && sameAddress(token, wrapped))
}

/**
 * The amount of the refundable token that was bought in the simulation: by the bridge, or by an earlier call for the person,
 * who then has it until the deposit.
 */
function broughtBy({ by, refund }: Promised, { intent, runs: [run] }: RuleInput): bigint {
  if (!run) return 0n
  if (refund.isBought) return changeOf(run.changes, by, refund.asset)
  return changeOf(run.changes, intent.sender, refund.asset) + refund.least
}

/** A refund would have to wait longer than a cross-chain swap takes. */
function isLate({ deadline }: Deposit['effect'], { inputs, intent }: RuleInput): boolean {
  return deadline !== undefined && deadline > timeOn(inputs, intent.sell.token.chain.chainId) + maxCrossingTime
}

type Refund = Promised & { readonly step: DecodedStep['step'] }

/** Promises whose refund is in another asset than the input. */
function promisedRefunds(input: RuleInput): readonly Refund[] {
  const promises = input.decoded.steps.flatMap(({ step, flow }) => flow.promises.map((one) => ({ ...one, step })))
  return input.isCrossChain ? promises.filter(({ refund }) => refund.isBought || !isSold(refund.asset, input)) : []
}

function isStranger({ refund: { asset }, step: { chainId } }: Refund, input: RuleInput): boolean {
  return !isToken(asset, input.intent.sell.token) && !isPinned(asset, chainId, chainOf(input, chainId))
}

function judgeRefund(promised: Refund, input: RuleInput): Finding {
  const { asset: token, least } = promised.refund
  const { index } = promised.step
  const brought = broughtBy(promised, input)
  if (brought <= 0n) return warn('V-056.refund-not-weighed', {}, index)
  const slackBps = minSlackBps(input.intent)
  const minimum = amountFact(input.names, token, least)
  if (Number(((brought - least) * 10_000n) / brought) > slackBps)
    return block('V-056.refund-low', { minimum, brings: amountFact(input.names, token, brought) }, index)
  const pools = bestOutput(input, input.intent.sell.units, token)
  if (pools === undefined) return warn('V-056.refund-not-weighed', {}, index)
  if (least * 10_000n >= pools * BigInt(Math.max(0, 10_000 - slackBps - maxBelowBps))) return holds('V-056')
  return warn('V-056.refund-below-pools', { minimum, pools: amountFact(input.names, token, pools) }, index)
}
