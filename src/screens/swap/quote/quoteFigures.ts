import type { Amount } from '../../../domain/amount'
import { networkCostUsd } from '../../../domain/networkCost'
import type { Token } from '../../../domain/token'
import type { QuoteFigures } from '../../../guard/plan'
import { pricedOutcome, readFigure } from '../../../guard/plan/figure'
import type { SwapAnswer } from '../../../protocol/messages'

/** The figures of an answer that is only looked at: read as the guard reads them, without decoding anything. */
export function quoteFiguresOf(sell: Amount, buy: Token, answer: SwapAnswer): QuoteFigures {
  const evidence = { decoded: undefined, priced: pricedOutcome(sell, buy) }
  return {
    minimumOut: readFigure(buy, answer.minAmountOut, evidence)?.amount,
    expectedOut: readFigure(buy, answer.expectedAmountOut, evidence)?.amount,
    path: answer.path,
    dex: answer.dexToUse,
    gasUsd: networkCostUsd(answer.transactions),
  }
}
