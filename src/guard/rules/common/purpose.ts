import { cleanText } from '../../../domain/text/label'
import type { DecodedStep } from '../../decode/decodedPlan'
import { isReserved, sameAddress, zeroAddress } from '../../decode/evm/address'
import { type Effect, everyCall } from '../../decode/evm/call'
import { increaseData, withdrawData } from '../../decode/evm/liquidityCalls'
import { block, holds, warn } from '../../findings/finding'
import { type Reason, reason } from '../../findings/reason'
import type { IncreaseIntent, WithdrawIntent } from '../../liquidityIntent'
import { type Rule, rule } from '../../rule'
import { everyLiquidityPlan, everySwap, evmSwapPlans, removing } from '../../scope'
import { callsOf, isVouched, type LiquidityRuleInput, type RuleInput } from '../input/ruleInput'
import { needlessSteps } from '../swap/needless'

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
