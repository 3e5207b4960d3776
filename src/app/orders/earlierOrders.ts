import { whenIdle } from '../../api/idle'
import type { Services } from '../../components/services'

/**
 * Loads the orders and deposits of earlier visits, to watch them and to announce those that are not finished. Reading
 * thousands of them must not hold the first screen up; idle comes after a second at the latest. What fails, for example
 * because the code for it cannot be fetched, is tried again when the device is online again; Activity says why it fails.
 */
export function loadEarlierOrders({ orderService, deposits }: Pick<Services, 'orderService' | 'deposits'>): void {
  for (const { load } of [orderService, deposits]) whenIdle(() => loadNowOrLater(load))
}

function loadNowOrLater(load: () => Promise<void>): void {
  load().catch(() => window.addEventListener('online', () => loadNowOrLater(load), { once: true }))
}
