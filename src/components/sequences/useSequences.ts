import { useMemo, useSyncExternalStore } from 'react'
import { type Sequence, sequencesIn } from '../../orders/sequence'
import { type Services, useServices } from '../services'

/** The sequences of this browser, also those that are over, as far as its orders are known. */
export function useSequences(): readonly Sequence[] {
  const { orderService } = useServices()
  const { orders } = useSyncExternalStore(orderService.subscribe, orderService.getSnapshot)
  return useMemo(() => sequencesIn(orders), [orders])
}

/** Nothing that was sent is changed by it. */
export function stopSequence({ orderService }: Pick<Services, 'orderService'>, { orders }: Sequence): void {
  const [id] = Object.values(orders)
  if (id !== undefined) void orderService.act(id, { type: 'stop sequence' })
}
