import { larger, sumOf } from '../../../domain/bigints'
import { cleanText } from '../../../domain/text/label'
import { permit2, spenderFor } from '../../../protocol/deployment/venues'
import { type DecodedStep, isToken, type Outflow } from '../../decode/decodedPlan'
import { isReserved, isSpendable, native, sameAddress, zeroAddress } from '../../decode/evm/address'
import { type ContractCall, type Effect, everyCall } from '../../decode/evm/call'
import { block, type Finding, holds, info, warn } from '../../findings/finding'
import { type Reason, reason } from '../../findings/reason'
import { isNamedBy, isPinned } from '../../pinnedTokens'
import { type Rule, rule } from '../../rule'
import { everySwap, evmSwapPlans } from '../../scope'
import { amountFact, tokenFact } from '../../tokenNames'
import {
  type CallOf,
  callsOf,
  chainOf,
  evidenceOn,
  isFullyDecoded,
  isVouched,
  type RuleInput,
  timeOn,
} from '../input/ruleInput'

/** Twelve transactions can hold six swaps by different routers, each with its own approval. */
const maxApprovals = 6
const maxAllowanceTime = 30n * 60n

/** Enough to recognise a label of the service. */
const maxLabelLength = 60

/** Rules about the calls, from their calldata only. */
export const callRules: readonly Rule<RuleInput>[] = [
  rule('V-001', evmSwapPlans, ({ intent, decoded }) =>
    decoded.steps.flatMap(({ step: { to, index } }) => {
      if (sameAddress(to, zeroAddress)) return [block('V-001.zero-address', {}, index)]
      if (sameAddress(to, intent.sender)) return [block('V-001.own-account', {}, index)]
      return isReserved(to) ? [block('V-001.reserved', { contract: to }, index)] : []
    }),
  ),
  rule('V-054', evmSwapPlans, (input) => [
    ...input.decoded.steps.flatMap((line) => [
      ...tokenCallsIn(line, input),
      ...paymentsIn(line, input),
      ...reclaimsIn(line, input),
      ...labelsOf(line),
    ]),
    holds('V-054'),
  ]),
  rule('A-21', evmSwapPlans, (input) => {
    const { intent, names } = input
    const approvals = callsOf(input, 'approve')
    const found = approvals.flatMap((approval) => {
      const fault = faultOf(approval, input)
      return fault ? [fault] : []
    })
    if (found.length > 0) return found
    if (approvals.length > maxApprovals) return [block('A-21.too-many', { count: approvals.length })]
    const together = allowedTogether(input)
    if (together > intent.sell.units)
      return [block('A-21.too-much-together', { amount: amountFact(names, approvals[0]!.effect.token, together) })]
    return approvals.some(({ effect }) => effect.amount > 0n) ? [holds('A-21')] : []
  }),
  rule('V-011', evmSwapPlans, ({ decoded }) => {
    const found = decoded.steps.flatMap(({ step, call }) =>
      everyCall(call).flatMap(({ effect, name }) => {
        const what = whatsForbidden(effect)
        return what ? [block('V-011.forbidden', { name, what }, step.index)] : []
      }),
    )
    return [...found, holds('V-011')]
  }),
  rule('V-054', everySwap, ({ decoded, plan }) => {
    const last = decoded.steps.at(-1)
    if (plan.steps.length === 0) return [block('V-054.nothing', {})]
    if (last && last.call.effect.does === 'approve') return [block('V-054.ends-with-approval', {}, last.step.index)]
    return []
  }),
  rule('V-013', evmSwapPlans, (input) => {
    const { intent, decoded, names, isCrossChain } = input
    const handed = decoded.steps.flatMap((line) => line.flow.inflows.map((giving) => ({ ...giving, line })))
    const found = handed.flatMap(({ token, to, line }) => {
      const isBought = !isCrossChain && isToken(token, intent.buy)
      if (sameAddress(to, intent.recipient) && (isBought || sameAddress(to, intent.sender))) return []
      if (sameAddress(to, intent.sender) && !isBought) return []
      return [
        block('V-013.elsewhere', { token: tokenFact(names, token), to, wanted: intent.recipient }, line.step.index),
      ]
    })
    if (found.length > 0) return found
    return handed.some(({ token }) => isToken(token, intent.buy)) && !isCrossChain ? [holds('V-013')] : []
  }),
  // After V-013: where the output goes instead is the better reason.
  rule('V-015', ['evm swap'], othersTraded),
  rule('V-018', evmSwapPlans, (input) =>
    input.decoded.steps.flatMap((line) => {
      const { step, flow, unread, call } = line
      const kept = unread.length > 0 || call.effect.does === 'pay' ? [] : flow.stranded
      return [
        ...kept
          .filter((kept) => !isDust(kept, input))
          .map(({ token }) =>
            block('V-018.left-behind', { token: tokenFact(input.names, token), contract: step.to }, step.index),
          ),
        ...takenInstead(line, input),
        ...everyCall(call).flatMap(({ effect, to }) => countedByBalance(effect, to, line, input)),
      ]
    }),
  ),
]

