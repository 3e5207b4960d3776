import type { TransactionRecord } from '../../protocol/serviceMessages'
import { type PlanningContext, parseAnswer } from '../answer/parsedAnswer'
import { decodeStep } from '../decode/decodedPlan'
import { sameAddress } from '../decode/evm/address'
import type { SwapIntent } from '../intent'
import { coinPaid, type DepositIntent } from '../liquidityIntent'
import { isEvmStep, type Planned } from '../plan'
import { depositLimits } from '../rules/input/ruleInput'
import { stepsIn } from '../rules/structureRules'
import { seal } from '../seal'
import { tokenNamesOf } from '../tokenNames'
import { limitApproval, limitedApprovalNote } from './approval'
import { noQuote } from './liquiditySteps'

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
  const limits = depositLimits(asked)
  const maxOf = (token: string, spender: string) =>
    sameAddress(spender, positionManager) ? limits.get(token.toLowerCase()) : undefined
  const cut = whole.map((step) => limitApproval(step, decodeStep(step, known.chains).call, maxOf, known.receivedAt))
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
