import { type DecodedStep, decodePlan } from '../decode/decodedPlan'
import { type Effect, everyCall } from '../decode/evm/call'
import { readDeliveryMemo } from '../decode/solana/deliveryMemo'
import { networkFee } from '../decode/solana/fee'
import type { Instruction } from '../decode/solana/instruction'
import { tipAccounts } from '../decode/solana/tipAccounts'
import { isPaymentStep, type PaymentStep, type Purpose } from '../plan'
import type { SolanaRuleInput } from '../rules/input/solanaRuleInput'
import type { CheckedPlan } from './checkedPlan'
import { minimumOf } from './compareChecks'

/** How a re-quoted plan differs from the accepted one. */
export type PlanChange =
  | 'other steps'
  | 'another contract'
  | 'unreadable'
  | 'another call'
  | 'more native tokens'
  | 'more is sold'
  | 'more is allowed'
  | 'a lower minimum'
  | 'a wider tolerance'
  | 'higher fees'
  | 'another program'
  | 'another payee'
  | 'another message'
  | 'another payment'

/** The minimum may fall by a thousandth; the tolerance may widen by a tenth of a percent. */
const minimumSlack = 1_000n
const toleranceSlackBps = 10n
/**
 * The intermediate token's price moves while the review is open. Only a refund pays it, and each check reads from the
 * chain the output of the swap before the bridge (V-052).
 */
const middleSlack = 200n
/** Priority fees follow how busy Solana is, and double within a minute: they may rise by 0.0005 SOL. */
const networkFeeSlack = 500_000n

/**
 * Compares a re-quoted plan with the accepted one, as decoded: same contracts, purposes and parties, no more paid, no
 * smaller minimum. Approvals no longer needed may be missing. Calldata that cannot be decoded must be byte-identical.
 */
export function planChanges(accepted: CheckedPlan, renewed: CheckedPlan): readonly PlanChange[] {
  const changes = [
    ...evmChanges(accepted, renewed),
    ...solanaChanges(accepted.solana ?? [], renewed.solana ?? []),
    ...paymentChanges(accepted, renewed),
    ...outcomeChanges(accepted, renewed),
  ]
  return [...new Set(changes)]
}

function outcomeChanges(accepted: CheckedPlan, renewed: CheckedPlan): PlanChange[] {
  const [before, after] = [minimumOf(accepted), minimumOf(renewed)]
  const [tolerated, tolerates] = [toleranceOf(accepted), toleranceOf(renewed)]
  const isWider = tolerated !== undefined && tolerates !== undefined && tolerates > tolerated + toleranceSlackBps
  const [kept, keeps] = [accepted.escrowed ?? 0n, renewed.escrowed ?? 0n]
  const isRefundLower = keeps * middleSlack < kept * (middleSlack - 1n)
  return [
    ...(isLower(before, after) || isRefundLower ? ['a lower minimum' as const] : []),
    ...(isWider ? ['a wider tolerance' as const] : []),
  ]
}

/** How far the minimum lies below the simulated amount, in basis points. */
function toleranceOf(checked: CheckedPlan): bigint | undefined {
  const minimum = minimumOf(checked)
  const { arrival } = checked
  if (minimum === undefined || arrival === undefined || arrival <= 0n) return undefined
  return minimum >= arrival ? 0n : ((arrival - minimum) * 10_000n) / arrival
}

function evmChanges(accepted: CheckedPlan, renewed: CheckedPlan): PlanChange[] {
  const [before, after] = [accepted, renewed].map((checked) => decodedOf(checked)) as [Decoded, Decoded]
  const changes: PlanChange[] = []
  if (before.acts.length !== after.acts.length) changes.push('other steps')
  for (const [index, act] of after.acts.entries()) {
    const was = before.acts[index]
    if (was) changes.push(...stepChanges(was, act))
  }
  const allowances = before.approvals
  if (after.approvals.some((approval) => !allowances.some((was) => covers(was, approval))))
    changes.push('more is allowed')
  if (anyMore(before.outflows, after.outflows)) changes.push('more is sold')
  if (after.fees > before.fees) changes.push('higher fees')
  if (after.middle * middleSlack < before.middle * (middleSlack - 1n)) changes.push('a lower minimum')
  return changes
}

type Approval = Extract<Purpose, { does: 'approve' }>

type Decoded = {
  /** Everything but approvals, in order. */
  readonly acts: readonly DecodedStep[]
  readonly approvals: readonly Approval[]
  readonly outflows: ReadonlyMap<string, bigint>
  readonly fees: bigint
  /** Minimum of the intermediate token that reaches the bridge, and thus the minimum refund. */
  readonly middle: bigint
}