/** Tokens taken, or bought, that were never part of the trade. */
function othersTraded(input: RuleInput): readonly Finding[] {
  const { intent, decoded, names, isCrossChain } = input
  const { chainId } = intent.sell.token.chain
  const strange = decoded.outflows.filter(({ token }) => token !== native && !isToken(token, intent.sell.token))
  const far = decoded.steps.filter(({ step, flow }) => step.chainId !== chainId && flow.outflows.length > 0)
  const isBought = !isFullyDecoded(input) || isCrossChain || decoded.decodedMinimum !== undefined
  return [
    ...strange.map(({ token, amount }) => block('V-015.takes-other', { amount: amountFact(names, token, amount) })),
    ...far.map(({ step }) => block('V-015.takes-on-other-chain', {}, step.index)),
    ...(isBought ? [] : [block('V-015.buys-nothing', { symbol: intent.buy.symbol })]),
  ]
}

/** Token functions that a swap does not need. */
function tokenCallsIn({ step, call, unread }: DecodedStep, input: RuleInput): readonly Finding[] {
  const { sell, buy } = input.intent
  const { to, index, chainId } = step
  const isTraded = [sell.token, buy].some((token) => !token.isNative && sameAddress(token.address, to))
  const settings = chainOf(input, chainId)
  // The usual wrapped token contract (WETH9) accepts any call: it ignores calldata that it cannot decode.
  const stray = everyCall(call).find(
    (one) => one.effect.does !== 'pay' && !isTokenCall(one) && isPinned(one.to, chainId, settings) && one.data !== '0x',
  )
  const factsOf = (token: string, why: Reason) => ({ token: tokenFact(input.names, token), why })
  if (isTraded && (unread.length > 0 || !isTokenCall(call)))
    return [block('V-054.token-call', factsOf(to, whyUnread(unread, call)), index)]
  return stray ? [block('V-054.token-call', factsOf(stray.to, whyUnread([], stray)), index)] : []
}

/** Native coins sent without a call. */
function paymentsIn({ step, call }: DecodedStep, input: RuleInput): readonly Finding[] {
  if (call.effect.does !== 'pay') return []
  if (isVouched(chainOf(input, step.chainId), step.to)) return [info('V-054.vouched-payment', {}, step.index)]
  return [block('V-054.payment', { amount: amountFact(input.names, native, step.value), to: step.to }, step.index)]
}

/** A deposit is taken back only by itself, and only from a bridge of this deployment. */
function reclaimsIn({ step, call }: DecodedStep, input: RuleInput): readonly Finding[] {
  if (!everyCall(call).some(({ effect }) => effect.does === 'reclaim')) return []
  if (input.decoded.steps.length > 1 || call.effect.does !== 'reclaim')
    return [block('V-054.with-others', {}, step.index)]
  return isVouched(chainOf(input, step.chainId), step.to)
    ? []
    : [block('V-054.not-vouched', { contract: step.to }, step.index)]
}

/** Labels of the service decide nothing; a misleading one makes a transaction look harmless. */
function labelsOf({ step, call }: DecodedStep): readonly Finding[] {
  const label = typeof step.said?.type === 'string' ? step.said.type.trim().toLowerCase() : ''
  const isApproval = call.effect.does === 'approve'
  if (!/approv|swap/.test(label) || /approv/.test(label) === isApproval) return []
  return [warn('V-054.mislabelled', { label: cleanText(label, maxLabelLength), isApproval }, step.index)]
}

/** Routers pull the wrapped token from the caller if `msg.value` is too small: an older allowance permits that. */
function takenInstead({ step, flow }: DecodedStep, input: RuleInput): readonly Finding[] {
  const evidence = evidenceOn(input.inputs, step.chainId)
  return flow.instead.flatMap(({ token, amount }) => {
    const isThis = (right: { readonly token: string; readonly spender: string }) =>
      sameAddress(right.token, token) && sameAddress(right.spender, step.to)
    const given = input.decoded.steps.flatMap(({ flow }) => flow.rights.filter(isThis)).map(({ amount }) => amount)
    const allowed = [evidence?.allowances.find(isThis)?.amount ?? amount, ...given]
    const most = allowed.reduce((most, each) => (each > most ? each : most))
    if (most === 0n) return []
    const facts = { amount: amountFact(input.names, token, most < amount ? most : amount), contract: step.to }
    return [warn('V-018.coins-instead', facts, step.index)]
  })
}

/** Where a stranger's code runs it may have the person paid what is theirs already, and that counts as the outcome. */
function countedByBalance(
  effect: Effect,
  contract: string,
  { step }: DecodedStep,
  input: RuleInput,
): readonly Finding[] {
  if (effect.does !== 'swap' || !effect.isCountedByBalance) return []
  if (effect.isRouteUnread) return [warn('V-018.counted-unread', { contract }, step.index)]
  const settings = chainOf(input, step.chainId)
  const stranger = [effect.tokenIn, ...effect.via, effect.tokenOut].find(
    (token) => token !== native && !isNamedBy(settings, token, step.chainId),
  )
  if (stranger === undefined) return []
  const facts = { token: tokenFact(input.names, stranger) }
  return [warn('V-018.counted-by-balance', facts, step.index)]
}

