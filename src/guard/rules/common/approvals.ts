import { larger, sumOf } from '../../../domain/bigints'
import { permit2, spenderFor } from '../../../protocol/deployment/venues'
import type { AllowanceChange } from '../../checkInputs'
import type { DecodedStep } from '../../decode/decodedPlan'
import { sameAddress, zeroAddress } from '../../decode/evm/address'
import { block, type Finding, holds, info } from '../../findings/finding'
import { type Rule, rule } from '../../rule'
import { evmPlans } from '../../scope'
import { amountFact, tokenFact } from '../../tokenNames'
import {
  type CallOf,
  callsOf,
  chainOf,
  isDust,
  isVouched,
  limitOf,
  onEveryChain,
  type PlanInput,
  type SimulatedRun,
  timeOn,
} from '../input/ruleInput'

const maxAllowanceTime = 30n * 60n
/** A thousandth of the input may stay allowed to a contract that no step calls. */
const rounding = 1_000n

/** Rights over tokens: only of contracts that this plan uses, and no more than it gives. */
export const approvalRules: readonly Rule<PlanInput>[] = [
  rule('A-21', evmPlans, (input) => {
    const { intent, names } = input
    const approvals = callsOf(input, 'approve')
    const found = approvals.flatMap((approval) => faultOf(approval, input) ?? [])
    if (found.length > 0) return found
    const together = allowedTogether(input)
    if (intent.kind === 'swap' && together > intent.sell.units)
      return [block('A-21.too-much-together', { amount: amountFact(names, approvals[0]!.effect.token, together) })]
    return approvals.some(({ effect }) => effect.amount > 0n) ? [holds('A-21')] : []
  }),
]

export const approvalSimulationRules: readonly Rule<PlanInput>[] = [
  rule('A-21', evmPlans, (input) =>
    onEveryChain(input, (run) => [
      ...run.operators.map(({ token, operator }) =>
        block('A-21.operator', { operator, token: tokenFact(input.names, token) }),
      ),
      ...run.grants.flatMap((grant) => {
        const { token, spender, before, after } = grant
        const { intent, decoded, names } = input
        const isLeftover = intent.kind !== 'swap' && isDust(decoded.steps, intent, { token, spender, amount: after })
        if (after <= before || isLeftover) return []
        const facts = { spender, amount: amountFact(names, token, after) }
        return [mayStay(input, run, grant) ? info('A-21.stays-allowed', facts) : block('A-21.could-take', facts)]
      }),
    ]),
  ),
]

/** The defect of an approval; `undefined` when this plan needs it. */
function faultOf({ line, call, effect }: CallOf<'approve'>, input: PlanInput): Finding | undefined {
  const { intent, names } = input
  const { chainId, value, index } = line.step
  const { token, spender, amount } = effect
  const [isSwap, isTop] = [intent.kind === 'swap', call === line.call]
  const isUnusual = isSwap ? isTop && effect.by === 'permit' : !isTop || effect.by !== 'approve'
  if (isUnusual || (isTop && value > 0n)) return block('A-21.unusual', {}, index)
  if (!sameAddress(effect.owner, intent.sender)) return undefined
  const limit = limitOf(input, token, chainId)
  const needless = () => block('A-21.needless', { spender, token: tokenFact(names, token) }, index)
  if (limit === undefined) return needless()
  // Of a swap anyone's right may be taken back.
  if (isSwap && amount === 0n) return undefined
  if (amount > limit) {
    const [asked, most] = [amount, limit].map((units) => amountFact(names, token, units))
    return block('A-21.too-much', { spender, amount: asked!, sold: most! }, index)
  }
  if (!isSpenderKnown(input, line, effect)) return needless()
  const isLong = effect.until !== undefined && effect.until > timeOn(input.inputs, chainId) + maxAllowanceTime
  return isLong ? block('A-21.too-long', { spender }, index) : undefined
}

/**
 * The total of all spenders; Permit2's rights are backed by its own. A spender that no one vouches for may use a right
 * before a later one replaces it.
 */
function allowedTogether({ decoded, source }: PlanInput): bigint {
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
 * A spender of a swap is known when a later transaction on the same chain, or the one with the permit, calls it, or when it
 * is vouched for. Permit2 can only move what its own allowance covers, which is checked separately.
 */
function isSpenderKnown(
  input: PlanInput,
  { step }: DecodedStep,
  { token, spender }: CallOf<'approve'>['effect'],
): boolean {
  const { intent, decoded } = input
  if (intent.kind !== 'swap') return sameAddress(spender, intent.pool.positionManager)
  if ([intent.sender, token, zeroAddress].some((other) => sameAddress(other, spender))) return false
  const later = decoded.steps.filter((one) => one.step.chainId === step.chainId && one.step.index >= step.index)
  const isCalled = later.some((one) => one.call.effect.does !== 'approve' && calls(one, spender))
  // A later step lets a router spend through Permit2, or calls a router that always does.
  const usesPermit2 = later.some(
    ({ step: { index }, call, flow }) =>
      index > step.index && (call.name === 'execute' || flow.rights.some(({ through }) => through !== undefined)),
  )
  if (isCalled) return true
  return sameAddress(spender, permit2) ? usesPermit2 : isVouched(chainOf(input, step.chainId), spender)
}

/** Whether a step takes a token, or cannot be read. */
export function takes({ call, unread, flow }: DecodedStep, token: string): boolean {
  const isOpen = unread.length > 0 || flow.outflows.some((out) => sameAddress(out.token, token))
  return isOpen && call.effect.does !== 'approve'
}

/** Whether a step calls a contract, or one whose published spender it is. */
export function calls({ step: { to, chainId } }: DecodedStep, spender: string): boolean {
  return sameAddress(to, spender) || sameAddress(spenderFor(to, chainId), spender)
}

/** Rounding and a price that moves may leave a part of what was allowed; more than that is not used. */
function mayStay(input: PlanInput, { chainId }: SimulatedRun, grant: AllowanceChange): boolean {
  const { intent, decoded } = input
  const { token, spender, through, after } = grant
  if (after > (limitOf(input, token, chainId) ?? -1n)) return false
  if (intent.kind !== 'swap') return sameAddress(spender, intent.pool.positionManager)
  const isPlanned = decoded.steps
    .flatMap(rightsGiven)
    .some((one) => sameAddress(one.token, token) && sameAddress(one.spender, spender) && one.through === through)
  return isPlanned && (after * rounding <= intent.sell.units || servesCall(input, token, spender))
}

/** Allowances that a decoded step gives. */
function rightsGiven({ step, flow }: DecodedStep): readonly Pick<AllowanceChange, 'token' | 'spender' | 'through'>[] {
  const behind = flow.rights.filter(({ through }) => through !== undefined)
  return step.purpose.does === 'approve' ? [...behind, step.purpose] : behind
}

/**
 * Whether a step takes the token by calling the spender. An allowance to any other contract is unsafe: a settler or a batch
 * contract spends it for any caller.
 */
function servesCall({ decoded }: PlanInput, token: string, spender: string): boolean {
  return sameAddress(spender, permit2) || decoded.steps.some((line) => takes(line, token) && calls(line, spender))
}
