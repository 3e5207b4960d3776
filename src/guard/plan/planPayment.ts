import { networkCostUsd } from '../../domain/networkCost'
import type { SwapAnswer } from '../../protocol/messages'
import { readDeadline } from '../decode/bitcoin/deadline'
import { readMemo } from '../decode/bitcoin/memo'
import type { SwapIntent } from '../intent'
import type { PaymentStep } from '../plan'
import { findAll } from '../rule'
import { answerRules } from '../rules/bitcoin/rules'
import { seal } from '../seal'
import { noteOnExpected, readExpected } from './expectedFigure'
import { pricedOutcome, readFigure } from './figure'
import type { PlanningContext } from './parsedAnswer'
import type { PaymentRequest } from './paymentRequest'
import type { Planned } from './planned'
import { readValue } from './value'

/** Turns an answer into a plan of one payment that the person makes by hand, or says why it cannot be one. */
export function planPayment(intent: SwapIntent, answer: SwapAnswer, { receivedAt }: PlanningContext): Planned {
  const { quote, note } = figuresOf(intent, answer)
  const demand = { ...readDemand(intent, answer, receivedAt), minimum: quote.minimumOut }
  const { said, memo, deadline } = demand
  const findings = findAll(answerRules, 'bitcoin payment', demand)
  if (findings.some(({ severity }) => severity === 'block') || !said?.to) return { is: 'refused', findings }

  const { sell, sender } = intent
  const step: PaymentStep = {
    kind: 'bitcoin',
    index: 0,
    chainId: sell.token.chain.chainId,
    from: sender,
    to: said.to.trim(),
    units: sell.units,
    memo: memo.is === 'text' ? memo.text : undefined,
    until: deadline.until,
    purpose: { does: 'swap' },
    said,
  }
  return { is: 'plan', plan: seal({ intent, steps: [step], quote, receivedAt, notes: [...findings, ...note] }) }
}

function readDemand(intent: SwapIntent, answer: SwapAnswer, receivedAt: number): Omit<PaymentRequest, 'minimum'> {
  const [said] = answer.transactions
  const { units, token } = intent.sell
  return {
    intent,
    answer,
    said,
    memo: said ? readMemo(said) : { is: 'none' },
    // The person's wallet adds the network fee, so the payment itself is exactly the amount sold.
    value: readValue(said?.value, units, 0n, token.decimals),
    deadline: readDeadline({ ...answer.rest, ...said?.rest }, receivedAt),
    receivedAt,
  }
}

function figuresOf(intent: SwapIntent, answer: SwapAnswer) {
  const evidence = { decoded: undefined, priced: pricedOutcome(intent.sell, intent.buy) }
  const minimumOut = readFigure(intent.buy, answer.minAmountOut, evidence)?.amount
  const expected = readExpected(intent, answer, minimumOut, evidence)
  const quote = {
    minimumOut,
    expectedOut: expected.is === 'known' ? expected.amount : undefined,
    path: answer.path,
    dex: answer.dexToUse,
    gasUsd: networkCostUsd(answer.transactions),
  }
  return { quote, note: noteOnExpected(expected, intent) }
}
