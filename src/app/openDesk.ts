import type { Deliveries } from '../orders/delivery'
import { createDesk, type OrderDesk } from '../orders/desk'
import { clock, locksOf, network, openChannel } from './browser'
import { type Counsellors, createCounsel } from './counsel'
import { openJournal } from './journal'
import { journalName, ordersChannel } from './journalName'

/** What watches far chains comes with the first order that has one. */
function lazily(load: () => Promise<Deliveries>): Deliveries {
  return {
    begin: async (plan) => (await load()).begin(plan),
    look: async (paid, claimed) => (await load()).look(paid, claimed),
  }
}

/** The desk of this tab, over the journal of this browser. Loaded with the first order, or to look after old ones. */
export function openDesk(world: Counsellors & { readonly newId: () => string }): OrderDesk {
  return createDesk({
    journal: openJournal(journalName),
    locks: locksOf(navigator.locks),
    clock,
    network,
    channel: openChannel(ordersChannel),
    counsel: createCounsel(world),
    deliveries: lazily(async () => {
      const { createDeliveries } = await import('../wallets/delivery/deliveries')
      return createDeliveries(world.wallets, world.deployment, clock.now)
    }),
    executor: (kind) => world.wallets.executor(kind),
    newId: world.newId,
  })
}
