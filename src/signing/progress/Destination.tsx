import { useServices } from '../../components/services'
import { TokenAmount } from '../../components/tokens/TokenAmount'
import { useTokens } from '../../components/tokens/useTokens'
import { chainKinds } from '../../domain/chainKinds'
import { tokenOn } from '../../domain/token'
import { destinationChainOf, sourceChainOf } from '../../guard/intent'
import { refundPlan } from '../../guard/plan/refundFromEscrow'
import { type DeliveryStatus, isCrossChain } from '../../orders/delivery'
import { isReportedPaid } from '../../orders/manualPayment'
import { isComplete, type Order } from '../../orders/order'
import { useMessages } from '../../ui/messages'
import { Spinner } from '../../ui/Spinner'
import { ActionNotice } from './ActionNotice'
import { destinationMessages } from './destination.messages'
import { Hash } from './StepList'

/** The destination side of a cross-chain order: the state of the delivery, and where the money is. */
export function DestinationView({ order }: { order: Order }) {
  const messages = useMessages(destinationMessages)
  if (!isCrossChain(order.plan) || !(isComplete(order) || isReportedPaid(order))) return null
  const delivery = deliveryOf(order)
  // A refund arrives on the source chain.
  const { name } = (delivery.at === 'refunded' ? sourceChainOf : destinationChainOf)(order.plan.intent)
  return (
    <section
      aria-label={messages.title(name)}
      data-delivery={delivery.at}
      className="grid gap-2 rounded-control border border-line p-3"
    >
      <h3 className="text-body">{messages.title(name)}</h3>
      <Reported order={order} delivery={delivery} />
    </section>
  )
}

/** Nothing is `awaited` on a chain that the app cannot read. */
function deliveryOf({ destination, plan }: Order): DeliveryStatus {
  const delivery = destination?.delivery ?? { at: 'awaited' }
  const isBlind = !chainKinds[destinationChainOf(plan.intent).kind].isReadable && delivery.at === 'awaited'
  return isBlind ? { at: 'unknown' } : delivery
}

function Reported({ order, delivery }: { order: Order; delivery: DeliveryStatus }) {
  const messages = useMessages(destinationMessages)
  const { orderService, clock } = useServices()
  const { tokens } = useTokens()
  const { intent } = order.plan
  const [near, far] = [sourceChainOf(intent), destinationChainOf(intent)]
  switch (delivery.at) {
    case 'awaited':
      if (delivery.isSilent) return <p>{messages.silent(far.name)}</p>
      return (
        <>
          <p className="flex items-center gap-2">
            <Spinner className="size-4 text-action" />
            {messages.awaited(far.name)}
          </p>
          {delivery.isPartial && <p>{messages.partial}</p>}
        </>
      )
    case 'filled':
      return (
        <>
          <p>{messages.filled}</p>
          {delivery.isAtLeast && <p>{messages.shared}</p>}
          {delivery.hash && <Hash chainId={far.chainId} hash={delivery.hash} />}
        </>
      )
    case 'refunded': {
      const token = tokenOn(tokens, near.chainId, delivery.token)
      const { units } = delivery
      return (
        <>
          <p>
            {messages.refunded} {token ? <TokenAmount amount={{ token, units }} /> : `${units} ${delivery.token}`}
          </p>
          <Hash chainId={near.chainId} hash={delivery.hash} />
        </>
      )
    }
    case 'late': {
      const { escrow } = delivery
      if (intent.kind !== 'swap') return null
      return (
        <>
          {delivery.short !== undefined && (
            <p>
              {messages.short} <TokenAmount amount={{ token: intent.buy, units: delivery.short }} />
            </p>
          )}
          {delivery.isPartial && <p>{messages.partial}</p>}
          {escrow ? (
            <ActionNotice
              label={messages.reclaim}
              act={async () => {
                const refund = refundPlan(intent, { chainId: near.chainId, ...escrow }, clock())
                await orderService.act(await orderService.open(refund), { type: 'start' })
              }}
              isUrgent
            >
              {messages.reclaimable(near.name)}
            </ActionNotice>
          ) : (
            <p>{messages.late(near.name)}</p>
          )}
        </>
      )
    }
    case 'unknown':
      return (
        <p>
          {chainKinds[far.kind].isReadable
            ? messages.unknown(far.name)
            : messages.unwatched(far.name, intent.recipient)}
        </p>
      )
  }
}
