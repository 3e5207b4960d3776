import { sumOf } from '../../domain/bigints'
import { type DecodedStep, decodePlan } from '../decode/decodedPlan'
import { type ContractCall, type Effect, everyCall } from '../decode/evm/call'
import { readDeliveryMemo } from '../decode/solana/deliveryMemo'
import { type Instruction, networkFee } from '../decode/solana/instruction'
import { tipAccounts } from '../decode/solana/programs'
import type { AmountFact } from '../findings/factTypes'
import { type Finding, type FindingFacts, findingKey, warn } from '../findings/finding'
import { isPaymentStep } from '../plan'
import { enforcedMinimum } from '../plan/enforcedMinimum'
import type { SolanaRuleInput } from '../rules/input/solanaRuleInput'
import { type Verdict, warningsOf, withFindings } from '../verdict'
import { type Checked, type CheckedPlan, isCheckedSwap } from './checkedPlan'

/** How a re-quoted plan differs from the accepted one. */
export type PlanChange = FindingFacts['V-057.changed']['change']

/**
 * Why a later check, or a re-quoted plan, may not replace the accepted one without the person's consent; empty if it may.
 * Deposits are compared by their verdicts: the app builds them again from the same request.
 */
export function worse(accepted: Checked, renewed: Checked): readonly Finding[] {
  const changes = isCheckedSwap(accepted) && isCheckedSwap(renewed) ? planChanges(accepted, renewed) : []
  const isSplit = accepted.plan.assertion !== undefined && !renewed.plan.assertion
  return [
    ...newWarnings(accepted.verdict, renewed.verdict),
    ...(renewed.verdict.level === 'unchecked' && accepted.verdict.level !== 'unchecked'
      ? [warn('V-020.not-run-any-more', {})]
      : []),
    ...changes.map((change) => warn('V-057.changed', { change })),
    // Steps that were accepted as an atomic batch would be signed one by one.
    ...(isSplit ? [warn('V-060.one-by-one', {})] : []),
  ]
}

/** New warnings. One with changed figures only is not new. */
export function newWarnings(before: Verdict, after: Verdict): readonly Finding[] {
  const known = new Set(warningsOf(before).map(findingKey))
  return warningsOf(after).filter((warning) => !known.has(findingKey(warning)))
}

/** Whether the simulated output is more than 1 % lower, or no longer known. */
export function arrivesLess({ arrival: before }: CheckedPlan, { arrival: after }: CheckedPlan): boolean {
  return before !== undefined && (after === undefined || after * 100n < before * 99n)
}

/** One thing that a plan does, and the change if a re-quoted plan does something else instead. */
type Term = {
  readonly change: PlanChange
  readonly about: string
  /** An upper bound may not be higher, and a lower bound not lower, by more than `slack` of the accepted one. */
  readonly most?: bigint
  /** A lower bound that is new is not a change. */
  readonly least?: bigint
  readonly slack?: (units: bigint) => bigint
}

const none = () => 0n
/** The minimum may fall by a thousandth, and the tolerance widen by a tenth of a percent. */
const minimumSlack = (units: bigint) => units / 1_000n
const toleranceSlack = () => 10n
/**
 * The intermediate token's price moves while the review is open. Only a refund pays it, and each check reads from the
 * chain the output of the swap before the bridge (V-056).
 */
const refundSlack = (units: bigint) => units / 200n
/** Priority fees follow how busy Solana is, and double within a minute: they may rise by 0.0005 SOL. */
const networkFeeSlack = () => 500_000n

/**
 * Compares a re-quoted plan with the accepted one, as decoded: same contracts, purposes and parties, no more paid, no
 * smaller minimum. Approvals no longer needed may be missing. Calldata that cannot be decoded must be byte-identical.
 */
