import type { SwapAnswer, TransactionRecord } from '../../protocol/serviceMessages'
import type { PlanningContext } from '../answer/parsedAnswer'
import type { PaymentRequest } from '../answer/paymentRequest'
import { readValue } from '../answer/value'
import { addressOfScript, scriptOf } from '../decode/bitcoin/address'
import { readDeadline } from '../decode/bitcoin/deadline'
import { type Memo, readCarriedMemo, readMemo } from '../decode/bitcoin/memo'
import { decodePsbt, feeOf, isPsbt, type Psbt } from '../decode/bitcoin/psbt'
import { carriedData } from '../decode/bitcoin/script'
import type { SwapIntent } from '../intent'
import type { PaymentStep, Planned } from '../plan'
import { findAll } from '../rule'
import { paymentAnswerRules } from '../rules/bitcoin/rules'
import { seal } from '../seal'
import { readFigures } from './figure'

/**
 * Turns an answer into a plan of one payment, made by hand or by signing, or returns the reason why it cannot be one.
 */
export function planPayment(intent: SwapIntent, answer: SwapAnswer, { receivedAt }: PlanningContext): Planned {
  const { quote, notes } = readFigures(intent, answer, undefined)
  const demand = { ...readDemand(intent, answer, receivedAt), minimumReceived: quote.minimumReceived }
  const { said, memo, deadline, psbt, to } = demand
  const findings = findAll(paymentAnswerRules, 'bitcoin payment', demand)
  if (findings.some(({ severity }) => severity === 'block') || !said || !to) return { is: 'refused', findings }

  const { sell, sender } = intent
  const step: PaymentStep = {
    kind: 'bitcoin',
    index: 0,
    chainId: sell.token.chain.chainId,
    from: sender,
    to,
    units: sell.units,
    memo: memo.is === 'text' ? memo.text : undefined,
    until: deadline.until,
    ...(psbt && typeof psbt !== 'string' && { toSign: { transaction: psbt.transaction, fee: feeOf(psbt) } }),
    purpose: { does: 'swap' },
    said,
  }
  return { is: 'plan', plan: seal({ intent, steps: [step], quote, receivedAt, notes: [...findings, ...notes] }) }
}

function readDemand(
  intent: SwapIntent,
  answer: SwapAnswer,
  receivedAt: number,
): Omit<PaymentRequest, 'minimumReceived'> {
  const [said] = answer.transactions
  const { units, token } = intent.sell
  const text = typeof said?.data === 'string' ? said.data.trim() : ''
  const psbt = isPsbt(text) ? decodePsbt(text) : undefined
  const named = said?.to?.trim() ?? ''
  return {
    intent,
    answer,
    said,
    psbt,
    to: named === '' && psbt && typeof psbt !== 'string' ? soleAddress(psbt, intent) : named,
    memo: memoOf(said, psbt),
    // The person's wallet adds the network fee, so the payment itself is exactly the amount sold.
    value: readValue(said?.value, units, 0n, token.decimals),
    deadline: readDeadline({ ...answer.rest, ...said?.rest }, receivedAt),
    receivedAt,
  }
}

function memoOf(said: TransactionRecord | undefined, psbt: PaymentRequest['psbt']): Memo {
  if (!said || typeof psbt === 'string') return { is: 'none' }
  if (!psbt) return readMemo(said)
  const [carried] = psbt.outputs.flatMap(({ script }) => carriedData(script) ?? [])
  return readCarriedMemo(carried, said)
}

function soleAddress({ outputs }: Psbt, { sender, sell }: SwapIntent): string | undefined {
  const own = scriptOf(sender)
  const others = outputs.filter(({ script }) => script !== own && carriedData(script) === undefined)
  const [only, another] = others
  return only && !another ? addressOfScript(only.script, sell.token.chain) : undefined
}
