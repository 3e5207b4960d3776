import { sumOf } from '../../domain/bigints'
import { type DecodedStep, decodePlan } from '../decode/decodedPlan'
import { type Effect, everyCall } from '../decode/evm/call'
import { readDeliveryMemo } from '../decode/solana/deliveryMemo'
import { networkFee } from '../decode/solana/fee'
import type { Instruction } from '../decode/solana/instruction'
import { tipAccounts } from '../decode/solana/programs'
import type { AmountFact } from '../findings/factTypes'
import { type Finding, type FindingFacts, findingKey, warn } from '../findings/finding'
import { isPaymentStep } from '../plan'
import { enforcedMinimum } from '../plan/enforcedMinimum'
import type { SolanaRuleInput } from '../rules/input/solanaRuleInput'
import { type Verdict, warningsOf } from '../verdict'
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
    ...(isSplit ? [warn(isCheckedSwap(renewed) ? 'V-060.not-atomic' : 'V-060.deposit-one-by-one', {})] : []),
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
  readonly least?: bigint
  readonly slack?: (units: bigint) => bigint
  /** The change if the accepted plan does nothing of the kind. A lower bound that is new is not a change. */
  readonly ifNew?: PlanChange
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
    if (known.length === 0) return now.least === undefined ? [now.ifNew ?? now.change] : []
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
  return [
    { change: 'other steps', about: `${acts.length} calls` },
    ...acts.flatMap(stepTerms),
    ...steps
      .flatMap(({ flow }) => flow.rights)
      .map(
        ({ token, spender, through = '', amount }) =>
          ({ change: 'more is allowed', about: addresses(token, spender, through), most: amount }) as const,
      ),
    ...outflows.map(
      ({ token, amount }) => ({ change: 'more is sold', about: addresses(token), most: amount }) as const,
    ),
    {
      change: 'higher fees',
      about: 'shares',
      most: sumOf(steps.flatMap(({ flow }) => flow.fees.map(({ bps }) => bps))),
    },
    // A refund pays at least the tokens that a bridge keeps, or the deposit at an escrow.
    {
      ...{ change: 'a lower minimum', about: 'refund', slack: refundSlack },
      least: escrowed + sumOf(steps.flatMap(({ flow }) => flow.promises.map(({ refund }) => refund.least))),
    },
    ...solanaTerms(solana),
    { change: 'another payment', about: JSON.stringify(payments) },
    { change: 'a lower minimum', about: 'all payouts', least: minimum, slack: minimumSlack },
    // The share of the simulated output that is enforced.
    ...(minimum > 0n && arrival !== undefined && arrival > 0n
      ? [
          {
            change: 'a wider tolerance',
            about: 'share',
            least: shareBps(minimum, arrival),
            slack: toleranceSlack,
          } as const,
        ]
      : []),
  ]
}

/**
 * Every effect of a step in order: a balance between two of them can be taken by anyone once foreign code runs in
 * between.
 */
function stepTerms({ step: { chainId, to, value, data }, call, unread }: DecodedStep, place: number): readonly Term[] {
  const effects = everyCall(call).filter(({ effect }) => effect.does !== 'batch')
  const identities = effects.map(({ to, effect }, index) => `${place}.${index} ${identityOf(to, effect)}`)
  return [
    { change: 'another contract', about: `${place} ${chainId} ${addresses(to)}` },
    ...(value > 0n ? [{ change: 'more native tokens', about: `${place}`, most: value } as const] : []),
    unread.length > 0
      ? { change: 'unreadable', about: `${place} ${data.toLowerCase()}` }
      : { change: 'another call', about: `${place} ${identities.join()}` },
    ...effects.map(
      ({ effect }, index) =>
        ({
          change: 'a lower minimum',
          about: identities[index]!,
          least: minPaid(effect),
          slack: minimumSlack,
        }) as const,
    ),
  ]
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
  const fees = readings.map(({ transaction, instructions }) =>
    networkFee(
      transaction.requiredSignatures,
      instructions.map(({ effect }) => effect),
    ),
  )
  const destinations = new Set(
    instructions.flatMap(({ effect }) => (effect.does === 'note' ? destinationsIn(effect.text) : [])),
  )
  return [
    { change: 'other steps', about: 'transactions', most: BigInt(readings.length) },
    { change: 'other steps', about: instructions.flatMap(solanaIdentity).join() },
    ...instructions.flatMap(({ program, accounts, data, effect }): readonly Term[] => [
      { change: 'another program', about: program },
      ...(effect.does === 'opaque'
        ? [{ change: 'unreadable', about: `${program} ${accounts.join(' ')} ${data.join(' ')}` } as const]
        : []),
      ...(effect.does === 'open account' ? [{ change: 'other steps', about: effect.account } as const] : []),
    ]),
    ...[...paymentsIn(readings)].map(
      ([payee, most]) => ({ change: 'more is sold', about: payee, most, ifNew: 'another payee' }) as const,
    ),
    { change: 'another message', about: [...destinations].toSorted().join() },
    { change: 'higher fees', about: 'network', most: sumOf(fees), slack: networkFeeSlack },
  ]
}

/** Prices are compared as fees, and an account that is open already is not opened again. */
function solanaIdentity({ program, effect }: Instruction): readonly string[] {
  switch (effect.does) {
    case 'budget':
    case 'assert':
    case 'open account':
      return []
    case 'pay':
      return [`${program} pay ${effect.from} ${tipAccounts.has(effect.to) ? 'tip' : effect.to}`]
    case 'transfer':
      return [`${program} transfer ${effect.authority} ${effect.destination}`]
    case 'close':
      return [`${program} close ${effect.destination}`]
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

/** In basis points, rounded up. */
function shareBps(part: bigint, whole: bigint): bigint {
  return part >= whole ? 10_000n : 10_000n - ((whole - part) * 10_000n) / whole
}

function addresses(...all: readonly string[]): string {
  return all.join(' ').toLowerCase()
}

/**
 * A plan whose lower minimum the person saw and accepted: no second consent for it (V-016). `shownMinimum`: the accepted
 * one, for later checks; `undefined` if the plan was not below the one shown.
 */
export function withMinimumAccepted<Checked extends CheckedPlan>(
  checked: Checked,
): { readonly checked: Checked; readonly shownMinimum: bigint | undefined } {
  const { level, findings } = checked.verdict
  const below = findings.find(({ code, kind }) => code === 'V-016' && kind === 'below-shown')
  if (!below) return { checked, shownMinimum: undefined }
  const left = findings.filter((finding) => finding !== below)
  const isTried = level === 'tried' && warningsOf({ findings: left }).length > 0
  const isEnforced = left.some(({ code, kind }) => code === 'V-060' && kind === 'enforced')
  const verdict: Verdict = {
    level: level !== 'tried' || isTried ? level : isEnforced ? 'enforced' : 'proven',
    findings: left,
  }
  const { units } = Reflect.get(below.facts, 'accepted') as AmountFact
  return { checked: { ...checked, verdict }, shownMinimum: BigInt(units) }
}