export function planChanges(accepted: CheckedPlan, renewed: CheckedPlan): readonly PlanChange[] {
  const before = termsOf(accepted)
  const changes = termsOf(renewed).flatMap((now) => {
    const known = before.filter(({ change, about }) => change === now.change && about === now.about)
    if (known.length === 0) return now.least === undefined ? [now.change] : []
    return known.some((was) => isKept(was, now)) ? [] : [now.change]
  })
  return [...new Set(changes)]
}

function isKept({ most = 0n, least = 0n, slack = none }: Term, now: Term): boolean {
  return (now.most ?? 0n) <= most + slack(most) && (now.least ?? 0n) >= least - slack(least)
}

function termsOf(checked: CheckedPlan): readonly Term[] {
  const { plan, inputs, solana = [], escrowed = 0n, arrival } = checked
  const { steps, outflows } = decodePlan(plan.intent, plan.steps, inputs.chains)
  const acts = steps.filter(({ step: { purpose } }) => purpose.does !== 'approve' && purpose.does !== 'reset')
  const payments = plan.steps
    .filter(isPaymentStep)
    .map(({ to, units, memo, toSign }) => [to, `${units}`, memo, toSign?.transaction])
  const minimum = minimumOf(checked) ?? 0n
  const fees = steps.flatMap(({ flow }) => flow.fees.map(({ bps }) => bps))
  // A refund pays at least the tokens that a bridge keeps, or the deposit at an escrow.
  const refund = escrowed + sumOf(steps.flatMap(({ flow }) => flow.promises.map(({ refund }) => refund.least)))
  return [
    { change: 'another call', about: `calls ${acts.map(callIdentity).join()}`.toLowerCase() },
    { change: 'another call', about: `payments ${JSON.stringify(payments)}` },
    ...acts.flatMap(callFigures),
    ...steps.flatMap(({ flow }) => flow.rights.map(rightTerm)),
    ...outflows.map(({ token, amount }): Term => ({ change: 'more is sold', about: token, most: amount })),
    { change: 'higher fees', about: 'shares', most: sumOf(fees) },
    { change: 'a lower minimum', about: 'refund', least: refund, slack: refundSlack },
    ...solanaTerms(solana),
    { change: 'a lower minimum', about: 'all payouts', least: minimum, slack: minimumSlack },
    ...(minimum > 0n && arrival !== undefined && arrival > 0n ? [toleranceTerm(minimum, arrival)] : []),
  ]
}

function rightTerm({ token, spender, through = '', amount }: DecodedStep['flow']['rights'][number]): Term {
  return { change: 'more is allowed', about: `${token} ${spender} ${through}`.toLowerCase(), most: amount }
}

/** The share of the simulated output that is enforced, in basis points, rounded up. */
function toleranceTerm(part: bigint, whole: bigint): Term {
  const least = part >= whole ? 10_000n : 10_000n - ((whole - part) * 10_000n) / whole
  return { change: 'a wider tolerance', about: 'share', least, slack: toleranceSlack }
}

/**
 * Every effect of a step in order: a balance between two of them can be taken by anyone once foreign code runs in
 * between.
 */
function callIdentity({ step: { chainId, to, data }, call, unread }: DecodedStep): string {
  const effects = unread.length > 0 ? data : effectsIn(call).map(({ to, effect }) => to + effectIdentity(effect))
  return `${chainId} ${to} ${effects}`
}

function callFigures({ step: { value }, call }: DecodedStep, place: number): readonly Term[] {
  const minimums = effectsIn(call).map(({ effect }, index): Term => {
    return { change: 'a lower minimum', about: `${place}.${index}`, least: minPaid(effect), slack: minimumSlack }
  })
  return value > 0n ? [...minimums, { change: 'more is sold', about: `coins ${place}`, most: value }] : minimums
}

function effectsIn(call: ContractCall): readonly ContractCall[] {
  return everyCall(call).filter(({ effect }) => effect.does !== 'batch')
}

