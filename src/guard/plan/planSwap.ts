import type { ChainKind } from '../../domain/chain'
import { networkCostUsd } from '../../domain/networkCost'
import type { SwapAnswer } from '../../protocol/serviceMessages'
import { type ParsedAnswer, type ParsedTransaction, type PlanningContext, parseAnswer } from '../answer/parsedAnswer'
import { type DecodedPlan, decodePlan, decodeStep, purposeOf } from '../decode/decodedPlan'
import type { Finding } from '../findings/finding'
import type { SwapIntent } from '../intent'
import { type EvmStep, isEvmStep, type QuoteFigures, type Step } from '../plan'
import { findAll, type Rule } from '../rule'
import { structureRules } from '../rules/structureRules'
import { scopeOfIntent } from '../scope'
import { seal } from '../seal'
import { amountFactOf, tokenNamesOf } from '../tokenNames'
import { limitApproval, limitedApprovalNote } from './approval'
import { noteOnExpected, readExpected } from './expectedFigure'
import { pricedOutcome, type ReadFigure, readFigure } from './figure'
import type { Planned } from './planned'
import { planPayment } from './planPayment'

/**
 * Turns an answer into a plan: sorted, typed, approvals cut to the exact amount, figures read, frozen and hashed.
 * A doubtful answer is refused with reasons; decisions made while reading are in the plan's notes.
 */
export function planSwap(
  intent: SwapIntent,
  answer: SwapAnswer,
  known: PlanningContext,
  rules: readonly Rule<ParsedAnswer>[] = structureRules,
): Planned {
  return planners[intent.sell.token.chain.kind](intent, answer, known, rules)
}

type Planner = (
  intent: SwapIntent,
  answer: SwapAnswer,
  known: PlanningContext,
  rules: readonly Rule<ParsedAnswer>[],
) => Planned

/** How an answer becomes a plan, by the kind of the chain that the sold token is on. */
const planners: Readonly<Record<ChainKind, Planner>> = {
  evm: planTransactions,
  solana: planTransactions,
  bitcoin: planPayment,
  // Never traded on: the rules refuse it with its reason (V-003).
  unknown: planTransactions,
}

function planTransactions(
  intent: SwapIntent,
  answer: SwapAnswer,
  known: PlanningContext,
  rules: readonly Rule<ParsedAnswer>[],
): Planned {
  const draft = parseAnswer(intent, answer, known)
  const findings = findAll(rules, scopeOfIntent(intent), draft)
  const steps = draft.transactions.map((entry, index) => stepOf(entry, index, draft))
  const whole = steps.filter((step) => step !== undefined)
  if (findings.some(({ severity }) => severity === 'block') || whole.length < steps.length)
    return { is: 'refused', findings }

  const cut = whole.map((step) => cutTo(step, draft))
  const decoded = decodePlan(intent, cut, known.chains)
  const { quote, note } = figuresOf(draft, decoded)
  const notes = [
    ...findings,
    ...cut.flatMap((step, index) => limitedApprovalNote(whole[index], step, tokenNamesOf(intent, chainOf(step)))),
    ...note,
  ]
  return { is: 'plan', plan: seal({ intent, steps: cut, quote, receivedAt: known.receivedAt, notes }) }

  function chainOf({ chainId }: Step) {
    return known.chains.find((chain) => chain.chainId === chainId)
  }
}

function stepOf(
  { chain, to, data, value, said }: ParsedTransaction,
  index: number,
  { intent, context }: ParsedAnswer,
): Step | undefined {
  if (chain.is === 'contradiction') return undefined
  if (data.is === 'solana') {
    const { chainId } = chain
    return {
      kind: 'solana',
      index,
      chainId,
      from: intent.sender,
      transaction: data.base64,
      purpose: { does: 'swap' },
      said,
    }
  }
  if (to === undefined || data.is !== 'hex' || value.is !== 'wei') return undefined
  const step: EvmStep = {
    kind: 'evm',
    index,
    chainId: chain.chainId,
    from: intent.sender,
    to,
    data: data.hex,
    value: value.wei,
    purpose: { does: 'opaque' },
    said,
  }
  return { ...step, purpose: purposeOf(decodeStep(step, context.chains).call) }
}

function cutTo(step: Step, { intent, context }: ParsedAnswer): Step {
  if (!isEvmStep(step)) return step
  const wrapped = context.chains.find(({ chainId }) => chainId === step.chainId)?.wrappedNative
  const { receivedAt } = context
  return limitApproval(step, decodeStep(step, context.chains).call, intent, { wrapped, receivedAt }) ?? step
}

function figuresOf(
  { intent, answer }: ParsedAnswer,
  { decodedMinimum }: DecodedPlan,
): { quote: QuoteFigures; note: Finding[] } {
  const evidence = { decoded: decodedMinimum, priced: pricedOutcome(intent.sell, intent.buy) }
  const minimum = readFigure(intent.buy, answer.minAmountOut, evidence)
  const expected = readExpected(intent, answer, minimum?.amount, evidence)
  const quote = {
    minimumReceived: minimum?.amount,
    expectedOut: expected.is === 'known' ? expected.amount : undefined,
    path: answer.path,
    dex: answer.dexToUse,
    gasUsd: networkCostUsd(answer.transactions),
  }
  const note = [...noteOn(answer, intent, minimum), ...noteOnExpected(expected, intent)]
  return { quote, note }
}

/** The finding for a minimum in an unusual unit, or with an impossible value. */
function noteOn({ minAmountOut: said }: SwapAnswer, intent: SwapIntent, minimum: ReadFigure | undefined): Finding[] {
  const found = { code: 'M-088', severity: 'info', step: undefined } as const
  if (said === undefined) return []
  if (!minimum) return [{ ...found, kind: 'contradiction', facts: { said, symbol: intent.buy.symbol } }]
  if (minimum.read !== 'base units') return []
  return [{ ...found, kind: 'base-units', facts: { said, minimum: amountFactOf(minimum.amount) } }]
}
