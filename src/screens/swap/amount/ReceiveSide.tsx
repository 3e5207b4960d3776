import { BalanceLine } from '../../../components/tokens/BalanceLine'
import { formatAmount } from '../../../domain/amount'
import { dollarText, figureOf, figureText } from '../../../domain/figure'
import { worthOf } from '../../../domain/price'
import { useWords } from '../../../ui/messages'
import { swapWords } from '../messages'
import type { Swap } from '../useSwap'
import { Side } from './AmountField'

/** What comes back: expected where it can be told, the least otherwise. */
export function ReceiveSide({ swap, onToken }: { swap: Swap; onToken: () => void }) {
  const words = useWords(swapWords)
  const { pair, offer } = swap
  const token = pair.buy
  const amount = offer?.expected ?? offer?.minimum
  const worth = amount && worthOf(amount)
  return (
    <Side
      label={words.receive}
      token={token}
      imageUrl={token && swap.imageOf(token)}
      tokenLabel={words.tokenToReceive(token)}
      selectLabel={words.selectToken}
      onToken={onToken}
      text={amount ? figureText(figureOf(formatAmount(amount), { significant: 8 })) : ''}
      isWorking={swap.isFinding && !offer}
      worth={worth ? words.approximately(dollarText(worth)) : token && amount && words.noPrice}
      balance={<BalanceLine balance={swap.buyBalance} token={token} isShown={swap.own !== undefined} />}
    />
  )
}
