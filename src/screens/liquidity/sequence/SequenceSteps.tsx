import { presentText } from '../../../components/positions/figures'
import { tokenAmounts } from '../../../components/positions/proposal'
import type { SequenceStage } from '../../../components/sequences/sequence'
import type { Amounts } from '../../../domain/liquidity/liquidity'
import { amountWithSymbol } from '../../../domain/text/figure'
import type { LiquidityPool } from '../../../preparation/liquidity/liquidityPool'
import { classes } from '../../../ui/classes'
import { useMessages } from '../../../ui/messages'
import { type SequenceForecast, tradedAmounts } from './forecast'
import { sequenceScreenMessages } from './messages'

type StepsProps = {
  readonly pool: LiquidityPool
  /** The number of the position that is moved. */
  readonly position: string | undefined
  readonly stage: SequenceStage
  readonly forecast: SequenceForecast | undefined
}

/** All steps of a sequence with their amounts, the one that is next marked. */
export function SequenceSteps({ pool, position, stage, forecast }: StepsProps) {
  const messages = useMessages(sequenceScreenMessages)
  if (!forecast) return null
  const { budget, swap, deposit, left } = forecast
  const isSwapped = stage.at === 'deposit' && stage.isSwapped
  const steps = [
    ...(position === undefined
      ? []
      : [
          stage.at === 'withdrawal'
            ? { text: messages.withdraw(position, listed(budget)), isNext: true }
            : { text: isSwapped ? messages.withdrawnAll : messages.withdrawn(listed(budget)), isNext: false },
        ]),
    { text: swapText(), isNext: stage.at === 'deposit' && swap !== undefined },
    { text: messages.deposit(listed(deposit)), isNext: stage.at === 'deposit' && swap === undefined },
  ]
  const over = listed(left)
  return (
    <div className="grid gap-3">
      <ol aria-label={messages.steps} className="grid list-decimal gap-2 ps-6">
        {steps.map(({ text, isNext }) => (
          <li
            key={text}
            aria-current={isNext ? 'step' : undefined}
            className={classes(isNext && 'font-medium text-ink')}
          >
            {text}
          </li>
        ))}
      </ol>
      {over !== '' && <p className="text-fine text-quiet">{messages.leftOver(over)}</p>}
      <p className="text-fine text-quiet">{messages.note}</p>
    </div>
  )

  function swapText(): string {
    if (!swap) return isSwapped ? messages.swapped : messages.noSwap
    const [sold, bought] = tradedAmounts(swap, pool)
    return messages.swap(amountWithSymbol(sold), amountWithSymbol(bought))
  }

  function listed(amounts: Amounts): string {
    return presentText(tokenAmounts(pool, amounts))
  }
}
