import { useCallback, useEffect, useState, useSyncExternalStore } from 'react'
import { useServices } from '../../components/services'
import { errorMessage } from '../../domain/text/errorMessage'
import type { OrdersSnapshot } from '../../orders/ordersSnapshot'

export type Orders = OrdersSnapshot & {
  /** Why the journal could not be read. */
  readonly problem: string | undefined
  readonly retry: () => void
}

/** The orders of this browser, live; loads the journal on first use. */
export function useOrders(): Orders {
  const { orderService } = useServices()
  const snapshot = useSyncExternalStore(orderService.subscribe, orderService.getSnapshot)
  const [problem, setProblem] = useState<string>()

  const load = useCallback(() => {
    setProblem(undefined)
    orderService.load().catch((error: unknown) => setProblem(errorMessage(error)))
  }, [orderService])

  useEffect(() => {
    if (!orderService.getSnapshot().isLoaded) load()
  }, [orderService, load])

  return { ...snapshot, problem, retry: load }
}
