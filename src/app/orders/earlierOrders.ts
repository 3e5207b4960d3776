import { whenIdle } from '../../api/idle'
import type { Services } from '../../components/services'

/**
 * Loads the orders of earlier visits, to watch them and to announce those that are not finished. Reading
 * thousands of them must not hold the first screen up; idle comes after a second at the latest. Of a long journal
 * without unfinished orders only the newest are read then, the others once the start is over, or when something needs
 * them. A failed load, for example because its code cannot be fetched, is tried again when the device is online again;
 * Activity shows the reason.
 */
export function loadEarlierOrders({ orderService }: Pick<Services, 'orderService'>): void {
  const loadNewest = async () => {
    if (await orderService.loadNewest()) setTimeout(() => whenIdle(() => loadNowOrLater(orderService.load)), restAfter)
    else await orderService.load()
  }
  whenIdle(() => loadNowOrLater(loadNewest))
}

/** Milliseconds after which a start is over: people have seen what they came for, or work with it. */
const restAfter = 5_000

function loadNowOrLater(load: () => Promise<void>): void {
  load().catch(() => window.addEventListener('online', () => loadNowOrLater(load), { once: true }))
}
