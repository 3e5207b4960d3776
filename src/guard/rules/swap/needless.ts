import { sumOf } from '../../../domain/bigints'
import { permit2 } from '../../../protocol/deployment/venues'
import { type DecodedStep, isToken, purposeOf } from '../../decode/decodedPlan'
import { sameAddress } from '../../decode/evm/address'
import { type ContractCall, everyCall } from '../../decode/evm/call'
import { isPinned } from '../../pinnedTokens'
import { calls, takes } from '../common/approvals'
import { leftWrapped } from '../common/outflow'
import { chainOf, changeOf, isVouched, type RuleInput, soldOf } from '../input/ruleInput'

/** Next to calls that can be read, one that cannot has at least this share of the amount to sell: a hundredth. */
const minPart = 100n

/** The steps that a swap, a refund or a revocation does not need. */
export function needlessSteps(input: RuleInput): readonly DecodedStep[] {
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
  const last = decoded.steps.filter(
    ({ call }, index, all) => index === all.length - 1 && call.effect.does === 'approve',
  )
  return [...purposeless, ...last, ...(isAllSold ? opaque : strangers)]
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
  if (effect.does !== 'approve' || effect.by !== 'approve' || effect.amount === 0n) return false
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
  if (effect.by !== 'approve' || effect.amount > 0n) return false
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
