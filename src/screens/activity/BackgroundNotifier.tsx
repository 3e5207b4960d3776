import { useEffect, useEffectEvent, useRef, useState, useSyncExternalStore } from 'react'
import { Link } from 'wouter'
import { activityMessages } from '../../components/orders/messages'
import { summarizeOrder } from '../../components/orders/orderSummary'
import { orderTitle } from '../../components/orders/orderTitle'
import { useServices } from '../../components/services'
import { isRequested, type Order } from '../../orders/order'
import { isCancelled, isUnfinished, type OrderPhase, orderPhase } from '../../orders/orderPhase'
import { IconButton } from '../../ui/Button'
import { showNotification } from '../../ui/comforts'
import { useMessages } from '../../ui/messages'
import { Notice } from '../../ui/Notice'

/**
 * Reports order progress: in a background tab by its title, a dot on its favicon and, if allowed, a notification; in the
 * visible tab by a toast when an order ends.
 */
export default function BackgroundNotifier() {
  const messages = useMessages(activityMessages)
  const { orderService } = useServices()
  const { orders } = useSyncExternalStore(orderService.subscribe, orderService.getSnapshot)
  const isHidden = useSyncExternalStore(watchVisibility, () => document.hidden)
  const pending = pendingIn(orders)
  useTitle(isHidden ? pending : nothingPending)
  useIcon(pending)
  const [ended, setEnded] = useState<readonly string[]>([])
  useNotifications(orders, (order) => {
    if (!isOnPage(order)) setEnded((before) => [...before.filter((id) => id !== order.id), order.id])
  })
  const shown = ended.flatMap((id) => orders.find((order) => order.id === id) ?? [])
  const close = (id: string) => setEnded((before) => before.filter((other) => other !== id))
  if (shown.length === 0) return null
  return (
    <div
      role="status"
      aria-label={messages.toasts}
      className="pointer-events-none fixed inset-x-3 top-16 z-20 grid justify-items-end gap-2 md:inset-x-auto md:end-4 md:top-auto md:bottom-4"
    >
      {shown.map((order) => (
        <Toast key={order.id} order={order} onClose={() => close(order.id)} />
      ))}
    </div>
  )
}

const nothingPending: Pending = { count: 0, needsYou: false }

function useTitle({ count, needsYou }: Pending) {
  const messages = useMessages(activityMessages).background
  const title = messages.title(count, needsYou ? messages.titleNeedsYou : messages.titleUnderWay)
  useEffect(() => {
    if (count === 0) return
    const before = document.title
    document.title = title
    return () => {
      document.title = before
    }
  }, [count, title])
}

/** The icon gets a dot while something is in progress: amber when it waits for the person. */
function useIcon({ count, needsYou }: Pending) {
  useEffect(() => {
    const link = document.querySelector<HTMLLinkElement>('link[rel~="icon"]')
    if (!link || count === 0) return
    const before = link.href
    link.href = `data:image/svg+xml,${encodeURIComponent(iconWith(needsYou ? '#f0b95b' : '#46c7ac'))}`
    return () => {
      link.href = before
    }
  }, [count, needsYou])
}

function iconWith(dot: string): string {
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32"><rect width="32" height="32" rx="8" fill="#0e2233"/><path d="M9 8h14M16 8v17" stroke="#f4f2ec" stroke-width="2.5" stroke-linecap="round"/><circle cx="24" cy="24" r="7" fill="${dot}" stroke="#0e2233" stroke-width="2"/></svg>`
}

/** One for each order that finished or came to need the person, however many tabs see it. */
function useNotifications(orders: readonly Order[], onSettled: (order: Order) => void) {
  const messages = useMessages(activityMessages)
  const settle = useEffectEvent(onSettled)
  const known = useRef<ReadonlyMap<string, OrderPhase>>(new Map())
  useEffect(() => {
    const news = settledSince(known.current, orders)
    known.current = phasesOf(orders)
    for (const order of news) settle(order)
    if (!document.hidden) return
    for (const order of news)
      showNotification(endingTitle(order, messages), {
        body: orderTitle(summarizeOrder(order), messages),
        tag: order.id,
      })
  }, [orders, messages])
}

/** How long the end of an order stays on the page, in milliseconds; it is in Activity after that. */
const shownFor = 15_000

/** The end of an order, with a link to it. */
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

function endingTitle(order: Order, { background }: (typeof activityMessages)['english']): string {
  const phase = orderPhase(order)
  if (phase === 'done') return background.done
  return phase === 'stopped' ? background.stopped : background.needsYou
}

/** Its progress is being looked at, in its dialog or on its page. */
function isOnPage({ id }: Order): boolean {
  return [...document.querySelectorAll<HTMLElement>('[data-order]')].some(({ dataset }) => dataset.order === id)
}

function watchVisibility(listener: () => void): () => void {
  document.addEventListener('visibilitychange', listener)
  return () => document.removeEventListener('visibilitychange', listener)
}

/** Orders that are not finished, and whether one of them waits for the person. */
type Pending = { readonly count: number; readonly needsYou: boolean }

export function pendingIn(orders: readonly Order[]): Pending {
  const phases = orders.filter(isUnfinished).map(orderPhase)
  return { count: phases.length, needsYou: phases.includes('needs you') }
}

/**
 * Orders that were unfinished a moment ago and have changed state since, except those that the person cancelled. The review
 * shows what the service answers to a request.
 */
export function settledSince(before: ReadonlyMap<string, OrderPhase>, orders: readonly Order[]): readonly Order[] {
  return orders.filter(
    (order) =>
      before.get(order.id) === 'under way' &&
      orderPhase(order) !== 'under way' &&
      !isCancelled(order) &&
      !isAnswer(order),
  )
}

function isAnswer(order: Order): boolean {
  return isRequested(order) && order.request.progress.at !== 'seen'
}

export function phasesOf(orders: readonly Order[]): ReadonlyMap<string, OrderPhase> {
  return new Map(orders.map((order) => [order.id, orderPhase(order)]))
}
