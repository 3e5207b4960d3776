import type { Amount } from '../../../domain/amount'
import { type Fraction, toPlaces } from '../../../domain/fraction'
import { readDollars, sum } from '../../../domain/price'
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
    gasUsd: gasUsdOf(answer),
  }
}

/** A sum with a part missing would be too low, so it is none. */
function gasUsdOf({ transactions }: SwapAnswer): string | undefined {
  const costs = transactions.map(({ gasUsd }) => readDollars(gasUsd))
  const known = costs.filter((cost): cost is Fraction => cost !== undefined)
  const [first, ...others] = known
  return first && known.length === costs.length ? toPlaces(others.reduce(sum, first), 6) : undefined
}
