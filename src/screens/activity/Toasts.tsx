import { useEffect, useEffectEvent, useState } from 'react'
import { Link } from 'wouter'
import { activityMessages } from '../../components/orders/messages'
import { summarizeOrder } from '../../components/orders/orderSummary'
import { orderTitle } from '../../components/orders/orderTitle'
import type { Order } from '../../orders/order'
import { orderPhase } from '../../orders/orderPhase'
import { IconButton } from '../../ui/Button'
import { useMessages } from '../../ui/messages'
import { Notice } from '../../ui/Notice'

/** How long the end of an order stays on the page, in milliseconds; it is in Activity after that. */
const shownFor = 15_000

type ToastsProps = { orders: readonly Order[]; onClose: (id: string) => void }

/** Announces the end of an order on every page, with a link to it. */
export function Toasts({ orders, onClose }: ToastsProps) {
  const messages = useMessages(activityMessages)
  return (
    <div
      role="status"
      aria-label={messages.toasts}
      className="pointer-events-none fixed inset-x-3 top-16 z-20 grid justify-items-end gap-2 md:inset-x-auto md:end-4 md:top-auto md:bottom-4"
    >
      {orders.map((order) => (
        <Toast key={order.id} order={order} onClose={() => onClose(order.id)} />
      ))}
    </div>
  )
}

function Toast({ order, onClose }: { order: Order; onClose: () => void }) {
  const messages = useMessages(activityMessages)
  const close = useEffectEvent(onClose)
  const [isHeld, setHeld] = useState(false)
  useEffect(() => {
    if (isHeld) return
    const timer = setTimeout(() => close(), shownFor)
    return () => clearTimeout(timer)
  }, [isHeld])
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: what is looked at or focused stays; the parts inside are the controls.
    <div
      onPointerEnter={() => setHeld(true)}
      onPointerLeave={() => setHeld(false)}
      onFocus={() => setHeld(true)}
      onBlur={() => setHeld(false)}
      className="pointer-events-auto flex w-full items-start gap-1 rounded-control bg-sheet shadow-float md:w-96"
    >
      <div className="min-w-0 flex-1">
        <Notice kind={orderPhase(order) === 'done' ? 'ok' : 'warn'} title={endingTitle(order, messages)}>
          <Link
            href={`/activity/${encodeURIComponent(order.id)}`}
            onClick={onClose}
            className="font-medium text-ink underline underline-offset-4"
          >
            <bdi>{orderTitle(summarizeOrder(order), messages)}</bdi>
          </Link>
        </Notice>
      </div>
      <IconButton size="small" icon="close" label={messages.closeToast} onClick={onClose} />
    </div>
  )
}

export function endingTitle(order: Order, { background }: (typeof activityMessages)['english']): string {
  const phase = orderPhase(order)
  if (phase === 'done') return background.done
  return phase === 'stopped' ? background.stopped : background.needsYou
}