/** The figures and times that differ from one quote to the next, and are compared as such. */
const quoted: ReadonlySet<string> = new Set('amount amountIn minimum minimumReceived bps until deadline'.split(' '))

/** The effect without these. Whether all that a router holds is paid is no figure. */
function effectIdentity(effect: Effect): string {
  const isOfTrade = effect.does !== 'mint' && effect.does !== 'position' && effect.does !== 'create pool'
  return JSON.stringify(effect, (name, value: unknown) => {
    if (typeof value !== 'bigint') return value
    return isOfTrade && quoted.has(name) ? undefined : `${value}`
  })
}

function minPaid(effect: Effect): bigint {
  switch (effect.does) {
    case 'swap':
    case 'bridge':
      return effect.minimumReceived
    case 'unwrap':
    case 'sweep':
      return effect.minimum
    default:
      return 0n
  }
}

function solanaTerms(readings: readonly SolanaRuleInput[]): readonly Term[] {
  const instructions = readings.flatMap((reading) => reading.instructions)
  const fees = readings.map(({ transaction }) => networkFee(transaction))
  const destinations = instructions.flatMap(({ effect }) => (effect.does === 'note' ? destinationsIn(effect.text) : []))
  const opened = instructions.flatMap(({ effect }) => (effect.does === 'open account' ? [effect.account] : []))
  return [
    { change: 'another call', about: 'transactions', most: BigInt(readings.length) },
    { change: 'another call', about: `instructions ${instructions.flatMap(instructionIdentity).join()}` },
    { change: 'another call', about: `destinations ${[...new Set(destinations)].toSorted().join()}` },
    ...opened.map((about): Term => ({ change: 'another call', about })),
    ...[...paymentsIn(readings)].map(([about, most]): Term => ({ change: 'more is sold', about, most })),
    { change: 'higher fees', about: 'network', most: sumOf(fees), slack: networkFeeSlack },
  ]
}

/** Prices are compared as fees, and an account that is open already is not opened again. */
function instructionIdentity({ program, effect, accounts, data }: Instruction): readonly string[] {
  switch (effect.does) {
    case 'budget':
    case 'assert':
    case 'open account':
      return []
    case 'pay':
      return [`${program} pay ${effect.from} ${tipAccounts.has(effect.to) ? 'tip' : effect.to}`]
    case 'transfer':
      return [`${program} transfer ${effect.authority} ${effect.destination}`]
    case 'opaque':
      return [`${program} ${accounts.join(' ')} ${data.join(' ')}`]
    default:
      return [`${program} ${effect.does}`]
  }
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
function destinationsIn(text: string): readonly string[] {
  const memo = readDeliveryMemo(text)
  if (memo) return [`${memo.chainId} ${memo.token} ${memo.recipient}`]
  return text.match(/[0-9A-Za-z]{20,}/g) ?? []
}

/** The least that a plan brings, in smallest units of the bought token, by the strongest source it has. */
export function minimumOf({ decodedMinimum, plan }: CheckedPlan): bigint | undefined {
  return enforcedMinimum(plan) ?? decodedMinimum ?? plan.quote.minimumReceived?.units
}

/**
 * A plan whose lower minimum the person saw and accepted: no second consent for it (V-016). `shownMinimum`: the accepted
 * one, for later checks; `undefined` if the plan was not below the one shown.
 */
export function withMinimumAccepted<Checked extends CheckedPlan>(
  checked: Checked,
): { readonly checked: Checked; readonly shownMinimum: bigint | undefined } {
  const { findings } = checked.verdict
  const below = findings.find(({ code, kind }) => code === 'V-016' && kind === 'below-shown')
  if (!below) return { checked, shownMinimum: undefined }
  const left = findings.filter((finding) => finding !== below)
  const verdict = withFindings(checked.verdict, left)
  const { units } = Reflect.get(below.facts, 'accepted') as AmountFact
  return { checked: { ...checked, verdict }, shownMinimum: BigInt(units) }
}
