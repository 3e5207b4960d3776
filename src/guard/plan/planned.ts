import { networkCostUsd } from '../../domain/networkCost'
import type { SwapAnswer } from '../../protocol/serviceMessages'
import type { Finding } from '../findings/finding'
import type { SwapIntent } from '../intent'
import type { Plan, QuoteFigures } from '../plan'
import { noteOnExpected, readExpected } from './expectedFigure'
import { pricedOutcome, type ReadFigure, readFigure } from './figure'

/** The plan that an answer forms, or the reasons why it forms none. */
export type Planned =
  | { readonly is: 'plan'; readonly plan: Plan }
  | { readonly is: 'refused'; readonly findings: readonly Finding[] }

/** The figures of an answer, and the note about an expected output that is not used. `decoded`: the minimum of the calls. */
export function readFigures(intent: SwapIntent, answer: SwapAnswer, decoded: bigint | undefined): AnsweredFigures {
  const evidence = { decoded, priced: pricedOutcome(intent.sell, intent.buy) }
  const minimum = readFigure(intent.buy, answer.minAmountOut, evidence)
  const expected = readExpected(intent, answer, minimum?.amount, evidence)
  const quote = {
    minimumReceived: minimum?.amount,
    expectedOut: expected.is === 'known' ? expected.amount : undefined,
    path: answer.path,
    dex: answer.dexToUse,
    gasUsd: networkCostUsd(answer.transactions),
  }
  return { minimum, quote, notes: noteOnExpected(expected, intent) }
}

type AnsweredFigures = {
  readonly minimum: ReadFigure | undefined
  readonly quote: QuoteFigures
  readonly notes: readonly Finding[]
}
