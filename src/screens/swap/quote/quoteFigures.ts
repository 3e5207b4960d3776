import type { Amount } from '../../../domain/amount'
import { networkCostUsd } from '../../../domain/networkCost'
import type { Token } from '../../../domain/token'
import type { QuoteFigures } from '../../../guard/plan'
import { type ExpectedFigure, readExpected } from '../../../guard/plan/expectedFigure'
import { pricedOutcome, readFigure } from '../../../guard/plan/figure'
import type { SwapAnswer } from '../../../protocol/serviceMessages'

/** The figures of a quote, read as the guard reads them, without decoding calldata. */
export function quoteFiguresOf(
  { sell, buy, slippageBps }: { readonly sell: Amount; readonly buy: Token; readonly slippageBps: number },
  answer: SwapAnswer,
): QuoteFigures & { readonly expectation: ExpectedFigure } {
  const evidence = { decoded: undefined, priced: pricedOutcome(sell, buy) }
  const minimumReceived = readFigure(buy, answer.minAmountOut, evidence)?.amount
  const expectation = readExpected({ buy, slippageBps }, answer, minimumReceived, evidence)
  return {
    minimumReceived,
    expectedOut: expectation.is === 'known' ? expectation.amount : undefined,
    path: answer.path,
    dex: answer.dexToUse,
    gasUsd: networkCostUsd(answer.transactions),
    expectation,
  }
}
