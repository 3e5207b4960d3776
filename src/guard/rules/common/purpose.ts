import { sumOf } from '../../../domain/bigints'
import { cleanText } from '../../../domain/text/label'
import { permit2 } from '../../../protocol/deployment/venues'
import { type DecodedStep, isToken, purposeOf } from '../../decode/decodedPlan'
import { isReserved, sameAddress, zeroAddress } from '../../decode/evm/address'
import { type ContractCall, type Effect, everyCall } from '../../decode/evm/call'
import { increaseData, withdrawData } from '../../decode/evm/liquidityCalls'
import { block, holds, warn } from '../../findings/finding'
import { type Reason, reason } from '../../findings/reason'
import type { IncreaseIntent, WithdrawIntent } from '../../liquidityIntent'
import { isPinned } from '../../pinnedTokens'
import { type Rule, rule } from '../../rule'
import { everyLiquidityPlan, everySwap, evmSwapPlans, removing } from '../../scope'
import {
  callsOf,
  chainOf,
  changeOf,
  isVouched,
  type LiquidityRuleInput,
  type RuleInput,
  soldOf,
} from '../input/ruleInput'
import { calls, takes } from './approvals'
import { leftWrapped } from './flows'

/** Enough to recognise a label of the service. */
const maxLabelLength = 60

/** The purposes of the calls of a swap, from their calldata only. */
export const swapPurposeRules: readonly Rule<RuleInput>[] = [
  rule('V-001', evmSwapPlans, ({ intent, decoded }) =>
    decoded.steps.flatMap(({ step: { to: contract, index } }) => {
      const isNone = [zeroAddress, intent.sender].some((other) => sameAddress(other, contract)) || isReserved(contract)
      return isNone ? [block('V-001.reserved', { contract }, index)] : []
    }),
  ),
  rule('V-054', evmSwapPlans, (input) => [
    ...needlessSteps(input).map(({ step }) => block('V-054.needless', { contract: step.to }, step.index)),
    // Labels of the service decide nothing; a misleading one makes a transaction look harmless.
    ...input.decoded.steps.flatMap(({ step, call }) => {
      const label = typeof step.said?.type === 'string' ? step.said.type.trim().toLowerCase() : ''
      const isApproval = call.effect.does === 'approve'
      if (!/approv|swap/.test(label) || /approv/.test(label) === isApproval) return []
      return [warn('V-054.mislabelled', { label: cleanText(label, maxLabelLength), isApproval }, step.index)]
    }),
    holds('V-054'),
  ]),
  rule('V-011', evmSwapPlans, ({ decoded }) => {
    const found = decoded.steps.flatMap(({ step, call }) =>
      everyCall(call).flatMap(({ effect, name }) => {
        const what = whatsForbidden(effect)
        return what ? [block('V-011.forbidden', { name, what }, step.index)] : []
      }),
    )
    return [...found, holds('V-011')]
  }),
  rule('V-054', everySwap, ({ plan }) => (plan.steps.length === 0 ? [block('V-054.nothing', {})] : [])),
]

