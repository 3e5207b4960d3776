import type { OperatorNotice } from '../components/halt'
import type { DeliveryTracker } from '../orders/delivery'
import { createOrderService, type OrderService } from '../orders/orderService'
import { createPlanChecker, type PlanCheckerDeps } from '../preparation/recheck'
import { clock, locksOf, network, openChannel } from './browser'
import { createHaltCheck, withHaltCheck } from './haltGuard'
import { openJournal } from './journal'
import { journalName, ordersChannel } from './journalName'

type OrderServiceDeps = PlanCheckerDeps & {
  readonly newId: () => string
  readonly notice: () => Promise<OperatorNotice>
}

/** What watches far chains comes with the first order that has one. */
function lazily(load: () => Promise<DeliveryTracker>): DeliveryTracker {
  return {
    readBaseline: async (plan) => (await load()).readBaseline(plan),
    getStatus: async (paid, claimed) => (await load()).getStatus(paid, claimed),
  }
}

/** The order service of this tab, over the journal of this browser. Loaded with the first order, or to look after old ones. */
export function openOrderService(world: OrderServiceDeps): OrderService {
  const insist = createHaltCheck(world.queries, world.notice)
  const orderService = createOrderService({
    journal: openJournal(journalName),
    locks: locksOf(navigator.locks),
    clock,
    network,
    channel: openChannel(ordersChannel),
    planChecker: createPlanChecker(world),
    deliveryTracker: lazily(async () => {
      const { createDeliveryTracker } = await import('../wallets/delivery/deliveryTracker')
      return createDeliveryTracker(world.wallets, world.deployment, clock.now)
    }),
    executor: async (kind) => withHaltCheck(await world.wallets.executor(kind), insist),
    newId: world.newId,
  })
  return { ...orderService, open: async (plan, isWanted) => insist().then(() => orderService.open(plan, isWanted)) }
}
