import type { Notice } from '../components/halt'
import type { Deliveries } from '../orders/delivery'
import { createDesk, type OrderDesk } from '../orders/orderService'
import { createPlanChecker, type PlanCheckerDeps } from '../preparation/recheck'
import { clock, locksOf, network, openChannel } from './browser'
import { createHaltCheck, withHaltCheck } from './haltGuard'
import { openJournal } from './journal'
import { journalName, ordersChannel } from './journalName'

type OrderServiceDeps = PlanCheckerDeps & { readonly newId: () => string; readonly notice: () => Promise<Notice> }

/** What watches far chains comes with the first order that has one. */
function lazily(load: () => Promise<Deliveries>): Deliveries {
  return {
    begin: async (plan) => (await load()).begin(plan),
    look: async (paid, claimed) => (await load()).look(paid, claimed),
  }
}

/** The desk of this tab, over the journal of this browser. Loaded with the first order, or to look after old ones. */
export function openOrderService(world: OrderServiceDeps): OrderDesk {
  const insist = createHaltCheck(world.queries, world.notice)
  const desk = createDesk({
    journal: openJournal(journalName),
    locks: locksOf(navigator.locks),
    clock,
    network,
    channel: openChannel(ordersChannel),
    counsel: createPlanChecker(world),
    deliveries: lazily(async () => {
      const { createDeliveries } = await import('../wallets/delivery/deliveries')
      return createDeliveries(world.wallets, world.deployment, clock.now)
    }),
    executor: async (kind) => withHaltCheck(await world.wallets.executor(kind), insist),
    newId: world.newId,
  })
  return { ...desk, open: async (plan, isWanted) => insist().then(() => desk.open(plan, isWanted)) }
}