/** The purposes of the calls of a deposit or a withdrawal. */
export const liquidityPurposeRules: readonly Rule<LiquidityRuleInput>[] = [
  rule('V-054', ['deposit', 'revocation'], (input) => {
    const { steps } = input.decoded
    if (input.scope === 'revocation') return [holds('V-054')]
    const found = steps.flatMap(({ step, call, unread }) => [
      ...unread.map((why) => block('V-054.unreadable', { why }, step.index)),
      ...everyCall(call)
        .filter(({ effect }) => !partsOfDeposit.includes(effect.does))
        .map(({ to }) => block('V-054.needless', { contract: to }, step.index)),
    ])
    if (found.length > 0) return found
    const mints = callsOf(input, 'mint')
    const last = lastCall(input)
    if (!last || mints.length !== 1) return [block('V-054.several', { count: mints.length })]
    if (mints[0]?.line === last) return [holds('V-054')]
    return [block('V-054.needless', { contract: last.step.to }, last.step.index)]
  }),
  // The app writes these calls itself, so that none of their terms has to be judged.
  rule('V-048', ['increase', ...removing], (input) => {
    const { intent, decoded, source } = input
    if (intent.kind === 'deposit') return []
    const line = lastCall(input)
    const isOnly = decoded.steps.every((other) => other === line || other.call.effect.does === 'approve')
    const wanted = dataOf(intent, line?.flow.deadlines[0], source?.wrappedNative)
    const isSame = isOnly && line !== undefined && line.step.data.toLowerCase() === wanted?.toLowerCase()
    return [isSame ? holds('V-048') : block('V-048.other', {}, line?.step.index)]
  }),
  rule('V-035', everyLiquidityPlan, ({ intent, decoded, source }) => {
    const manager = intent.pool.positionManager
    const stray = decoded.steps.find(
      ({ step, call }) => call.effect.does !== 'approve' && !sameAddress(step.to, manager),
    )
    if (stray) return [block('V-035.other-contract', { contract: stray.step.to }, stray.step.index)]
    if (isVouched(source, manager)) return [holds('V-035')]
    // No tokens are sent to a contract that only the service names; withdrawing from one is always allowed.
    const facts = { contract: manager }
    return [intent.kind === 'withdraw' ? warn('V-035.only-record', facts) : block('V-035.only-record', facts)]
  }),
]

/** A sweep returns unused tokens; the reason of an unread call is reported already. */
const partsOfDeposit: readonly Effect['does'][] = ['approve', 'batch', 'mint', 'create pool', 'sweep', 'unknown']

/** A plan that is one transaction takes its approvals back at the end. */
function lastCall({ decoded }: LiquidityRuleInput): DecodedStep | undefined {
  return decoded.steps.findLast(({ call: { effect } }) => effect.does !== 'approve' || effect.amount > 0n)
}

/** Only the wrapped coin can be unwrapped: the pool has to hold it. */
function dataOf(intent: IncreaseIntent | WithdrawIntent, deadline = 0n, wrapped?: string): string | undefined {
  if (intent.kind === 'increase') return increaseData(intent, deadline)
  const { coin, pool } = intent
  const isPooled = coin?.isNative && [pool.token0, pool.token1].some(({ address }) => sameAddress(address, wrapped))
  return coin && !isPooled ? undefined : withdrawData(intent, wrapped, deadline)
}

/** The effect of a call that no swap needs; `undefined` for others. */
function whatsForbidden(effect: Effect): Reason | undefined {
  if (effect.does === 'forbidden') return effect.what
  const isAboutPositions = effect.does === 'position' || effect.does === 'mint' || effect.does === 'create pool'
  return isAboutPositions ? reason('forbidden.changes-positions', {}) : undefined
}

/** Next to calls that can be read, one that cannot has at least this share of the amount to sell: a hundredth. */
const minPart = 100n

/** The steps that a swap, a refund or a revocation does not need. */
function needlessSteps(input: RuleInput): readonly DecodedStep[] {
  const { decoded, scope } = input
  const idle = scope === 'evm swap' ? idleSteps(input) : []
  return decoded.steps.filter(
    (line) => idle.includes(line) || isTokenMisused(line, input) || isLooseRefund(line, input),
  )
}

/** Token functions that a swap does not need. */
function isTokenMisused({ step: { to, chainId }, call, unread }: DecodedStep, input: RuleInput): boolean {
  const { sell, buy } = input.intent
  const isTraded = [sell.token, buy].some((token) => !token.isNative && sameAddress(token.address, to))
  if (isTraded && (unread.length > 0 || !isTokenCall(call))) return true
  // The usual wrapped token contract (WETH9) accepts any call: it ignores calldata that it cannot decode.
  return everyCall(call).some(
    (one) =>
      one.effect.does !== 'pay' &&
      !isTokenCall(one) &&
      one.data !== '0x' &&
      isPinned(one.to, chainId, chainOf(input, chainId)),
  )
}

