import { sumOf } from '../../../domain/bigints'
import { native, sameAddress, zeroAddress } from '../../decode/evm/address'
import { type Effect, everyCall } from '../../decode/evm/call'
import { increaseData, withdrawData } from '../../decode/evm/liquidityCalls'
import { block, type Finding, holds, warn } from '../../findings/finding'
import type { LiquidityIntent, WithdrawIntent } from '../../liquidityIntent'
import { isPinned } from '../../pinnedTokens'
import { type Rule, rule } from '../../rule'
import { everyLiquidityPlan, removing } from '../../scope'
import { amountFact, tokenFact } from '../../tokenNames'
import { callsOf, depositCalls, depositLimits, isVouched, type LiquidityRuleInput } from '../input/ruleInput'

/** Rules about the calls, from their calldata only: the calls do what was requested, and pay no third party. */
export const liquidityCallRules: readonly Rule<LiquidityRuleInput>[] = [
  rule('V-054', everyLiquidityPlan, (input) => {
    const { intent, decoded, scope } = input
    if (decoded.steps.length === 0) return [block('V-054.nothing', {})]
    if (scope === 'revocation') return [holds('V-054')]
    const unread = decoded.steps.flatMap(({ step, unread }) =>
      unread.map((why) => block('V-054.unreadable', { why }, step.index)),
    )
    const strange = decoded.steps.flatMap(({ step, call }) =>
      everyCall(call)
        .filter(({ effect }) => !isPartOf(intent, effect))
        .map(({ effect, name }) =>
          block('V-054.no-place', { call: name ?? effect.does, isWithdrawal: intent.kind === 'withdraw' }, step.index),
        ),
    )
    const found = [...unread, ...strange]
    if (found.length > 0) return found
    if (intent.kind === 'withdraw') return []
    const payments = depositCalls(input)
    const [payment] = payments
    if (!payment || payments.length > 1) return [block('V-054.several', { count: payments.length })]
    // A deposit that is one transaction takes its approvals back at the end.
    const last = decoded.steps.findLast(({ call: { effect } }) => effect.does !== 'approve' || effect.amount > 0n)
    if (payment.line !== last) return [block('V-054.more-after', {}, last?.step.index)]
    return [holds('V-054')]
  }),
  rule('A-21', everyLiquidityPlan, (input) => {
    const { intent, names } = input
    const limits = depositLimits(intent)
    return callsOf(input, 'approve').flatMap(({ line, effect, call }): Finding[] => {
      const { index } = line.step
      const { token, spender, amount } = effect
      const named = { spender, token: tokenFact(names, token) }
      if (effect.by !== 'approve' || call !== line.call) return [block('A-21.unusual', { spender }, index)]
      if (line.step.value > 0n) return [block('A-21.coins-along', {}, index)]
      if (!sameAddress(spender, intent.pool.positionManager)) return [block('A-21.not-manager', named, index)]
      const limit = limits.get(token.toLowerCase())
      if (limit === undefined) return [block('A-21.not-deposited', named, index)]
      const fact = (units: bigint) => amountFact(names, token, units)
      if (amount > limit)
        return [block('A-21.more-than-deposited', { spender, amount: fact(amount), deposited: fact(limit) }, index)]
      return amount === 0n ? [] : [holds('A-21')]
    })
  }),
  rule('V-015', everyLiquidityPlan, (input) => {
    const { names, intent, scope } = input
    const sent = coinsSent(input)
    const limit = scope === 'revocation' ? 0n : (depositLimits(intent).get(native) ?? 0n)
    const fact = (units: bigint) => amountFact(names, native, units)
    if (sent !== limit) return [block('V-015.other-coins', { amount: fact(sent), deposited: fact(limit) })]
    return sent === 0n ? [] : [holds('V-015')]
  }),
  rule('V-018', everyLiquidityPlan, (input) => {
    const kept = input.decoded.steps.find(({ flow }) => flow.stranded.some(({ token }) => token === native))
    if (kept && coinsSent(input) > 0n) return [block('V-018.coins-left-behind', {}, kept.step.index)]
    if (input.scope === 'revocation') return []
    const { intent, names, source, evidence } = input
    const { token0, token1, positionManager } = intent.pool
    const { chainId } = token0.chain
    const stranger = [token0, token1].find(({ isNative, address }) => !isNative && !isPinned(address, chainId, source))
    const wrapped = source?.wrappedNative
    if (!stranger || wrapped === undefined) return []
    const token = tokenFact(names, stranger.address)
    if (intent.kind === 'withdraw') {
      const isBound = intent.coin === undefined || intent.owed !== undefined
      return isBound ? [] : [warn('V-018.manager-exposed', { token })]
    }
    const coins = depositLimits(intent).get(native) ?? 0n
    const allowed = evidence?.allowances.find(
      (right) => sameAddress(right.token, wrapped) && sameAddress(right.spender, positionManager),
    )?.amount
    const most = allowed === undefined || allowed > coins ? coins : allowed
    return most > 0n ? [warn('V-018.manager-takes', { amount: amountFact(names, wrapped, most), token })] : []
  }),
  rule('V-013', everyLiquidityPlan, (input) => {
    const { intent, decoded, names } = input
    const owners = callsOf(input, 'mint').map(({ line, effect }) => ({ line, to: effect.recipient }))
    const collectors = callsOf(input, 'position').flatMap(({ line, effect }) =>
      effect.how === 'collect' && !isCollectedToUnwrap(intent, effect.recipient)
        ? [{ line, to: effect.recipient ?? zeroAddress }]
        : [],
    )
    const payouts = [...callsOf(input, 'unwrap'), ...callsOf(input, 'sweep')].map(({ line, effect }) => ({
      line,
      to: effect.recipient,
    }))
    // Unused funds return to the payer: managers refund native coins only to `msg.sender`.
    const astrayPayouts = payouts.filter(({ to }) => intent.kind === 'withdraw' || !sameAddress(to, intent.sender))
    const found = [...owners, ...collectors, ...astrayPayouts]
      .filter(({ to }) => !sameAddress(to, intent.recipient))
      .map(({ to, line }) => block('V-013.goes-elsewhere', { to, wanted: intent.recipient }, line.step.index))
    const astray = decoded.steps.flatMap(({ step, flow }) =>
      flow.inflows
        .filter(({ to }) => !sameAddress(to, intent.sender) && !sameAddress(to, intent.recipient))
        .map(({ token, to }) =>
          block('V-013.token-goes-elsewhere', { token: tokenFact(names, token), to }, step.index),
        ),
    )
    const all = [...found, ...astray]
    return [...all, holds('V-013')]
  }),
  rule('V-048', ['increase', ...removing], (input) => {
    const { intent, decoded, source } = input
    if (intent.kind === 'increase') {
      const [payment] = depositCalls(input)
      const line = payment?.line
      const [deadline] = line?.flow.deadlines ?? []
      if (!line) return []
      return line.step.data.toLowerCase() === increaseData(intent, deadline ?? 0n).toLowerCase()
        ? [holds('V-048')]
        : [block('V-048.other-addition', {}, line.step.index)]
    }
    if (intent.kind !== 'withdraw') return []
    const [line] = decoded.steps
    const [deadline] = line?.flow.deadlines ?? []
    if (
      !line ||
      decoded.steps.length !== 1 ||
      !canUnwrap(intent, source?.wrappedNative) ||
      line.step.data.toLowerCase() !== withdrawData(intent, source?.wrappedNative, deadline ?? 0n).toLowerCase()
    )
      return [block('V-048.other-withdrawal', {}, line?.step.index)]
    return [holds('V-048')]
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

function coinsSent({ decoded }: LiquidityRuleInput): bigint {
  return sumOf(decoded.steps.map(({ step }) => step.value))
}

/** The effects that a deposit or a withdrawal consists of; a sweep returns unused tokens. */
const parts: Readonly<Record<LiquidityIntent['kind'], readonly Effect['does'][]>> = {
  deposit: ['approve', 'batch', 'mint', 'create pool', 'sweep'],
  increase: ['approve', 'batch', 'position', 'sweep'],
  withdraw: ['batch', 'position', 'unwrap', 'sweep'],
}

/** The manager collects for itself where it unwraps and pays both tokens on in the same call, which V-048 compares. */
function isCollectedToUnwrap(intent: LiquidityIntent, recipient: string | undefined): boolean {
  return intent.kind === 'withdraw' && intent.coin !== undefined && sameAddress(recipient, intent.pool.positionManager)
}

/** Only the wrapped coin can be unwrapped: the pool has to hold it. */
function canUnwrap({ coin, pool }: WithdrawIntent, wrapped: string | undefined): boolean {
  if (!coin) return true
  return coin.isNative && [pool.token0, pool.token1].some(({ address }) => sameAddress(address, wrapped))
}

function isPartOf({ kind }: LiquidityIntent, effect: Effect): boolean {
  if (kind === 'increase' && effect.does === 'position') return effect.how === 'increase'
  return parts[kind].includes(effect.does)
}
