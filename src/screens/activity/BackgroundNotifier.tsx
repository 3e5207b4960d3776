import { useEffect, useRef, useSyncExternalStore } from 'react'
import { activityWords } from '../../components/orders/messages'
import { deedOf } from '../../components/orders/orderTitle'
import { tradeOf } from '../../components/orders/trade'
import { useServices } from '../../components/services'
import type { Order } from '../../orders/order'
import { type OrderPhase, orderPhase } from '../../orders/orderPhase'
import { useWords } from '../../ui/messages'
import { newsIn, type Pending, pendingIn, standingsOf } from './unfinished'

/**
 * Says in a background tab how the orders are: in its title, by a dot on its icon, and with a notification where the
 * person allowed it. Draws nothing on the page.
 */
export function Beacon() {
  const { orderService } = useServices()
  const { orders } = useSyncExternalStore(orderService.subscribe, orderService.getSnapshot)
  const isHidden = useSyncExternalStore(watchVisibility, () => document.hidden)
  const pending = pendingIn(orders)
  useTitle(isHidden ? pending : nothingPending)
  useIcon(pending)
  useNotifications(orders)
  return null
}

const nothingPending: Pending = { count: 0, needsYou: false }

function useTitle({ count, needsYou }: Pending) {
  const words = useWords(activityWords).background
  useEffect(() => {
    if (count === 0) return
    const before = document.title
    document.title = words.title(count, needsYou ? words.titleNeedsYou : words.titleUnderWay)
    return () => {
      document.title = before
    }
  }, [count, needsYou, words])
}

/** The icon gets a dot while something is under way: amber when it waits for the person. */
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
function useNotifications(orders: readonly Order[]) {
  const words = useWords(activityWords)
  const known = useRef<ReadonlyMap<string, OrderPhase>>(new Map())
  useEffect(() => {
    const news = newsIn(known.current, orders)
    known.current = standingsOf(orders)
    if (!document.hidden || !mayNotify()) return
    for (const order of news)
      new Notification(titleOf(orderPhase(order), words.background), {
        body: deedOf(tradeOf(order), words),
        tag: order.id,
      })
  }, [orders, words])
}

function titleOf(standing: OrderPhase, words: (typeof activityWords)['english']['background']): string {
  if (standing === 'done') return words.done
  return standing === 'stopped' ? words.stopped : words.needsYou
}

function mayNotify(): boolean {
  return 'Notification' in window && Notification.permission === 'granted'
}

function watchVisibility(listener: () => void): () => void {
  document.addEventListener('visibilitychange', listener)
  return () => document.removeEventListener('visibilitychange', listener)
}
