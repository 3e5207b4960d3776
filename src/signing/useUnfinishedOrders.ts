import { useState, useSyncExternalStore } from 'react'
import { useServices } from '../components/services'
import { useFreshBalances } from '../components/tokens/useBalance'
import { type Order, standingOf } from '../orders/order'

/** Orders that still want something to happen. Balances are asked for anew whenever one has changed them. */
export function useUnfinished(): readonly Order[] {
  const { desk } = useServices()
  const { orders } = useSyncExternalStore(desk.subscribe, desk.getSnapshot)
  useFreshBalances(orders)
  return orders.filter((order) => isUnfinished(order))
}

function isUnfinished(order: Order): boolean {
  const standing = standingOf(order)
  return !order.isDismissed && (standing === 'under way' || standing === 'needs you')
}

/** After a reload the order that was under way is shown again, once; whoever closes it has seen it. */
export function useReopening(orders: readonly Order[], onFound: (id: string) => void) {
  const { desk } = useServices()
  const { isLoaded, elsewhere } = useSyncExternalStore(desk.subscribe, desk.getSnapshot)
  const [isDone, setDone] = useState(false)
  if (isDone || !isLoaded) return
  setDone(true)
  const found = orders.find(({ id }) => !elsewhere.has(id))
  if (found) onFound(found.id)
}