type Approval = CallOf<'approve'>

/** The defect of an approval; `undefined` when this swap needs it. */
function faultOf({ line, call, effect }: Approval, input: RuleInput): Finding | undefined {
  const { intent, names } = input
  const isTop = call === line.call
  const { chainId, value, index } = line.step
  const { token, spender, amount } = effect
  if (effect.by === 'permit' && isTop) return block('A-21.signed-permit', {}, index)
  if (!sameAddress(effect.owner, intent.sender)) return undefined
  if (!isSpendable(token, intent, chainOf(input, chainId)?.wrappedNative))
    return block('A-21.not-sold', { spender, token: tokenFact(names, token) }, index)
  // Another token may have the same address on that chain.
  if (chainId !== intent.sell.token.chain.chainId) return block('A-21.other-chain', { spender }, index)
  if (value > 0n && isTop) return block('A-21.coins-along', {}, index)
  if (amount === 0n) return undefined
  if (amount > intent.sell.units)
    return block(
      'A-21.too-much',
      { spender, amount: amountFact(names, token, amount), sold: amountFact(names, token, intent.sell.units) },
      index,
    )
  if ([intent.sender, token, zeroAddress].some((other) => sameAddress(other, spender)))
    return block('A-21.no-spender', { spender }, index)
  if (!isSpenderKnown(input, line, effect))
    return block('A-21.unused-spender', { spender, token: tokenFact(names, token) }, index)
  if (effect.until !== undefined && lasts(input, chainId, effect.until))
    return block('A-21.too-long', { spender }, index)
  return undefined
}

/**
 * The total of all spenders; Permit2's rights are backed by its own. A spender that no one vouches for may use a right
 * before a later one replaces it.
 */
function allowedTogether({ decoded, source }: RuleInput): bigint {
  const rights = decoded.steps.flatMap(({ flow }) => flow.rights)
  const counted = rights.filter(({ spender, through }, index) => {
    const isKnown = isVouched(source, spender) || sameAddress(spender, permit2)
    return !isKnown || !rights.slice(index + 1).some((later) => later.spender === spender && later.through === through)
  })
  const sumWhere = (isBehind: boolean) =>
    sumOf(counted.flatMap(({ through, amount }) => ((through !== undefined) === isBehind ? [amount] : [])))
  return larger(sumWhere(false), sumWhere(true))
}

/**
 * A spender is known when a later transaction on the same chain, or the one with the permit, calls it, or when it is
 * vouched for. Permit2 can only move what its own allowance covers, which is checked separately.
 */
function isSpenderKnown(input: RuleInput, { step }: DecodedStep, { spender }: Approval['effect']): boolean {
  const later = input.decoded.steps.some(
    (other) =>
      other.step.chainId === step.chainId &&
      other.step.index >= step.index &&
      (sameAddress(other.step.to, spender) || sameAddress(spenderFor(other.step.to, step.chainId), spender)) &&
      other.call.effect.does !== 'approve',
  )
  if (sameAddress(spender, permit2)) return later || usesPermit2(input, step)
  return later || isVouched(chainOf(input, step.chainId), spender)
}

/** Whether a later step lets a router spend through Permit2, or calls a router that always does. */
function usesPermit2({ decoded }: RuleInput, step: DecodedStep['step']): boolean {
  return decoded.steps.some(
    (other) =>
      other.step.chainId === step.chainId &&
      other.step.index > step.index &&
      (other.call.name === 'execute' || other.flow.rights.some(({ through }) => through !== undefined)),
  )
}

function lasts({ inputs }: RuleInput, chainId: number, until: bigint): boolean {
  return until > timeOn(inputs, chainId) + maxAllowanceTime
}

/** The calls that a swap may make to a traded token: approve, wrap, unwrap. */
function isTokenCall({ effect }: ContractCall): boolean {
  return effect.does === 'approve' || effect.does === 'wrap' || effect.does === 'unwrap'
}

/** The effect of a call that no swap needs; `undefined` for others. */
function whatsForbidden(effect: Effect): Reason | undefined {
  if (effect.does === 'forbidden') return effect.what
  const isAboutPositions = effect.does === 'position' || effect.does === 'mint' || effect.does === 'create pool'
  return isAboutPositions ? reason('forbidden.changes-positions', {}) : undefined
}

function whyUnread([why]: readonly Reason[], { name = '' }: ContractCall): Reason {
  return why ?? reason('call.named', { name })
}

/** The imprecision of a native amount as a double is negligible. */
function isDust({ token, amount }: Outflow, { intent: { sell } }: RuleInput): boolean {
  return token === native && sell.token.isNative && amount <= sell.units >> 50n
}
