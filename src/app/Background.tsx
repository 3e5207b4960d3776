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
  useEffect(() => followContrast(document.documentElement), [])
  useActivityAhead()
  return <RangeAlerts />
}

/** A person who asks for more contrast gets darker secondary text and lines, as long as the system setting is on. */
export function followContrast(root: HTMLElement): () => void {
  const wish = window.matchMedia('(prefers-contrast: more)')
  const apply = () => {
    for (const [name, color] of stronger) root.style.setProperty(name, wish.matches ? color : '')
  }
  apply()
  wish.addEventListener('change', apply)
  return () => wish.removeEventListener('change', apply)
}

const stronger = [
  ['--color-quiet', 'var(--color-text)'],
  ['--color-line', 'var(--color-text)'],
  ['--color-edge', 'var(--color-ink)'],
] as const

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
