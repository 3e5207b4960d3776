import type { QueryClient } from '@tanstack/react-query'
import { openChannel } from '../../api/channel'
import { chainsQuery } from '../../api/queries'
import type { Services, StorageProblem } from '../../components/services'
import { storageHint } from '../../components/storage.messages'
import { errorClass } from '../../domain/errorClass'
import type { DeliveryTracker } from '../../orders/delivery'
import type { Order } from '../../orders/order'
import { createOrderService, type OrderService } from '../../orders/orderService'
import { createPlanChecker } from '../../preparation/planChecker'
import { clock, locksOf, network } from '../browser'
import { createHaltCheck, withHaltCheck } from '../haltGuard'
import { openJournal } from './journal'
import { journalName, ordersChannel } from './journalName'
import { storedShortlist } from './shortlist'

/** The inputs of the order service: the other services, and the orders loaded so far. */
export type OrderServiceDeps = {
  readonly services: Omit<Services, 'orderService'>
  readonly queries: QueryClient
  readonly orders: () => readonly Order[]
}

/** The order service of this tab, on the journal of this browser. Loaded with the first order, or to watch old ones. */
export function openOrderService({ services, queries, orders }: OrderServiceDeps): OrderService {
  const { client, wallets, deployment } = services
  const haltCheck = createHaltCheck(queries, services.notice)
  const service = createOrderService({
    journal: { ...openJournal(journalName), shortlist: storedShortlist(window.localStorage) },
    locks: locksOf(navigator.locks),
    clock,
    network,
    channel: openChannel(ordersChannel),
    planChecker: createPlanChecker({
      ...services,
      askSwap: (request) => client.swap(request, AbortSignal.timeout(quoteTimeout)),
      tokens: async () => (await queries.ensureQueryData(chainsQuery(client))).value.catalog.tokens,
      orders,
    }),
    deliveryTracker: lazyDeliveryTracker(async () => {
      const { createDeliveryTracker } = await import('../../wallets/delivery/deliveryTracker')
      return createDeliveryTracker(wallets, deployment, clock.now)
    }),
    executor: async (kind) => withHaltCheck(await wallets.executor(kind), haltCheck),
    newId: services.newId,
  })
  return { ...service, open: checked(service.open), request: checked(service.request), plan: checked(service.plan) }

  function checked<Facts extends unknown[], Result>(begin: (...facts: Facts) => Promise<Result>) {
    return async (...facts: Facts) => {
      const [problem] = await Promise.all([services.storageProblem(), haltCheck()])
      if (problem) throw new StorageRefused(problem)
      return begin(...facts)
    }
  }
}

/** Timeout in milliseconds; after it, only the person can ask the service again. */
const quoteTimeout = 20_000

/** The browser does not let this page keep orders, so none is opened. */
const StorageRefused = errorClass('StorageRefused', (problem: StorageProblem) => storageHint(problem))

/** The code that watches destination chains is loaded with the first cross-chain order. */
function lazyDeliveryTracker(load: () => Promise<DeliveryTracker>): DeliveryTracker {
  return {
    readBaseline: async (plan) => (await load()).readBaseline(plan),
    getStatus: async (paid, claimed) => (await load()).getStatus(paid, claimed),
  }
}
