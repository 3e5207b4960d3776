import { BalanceLine } from '../../../components/tokens/BalanceLine'
import { dollarValueOf } from '../../../domain/prices/price'
import { amountFigure, dollarText, figureText } from '../../../domain/text/figure'
import { useMessages } from '../../../ui/messages'
import { swapMessages } from '../messages'
import type { Swap } from '../useSwap'
import { AmountField } from './AmountField'

/** The output: the expected amount, else the minimum. */
export function ReceiveSide({ swap, onToken }: { swap: Swap; onToken: () => void }) {
  const messages = useMessages(swapMessages)
  const { quote, funds } = swap
  const token = swap.fields.pair.buy
  const amount = quote.view?.expected ?? quote.view?.minimumReceived
  const value = amount && dollarValueOf(amount)
  return (
    <AmountField
      side="buy"
      token={token}
      onToken={onToken}
      text={amount ? figureText(amountFigure(amount)) : ''}
      isWorking={quote.isFinding && !quote.view}
      value={value ? messages.approximately(dollarText(value)) : token && amount && messages.noPrice}
      balance={<BalanceLine balance={funds.buyBalance} token={token} isShown={funds.own !== undefined} />}
    />
  )
}
