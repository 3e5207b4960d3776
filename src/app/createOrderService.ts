import type { Notice } from '../components/halt'
import type { Deliveries } from '../orders/delivery'
import { createDesk, type OrderDesk } from '../orders/orderService'
import { type Counsellors, createCounsel } from '../preparation/recheck'
import { clock, locksOf, network, openChannel } from './browser'
import { heedful, insistence } from './haltGuard'
import { openJournal } from './journal'
import { journalName, ordersChannel } from './journalName'

type World = Counsellors & { readonly newId: () => string; readonly notice: () => Promise<Notice> }

/** What watches far chains comes with the first order that has one. */
function lazily(load: () => Promise<Deliveries>): Deliveries {
  return {
    begin: async (plan) => (await load()).begin(plan),
    look: async (paid, claimed) => (await load()).look(paid, claimed),
  }
}

/** The desk of this tab, over the journal of this browser. Loaded with the first order, or to look after old ones. */
export function openDesk(world: World): OrderDesk {
  const insist = insistence(world.queries, world.notice)
  const desk = createDesk({
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
    executor: async (kind) => heedful(await world.wallets.executor(kind), insist),
    newId: world.newId,
  })
  return { ...desk, open: async (plan, isWanted) => insist().then(() => desk.open(plan, isWanted)) }
}
