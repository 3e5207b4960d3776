import { useEffect, useSyncExternalStore } from 'react'
import { whenIdle } from '../api/idle'
import { openRequestArchive } from '../api/requestArchive'
import { useServices } from '../components/services'
import { RangeAlerts } from '../screens/positions/RangeAlerts'
import { fetchBroken } from './frame/Broken'

/**
 * The jobs behind every page: the request log, the price range watcher, and prefetching the failure screen and the
 * screens of orders.
 */
export function Background() {
  const { log } = useServices().client
  useEffect(() => openRequestArchive().keep(log), [log])
  useEffect(() => void fetchBroken(), [])
  useActivityAhead()
  return <RangeAlerts />
}

/** Orders can be read while offline: once there is one, their screens are fetched ahead. */
function useActivityAhead() {
  const { orderService } = useServices()
  const hasOrders = useSyncExternalStore(orderService.subscribe, () => orderService.getSnapshot().orders.length > 0)
  useEffect(() => {
    // The first order's wallet is being asked: its screens are for later.
    if (hasOrders) whenIdle(fetchActivity)
  }, [hasOrders])
}

/** Offline already: opening them tries again. */
function fetchActivity() {
  Promise.all([import('../screens/activity/ActivityScreen'), import('../screens/activity/OrderScreen')]).catch(() => {})
}
