import { presentText } from '../../../components/positions/figures'
import { tokenAmounts } from '../../../components/positions/proposal'
import { smaller } from '../../../domain/bigints'
import { largestDeposit } from '../../../domain/liquidity/deposit'
import type { Amounts, PoolSide } from '../../../domain/liquidity/liquidity'
import { holdingsAfter, missingSwap, type Trade } from '../../../domain/liquidity/missingSwap'
import { amountWithSymbol } from '../../../domain/text/figure'
import { Button } from '../../../ui/Button'
import { useMessages } from '../../../ui/messages'
import { Notice } from '../../../ui/Notice'
import { spendable } from '../amounts/useDepositFunds'
import { type StartSequenceProps, tradedAmounts, tradedPoolOf } from './forecast'
import { sequenceScreenMessages } from './messages'

/** Offers to swap for the token that a deposit is short of, and then to deposit. */
export default function SwapFirst({ liquidity, onStart }: StartSequenceProps) {
  const messages = useMessages(sequenceScreenMessages)
  const { choice, deposit, funds } = liquidity
  const { pool } = choice
  const { proposal, toleranceBps } = deposit
  const { paid, account } = funds
  const held = spendable(funds)
  if (pool?.address === undefined || !proposal?.deposit || !paid || account === undefined || !held) return null
  const { range, deposit: wanted } = proposal
  const swap = missingSwap(tradedPoolOf(pool), range, { wanted, held })
  if (!swap) return null
  const budget = budgetOf(swap, wanted, held)
  const { sqrtPriceX96 } = swap
  const after = largestDeposit({ ...range, sqrtPriceX96, balances: holdingsAfter(budget, swap) })
  const [sold, bought] = tradedAmounts(swap, paid)
  const paysCoin = paid.token0.isNative || paid.token1.isNative
  const start = () => onStart({ account, range, toleranceBps, paysCoin, position: undefined, budget })
  return (
    <Notice
      title={messages.short(bought.token.symbol)}
      action={
        <Button size="small" onClick={start}>
          {messages.start}
        </Button>
      }
    >
      {messages.swapFirst(amountWithSymbol(sold), amountWithSymbol(bought), presentText(tokenAmounts(paid, after)))}
    </Notice>
  )
}

/** The budget of the sequence: the input, and of both tokens at most the typed amount. */
function budgetOf({ sell, amount }: Trade, wanted: Amounts, held: Amounts): Amounts {
  const of = (side: PoolSide) => smaller(held[side], wanted[side] + (side === sell ? amount : 0n))
  return { amount0: of('amount0'), amount1: of('amount1') }
}