function decodedOf({ plan, inputs }: CheckedPlan): Decoded {
  const { steps, outflows } = decodePlan(plan.intent, plan.steps, inputs.chains)
  const isPermission = ({ purpose }: DecodedStep['step']) => purpose.does === 'approve' || purpose.does === 'reset'
  return {
    acts: steps.filter(({ step }) => !isPermission(step)),
    approvals: steps.flatMap(({ step: { purpose } }) => (purpose.does === 'approve' ? [purpose] : [])),
    outflows: new Map(outflows.map(({ token, amount }) => [token.toLowerCase(), amount])),
    fees: steps.flatMap(({ flow }) => flow.fees).reduce((sum, { bps }) => sum + bps, 0n),
    middle: steps.flatMap(({ call }) => everyCall(call)).reduce((sum, { effect }) => sum + minKept(effect), 0n),
  }
}

function minKept(effect: Effect): bigint {
  return effect.does === 'bridge' ? (effect.onTheWay?.minimum ?? 0n) : 0n
}

function covers(was: Approval, now: Approval): boolean {
  return isSame(was.token, now.token) && isSame(was.spender, now.spender) && now.amount <= was.amount
}

function anyMore(before: ReadonlyMap<string, bigint>, after: ReadonlyMap<string, bigint>): boolean {
  return [...after].some(([token, amount]) => amount > (before.get(token) ?? 0n))
}

function stepChanges(was: DecodedStep, now: DecodedStep): PlanChange[] {
  const changes: PlanChange[] = []
  if (was.step.chainId !== now.step.chainId || !isSame(was.step.to, now.step.to)) changes.push('another contract')
  if (now.step.value > was.step.value) changes.push('more native tokens')
  if (now.unread.length > 0 && !isSame(was.step.data, now.step.data)) return [...changes, 'unreadable']
  const [before, after] = [was, now].map(effectsOf) as [readonly ListedEffect[], readonly ListedEffect[]]
  if (!sameList(before, after, ({ identity }) => identity)) changes.push('another call')
  else if (after.some(({ least }, index) => isLower(before[index]?.least, least))) changes.push('a lower minimum')
  return changes
}

/** An effect with its contracts and parties, and the minimum that it pays out at least. */
type ListedEffect = { readonly identity: string; readonly least: bigint | undefined }

/**
 * Every effect of a step in order: a balance between two of them can be taken by anyone once foreign code runs in
 * between.
 */
function effectsOf({ call }: DecodedStep): readonly ListedEffect[] {
  return everyCall(call).flatMap(({ to, effect }) =>
    effect.does === 'batch' ? [] : [{ identity: identityOf(to, effect), least: minPaid(effect) }],
  )
}

/** The figures and times that differ from one quote to the next, and are compared as such. */
const quoted: ReadonlySet<string> = new Set('amount amountIn minimum minimumReceived bps until deadline'.split(' '))

/** The effect without these. Whether all that a router holds is paid is no figure. */
function identityOf(to: string, effect: Effect): string {
  const isOfTrade = effect.does !== 'mint' && effect.does !== 'position' && effect.does !== 'create pool'
  const written = (name: string, value: unknown) => {
    if (typeof value !== 'bigint') return value
    return isOfTrade && quoted.has(name) ? undefined : `${value}`
  }
  return JSON.stringify([to, effect], written).toLowerCase()
}

function minPaid(effect: Effect): bigint | undefined {
  switch (effect.does) {
    case 'swap':
    case 'bridge':
      return effect.minimumReceived
    case 'unwrap':
    case 'sweep':
      return effect.minimum
    default:
      return undefined
  }
}

function isLower(before: bigint | undefined, after: bigint | undefined): boolean {
  return before !== undefined && (after === undefined || after * minimumSlack < before * (minimumSlack - 1n))
}

function solanaChanges(before: readonly SolanaRuleInput[], after: readonly SolanaRuleInput[]): PlanChange[] {
  const [was, now] = [instructionsIn(before), instructionsIn(after)]
  const changes: PlanChange[] = after.length > before.length ? ['other steps'] : []
  const programs = new Set(was.map(({ program }) => program))
  if (now.some(({ program }) => !programs.has(program))) changes.push('another program')
  const unreadable = new Set(was.flatMap(bytesOfOpaque))
  if (now.flatMap(bytesOfOpaque).some((bytes) => !unreadable.has(bytes))) changes.push('unreadable')
  const [paid, pays] = [paymentsIn(before), paymentsIn(after)]
  if ([...pays.keys()].some((payee) => !paid.has(payee))) changes.push('another payee')
  else if (anyMore(paid, pays)) changes.push('more is sold')
  if (!sameList(was.filter(isOrdered), now.filter(isOrdered), solanaIdentity) || openMore(was, now))
    changes.push('other steps')
  if (!sameSet(destinationsIn(was), destinationsIn(now))) changes.push('another message')
  if (networkFeesOf(after) > networkFeesOf(before) + networkFeeSlack) changes.push('higher fees')
  return changes
}

