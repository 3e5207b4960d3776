import { useSyncExternalStore } from 'react'
import { useServices } from '../components/services'
import type { Token } from '../domain/token'
import { historyFrom } from '../preparation/history'
import type { PrepareDeps } from '../preparation/prepareDeps'

/** Dependencies for preparing and checking a plan, including this browser's current orders. */
export function usePrepareDeps(tokens: readonly Token[]): PrepareDeps {
  const { deployment, nodes, wallets, clock, wait, orderService } = useServices()
  const { orders } = useSyncExternalStore(orderService.subscribe, orderService.getSnapshot)
  return { deployment, nodes, wallets, clock, wait, tokens, history: historyFrom(orders) }
}
