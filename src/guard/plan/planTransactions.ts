import type { TransactionRecord } from '../../protocol/serviceMessages'
import { type PlanningContext, parseAnswer } from '../answer/parsedAnswer'
import { sameAddress } from '../decode/evm/address'
import type { SwapIntent } from '../intent'
import { coinPaid, type DepositIntent } from '../liquidityIntent'
import { type EvmStep, isEvmStep, type Planned } from '../plan'
import { depositLimits } from '../rules/input/ruleInput'
import { seal } from '../seal'
import { tokenNamesOf } from '../tokenNames'
import { stepsIn } from './answeredSteps'
import { limitedApprovalNote } from './approval'
import { approvalStep, noQuote } from './liquiditySteps'

/**
 * Turns the service's transactions for a deposit into a plan: read and sorted like those of a swap, allowances cut down
 * to the deposited amounts, frozen and hashed. For a pool without a known manager it is the target of the last
 * transaction; checks then ask the person to verify its address.
 */
export function planTransactions(
  intent: Omit<DepositIntent, 'pool'> & {
    readonly pool: Omit<DepositIntent['pool'], 'positionManager'> & { readonly positionManager: string | undefined }
  },
  transactions: readonly TransactionRecord[],
  known: PlanningContext,
): Planned<DepositIntent> {
  const draft = parseAnswer(standIn(intent), { ...nothingSaid, transactions }, known)
  const { findings, steps } = stepsIn(draft, 'deposit')
  const whole = steps?.filter(isEvmStep)
  if (!whole || whole.length < draft.transactions.length) return { is: 'refused', findings }

  const positionManager = intent.pool.positionManager ?? whole.at(-1)?.to ?? ''
  const asked: DepositIntent = { ...intent, pool: { ...intent.pool, positionManager } }
  const cut = whole.map((step) => cutTo(step, asked))
  const chain = known.chains.find(({ chainId }) => chainId === asked.pool.token0.chain.chainId)
  const book = tokenNamesOf(asked, chain)
  const notes = [...findings, ...cut.flatMap((step, index) => limitedApprovalNote(whole[index], step, book))]
  return { is: 'plan', plan: seal({ intent: asked, steps: cut, quote: noQuote, receivedAt: known.receivedAt, notes }) }
}

/** The chain and the native coins that may be sent, for the rules about the form of an answer. */
function standIn({ pay, sender, recipient }: Pick<DepositIntent, 'pay' | 'sender' | 'recipient'>): SwapIntent {
  const [one, other] = pay
  const sell = coinPaid({ pay }) ?? (one.units > 0n ? one : other)
  const buy = sell === one ? other.token : one.token
  return { kind: 'swap', sell, buy, slippageBps: 0, sender, recipient, skipNonSwapTransactions: false }
}

const nothingSaid = {
  path: [],
  dexToUse: undefined,
  minAmountOut: undefined,
  expectedAmountOut: undefined,
  rest: {},
}

/** An approval of the position manager for more than the deposit; checks block any other excess. */
function cutTo(step: EvmStep, intent: DepositIntent): EvmStep {
  if (step.purpose.does !== 'approve') return step
  const { token, spender, amount } = step.purpose
  const limit = depositLimits(intent).get(token.toLowerCase())
  if (limit === undefined || amount <= limit || !sameAddress(spender, intent.pool.positionManager)) return step
  return { ...approvalStep(intent, token, limit), index: step.index, said: step.said }
}