/** Prices are compared as fees, and an account that is open already is not opened again. */
function isOrdered({ effect }: Instruction): boolean {
  return effect.does !== 'budget' && effect.does !== 'assert' && effect.does !== 'open account'
}

function solanaIdentity({ program, effect }: Instruction): string {
  if (effect.does === 'pay') return `${program} pay ${effect.from} ${tipAccounts.has(effect.to) ? 'tip' : effect.to}`
  if (effect.does === 'transfer') return `${program} transfer ${effect.authority} ${effect.destination}`
  if (effect.does === 'close') return `${program} close ${effect.destination}`
  return `${program} ${effect.does}`
}

function openMore(was: readonly Instruction[], now: readonly Instruction[]): boolean {
  const opened = (list: readonly Instruction[]) =>
    list.flatMap(({ effect }) => (effect.does === 'open account' ? [effect.account] : []))
  return opened(now).some((account) => !opened(was).includes(account))
}

function networkFeesOf(readings: readonly SolanaRuleInput[]): bigint {
  const fees = readings.map(({ transaction, instructions }) =>
    networkFee(
      transaction.requiredSignatures,
      instructions.map(({ effect }) => effect),
    ),
  )
  return fees.reduce((sum, fee) => sum + fee, 0n)
}

function instructionsIn(readings: readonly SolanaRuleInput[]): readonly Instruction[] {
  return readings.flatMap(({ instructions }) => instructions)
}

function bytesOfOpaque({ program, accounts, data, effect }: Instruction): readonly string[] {
  return effect.does === 'opaque' ? [`${program} ${accounts.join(' ')} ${data.join(' ')}`] : []
}

/** The person's payments by account and token. Offers name any of the accounts that take tips. */
function paymentsIn(readings: readonly SolanaRuleInput[]): ReadonlyMap<string, bigint> {
  const sums = new Map<string, bigint>()
  const add = (payee: string, amount: bigint) => sums.set(payee, (sums.get(payee) ?? 0n) + amount)
  for (const { instructions, intent } of readings)
    for (const { effect } of instructions) {
      if (effect.does === 'pay' && effect.from === intent.sender)
        add(tipAccounts.has(effect.to) ? 'tip' : `${effect.to} coins`, effect.lamports)
      if (effect.does === 'transfer' && effect.authority === intent.sender)
        add(`${effect.destination} ${effect.source}`, effect.amount)
      if (effect.does === 'create') add(`account of ${effect.owner}`, effect.lamports)
    }
  return sums
}

/** Chain, token and recipient in bridge messages; amounts and times are left out because they change with every answer. */
function destinationsIn(instructions: readonly Instruction[]): ReadonlySet<string> {
  const words = instructions.flatMap(({ effect }) => (effect.does === 'note' ? wordsIn(effect.text) : []))
  return new Set(words)
}

function wordsIn(text: string): readonly string[] {
  const memo = readDeliveryMemo(text)
  if (memo) return [`${memo.chainId} ${memo.token} ${memo.recipient}`]
  return text.match(/[0-9A-Za-z]{20,}/g) ?? []
}

function paymentChanges(accepted: CheckedPlan, renewed: CheckedPlan): PlanChange[] {
  const [before, after] = [accepted, renewed].map(({ plan }) => plan.steps.filter(isPaymentStep)) as [
    PaymentStep[],
    PaymentStep[],
  ]
  const isEqual =
    before.length === after.length &&
    after.every(({ to, units, memo, toSign }, index) => {
      const was = before[index]
      const isSameTransaction = was?.toSign?.transaction === toSign?.transaction
      return was?.to === to && was.units === units && was.memo === memo && isSameTransaction
    })
  return isEqual ? [] : ['another payment']
}

function isSame(a: string, b: string): boolean {
  return a.toLowerCase() === b.toLowerCase()
}

function sameList<Item>(a: readonly Item[], b: readonly Item[], identity: (item: Item) => string): boolean {
  return a.length === b.length && a.every((item, index) => identity(item) === identity(b[index]!))
}

function sameSet(a: ReadonlySet<string>, b: ReadonlySet<string>): boolean {
  return a.size === b.size && [...a].every((each) => b.has(each))
}
