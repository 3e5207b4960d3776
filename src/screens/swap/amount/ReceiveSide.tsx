import { BalanceLine } from '../../../components/tokens/BalanceLine'
import { formatAmount } from '../../../domain/amount'
import { dollarText, figureOf, figureText } from '../../../domain/figure'
import { worthOf } from '../../../domain/price'
import { useMessages } from '../../../ui/messages'
import { swapMessages } from '../messages'
import type { Swap } from '../useSwap'
import { AmountField } from './AmountField'

/** What comes back: expected where it can be told, the least otherwise. */
export function ReceiveSide({ swap, onToken }: { swap: Swap; onToken: () => void }) {
  const messages = useMessages(swapMessages)
  const { pair, quote } = swap
  const token = pair.buy
  const amount = quote?.expected ?? quote?.minimum
  const worth = amount && worthOf(amount)
  return (
    <AmountField
      label={messages.receive}
      token={token}
      imageUrl={token && swap.imageOf(token)}
      tokenLabel={messages.tokenToReceive(token)}
      selectLabel={messages.selectToken}
      onToken={onToken}
      text={amount ? figureText(figureOf(formatAmount(amount), { significant: 8 })) : ''}
      isWorking={swap.isFinding && !quote}
      worth={worth ? messages.approximately(dollarText(worth)) : token && amount && messages.noPrice}
      balance={<BalanceLine balance={swap.buyBalance} token={token} isShown={swap.own !== undefined} />}
    />
  )
}
