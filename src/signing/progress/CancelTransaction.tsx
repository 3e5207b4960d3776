import { useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { useHalt } from '../../components/halt'
import { useServices } from '../../components/services'
import { useCoins } from '../../components/tokens/useCoins'
import { formatAmount } from '../../domain/amount'
import { dollarValueOf } from '../../domain/prices/price'
import { dollarText } from '../../domain/text/figure'
import { WalletBusy } from '../../orders/actions/actionHandlers'
import { cancellableTransaction, type PendingTransaction } from '../../orders/actions/cancellation'
import type { Order } from '../../orders/order'
import { Button } from '../../ui/Button'
import { Figure } from '../../ui/Figure'
import { useMessages } from '../../ui/messages'
import { Notice } from '../../ui/Notice'
import { useAction } from '../useAction'
import { useFailureText } from '../useFailureText'
import { cancelMessages } from './cancel.messages'

/** Milliseconds a transaction is left to itself before its cancellation is offered: most are in a block by then. */
const slowAfter = 10_000

/** Offers to replace a transaction that is not in a block yet, with what that costs. */
export function CancelTransaction({ order, isOwnedByOtherTab }: { order: Order; isOwnedByOtherTab: boolean }) {
  const pending = cancellableTransaction(order)
  const isHalted = useHalt() !== undefined
  if (!pending || isHalted || isOwnedByOtherTab) return null
  return <CancelOffer key={pending.hash} id={order.id} pending={pending} />
}

function CancelOffer({ id, pending }: { id: string; pending: PendingTransaction }) {
  const messages = useMessages(cancelMessages)
  const failureText = useFailureText()
  const { wallets, orderService } = useServices()
  const coinOf = useCoins()
  const [sent, setSent] = useState<number>()
  const [isSlow, setSlow] = useState(false)
  useEffect(() => {
    const timer = setTimeout(() => setSlow(true), slowAfter)
    return () => clearTimeout(timer)
  }, [])
  const { data: cancellation } = useQuery({
    queryKey: ['cancellation', pending.hash],
    queryFn: async () => (await (await wallets.executor('evm')).quoteCancellation?.(pending)) ?? null,
    refetchInterval: 10_000,
    enabled: isSlow,
    // Its cost and nonce are of now: none is kept for the next time that the offer is shown.
    gcTime: 0,
  })
  const cancelling = useAction(async () => {
    if (!cancellation) return
    try {
      await orderService.act(id, { type: 'cancel transaction', pending, cancellation })
      setSent(cancellation.nonce)
    } catch (error) {
      const executor = await wallets.executor('evm')
      throw new Error(error instanceof WalletBusy ? messages.busy : failureText(executor.toFailure(error)))
    }
  })
  if (!cancellation) return null

  const { chainId, nonce, waiting } = cancellation
  const coin = coinOf(chainId)
  const cost = coin && { token: coin, units: cancellation.cost }
  const value = cost && dollarValueOf(cost)
  const isGap = waiting !== undefined
  if (sent === nonce) return <Notice isLive>{isGap ? messages.filled : messages.sent}</Notice>
  return (
    <Notice
      title={isGap ? messages.waits : messages.slow}
      action={
        <Button size="small" isBusy={cancelling.isBusy} onClick={cancelling.run}>
          {isGap ? messages.fill({ missing: nonce }) : messages.cancel}
        </Button>
      }
    >
      <p>
        {isGap ? messages.gap({ own: waiting, missing: nonce }) : messages.how}{' '}
        {cost && (
          <>
            {messages.costs} <Figure value={formatAmount(cost)} unit={cost.token.symbol} />
            {value && ` (${dollarText(value)})`}.
          </>
        )}
      </p>
      {cancelling.problem && <p className="text-red">{cancelling.problem}</p>}
    </Notice>
  )
}
