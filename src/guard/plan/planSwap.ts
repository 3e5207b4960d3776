import type { ChainKind } from '../../domain/chain'
import type { SwapAnswer } from '../../protocol/serviceMessages'
import { type ParsedAnswer, type PlanningContext, parseAnswer } from '../answer/parsedAnswer'
import { decodePlan, decodeStep } from '../decode/decodedPlan'
import { isSpendable } from '../decode/evm/address'
import { info } from '../findings/finding'
import type { SwapIntent } from '../intent'
import { isEvmStep, type Planned, type Step } from '../plan'
import type { Rule } from '../rule'
import { stepsIn } from '../rules/structureRules'
import { scopeOfIntent } from '../scope'
import { seal } from '../seal'
import { tokenNamesOf } from '../tokenNames'
import { limitApproval, limitedApprovalNote } from './approval'
import { readFigures } from './figure'
import { planPayment } from './planPayment'

/**
 * Turns an answer into a plan: sorted, typed, approvals cut to the exact amount, figures read, frozen and hashed.
 * A doubtful answer is refused with reasons; decisions made while reading are in the plan's notes.
 */
export const planSwap: Planner = (intent, ...rest) => planners[intent.sell.token.chain.kind](intent, ...rest)

type Planner = (
  intent: SwapIntent,
  answer: SwapAnswer,
  known: PlanningContext,
  rules?: readonly Rule<ParsedAnswer>[],
) => Planned

/** How an answer becomes a plan, by the kind of the chain that the sold token is on. */
const planners: Readonly<Record<ChainKind, Planner>> = {
  evm: planTransactions,
  solana: planTransactions,
  bitcoin: planPayment,
  // Never traded on: the rules refuse it with its reason (V-003).
  unknown: planTransactions,
}

function planTransactions(...[intent, answer, known, rules]: Parameters<Planner>): Planned {
  const draft = parseAnswer(intent, answer, known)
  const { findings, steps: whole } = stepsIn(draft, scopeOfIntent(intent), rules)
  if (!whole) return { is: 'refused', findings }

  const cut = whole.map((step) => cutTo(step, draft))
  const { decodedMinimum } = decodePlan(intent, cut, known.chains)
  const { quote, notes: noted } = readFigures(intent, answer, decodedMinimum)
  const notes = [
    ...findings,
    ...cut.flatMap((step, index) => limitedApprovalNote(whole[index], step, tokenNamesOf(intent, chainOf(step)))),
    ...(answer.minAmountOut === undefined || quote.minimumReceived
      ? []
      : [info('V-001.contradiction', { said: answer.minAmountOut, symbol: intent.buy.symbol })]),
    ...noted,
  ]
  return { is: 'plan', plan: seal({ intent, steps: cut, quote, receivedAt: known.receivedAt, notes }) }

  function chainOf({ chainId }: Step) {
    return known.chains.find((chain) => chain.chainId === chainId)
  }
}

function cutTo(step: Step, { intent, context: { chains, receivedAt } }: ParsedAnswer): Step {
  if (!isEvmStep(step)) return step
  const wrapped = chains.find(({ chainId }) => chainId === step.chainId)?.wrappedNative
  const maxOf = (token: string) => (isSpendable(token, intent, wrapped) ? intent.sell.units : undefined)
  return limitApproval(step, decodeStep(step, chains).call, maxOf, receivedAt)
}