/** The calls that a swap may make to a traded token: approve, wrap, unwrap. */
function isTokenCall({ effect }: ContractCall): boolean {
  return ['approve', 'wrap', 'unwrap'].includes(effect.does)
}

/** A deposit is taken back only by itself, in a plan that does nothing else. */
function isLooseRefund({ call }: DecodedStep, { scope, decoded }: RuleInput): boolean {
  const isAlone = scope === 'refund' && decoded.steps.length === 1
  return !isAlone && everyCall(call).some(({ effect }) => effect.does === 'reclaim')
}

/**
 * An undecoded call may be the swap itself, or the part of it that no decoded call sells. Next to a swap of nearly the whole
 * amount it has no purpose, and neither has a second undecoded contract, or a call that sells nothing when simulated.
 */
function idleSteps(input: RuleInput): readonly DecodedStep[] {
  const { decoded, intent } = input
  const readable = decoded.steps.filter(({ unread }) => unread.length === 0)
  const opaque = decoded.steps.filter(({ unread }) => unread.length > 0)
  const purposeless = readable.filter(
    (line) => !hasPurpose(input, line) || isUnusedApproval(input, line) || isEmpty(input, line),
  )
  // An amount that a step only wraps is still to be sold.
  const sold = sumOf(readable.map((step) => soldBy(step, input))) - leftWrapped(input)
  const isRest = (rest: bigint) => rest * minPart < intent.sell.units
  const isAllSold = isRest(intent.sell.units - sold) || (sold > 0n && isRest(soldInTrial(input) - sold))
  const strangers = opaque.filter(({ step }) => !sameAddress(step.to, opaque[0]?.step.to))
  return [...purposeless, ...(isAllSold ? opaque : strangers)]
}

/** The outflow of the sold token in the simulation; the whole input without a simulation, or if a part is done. */
function soldInTrial({ inputs, intent, runs }: RuleInput): bigint {
  const [run] = inputs.done ? [] : runs
  return run ? -changeOf(run.changes, intent.sender, soldOf(intent)) : intent.sell.units
}

/** A plain payment to a contract that the operator names is the operator's responsibility. */
function hasPurpose(input: RuleInput, { step, call }: DecodedStep): boolean {
  if (purposeOf(call).does !== 'opaque' || call.effect.does === 'approve') return true
  return call.effect.does === 'pay' && isVouched(chainOf(input, step.chainId), call.to)
}

/** An approval must serve a later step that calls the spender and takes this token, or that cannot be decoded. */
function isUnusedApproval({ decoded }: RuleInput, { step, call }: DecodedStep): boolean {
  const { effect } = call
  if (effect.does !== 'approve' || effect.amount === 0n) return false
  const { token, spender } = effect
  if (sameAddress(spender, permit2)) return false
  return !decoded.steps.some((later) => {
    const { to, chainId, index } = later.step
    if (index <= step.index || chainId !== step.chainId || !takes(later, token)) return false
    if (calls(later, spender)) return true
    // A trusted contract may pull tokens on behalf of another contract, which then needs no approval of its own.
    return !decoded.steps.some((other) => allows(other, token, to))
  })
}

/**
 * A reset without a later approval of the same spender, or a call that takes nothing: it could only pay out leftover
 * balances.
 */
function isEmpty({ decoded }: RuleInput, { step, flow, call: { effect } }: DecodedStep): boolean {
  if (effect.does !== 'approve') return flow.outflows.every(({ amount }) => amount === 0n)
  if (effect.amount > 0n) return false
  const { token, spender } = effect
  return !decoded.steps.some((later) => later.step.index > step.index && allows(later, token, spender))
}

function allows({ call: { effect } }: DecodedStep, token: string, spender: string): boolean {
  return (
    effect.does === 'approve' &&
    effect.amount > 0n &&
    sameAddress(effect.token, token) &&
    sameAddress(effect.spender, spender)
  )
}

export function soldBy({ flow }: DecodedStep, { intent }: RuleInput): bigint {
  return sumOf(flow.outflows.map(({ token, amount }) => (isToken(token, intent.sell.token) ? amount : 0n)))
}
