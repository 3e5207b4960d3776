import { QueryClient } from '@tanstack/react-query'
import { createClient } from '../api/client'
import { lazyBodyCache } from '../api/lazyParts'
import type { Tabs } from '../api/tabs'
import { createPreferences } from '../components/preferences'
import type { Services } from '../components/services'
import type { OrderService } from '../orders/orderService'
import type { Deployment } from '../protocol/deployment/deployment'
import { createWallets } from '../wallets/createWallets'
import { dialogs } from './dialogs'
import { lazyOrderService } from './orders/lazyOrderService'
import type { OrderServiceDeps } from './orders/openOrderService'

/** Everything that screens receive through context, built once. */
export type AppServices = { readonly services: Services; readonly queries: QueryClient }

/** The differences between the app's page and the widget: the origin of requests, and the loading of deferred code. */
export type ServiceSources = {
  readonly fetch: typeof fetch
  readonly notice: Services['notice']
  readonly openTabs: (clock: () => number) => Promise<Tabs>
  /** Fetches the code of the order service; calling what it resolves to opens the service. */
  readonly fetchOrders: () => Promise<(deps: OrderServiceDeps) => OrderService>
}

export function buildServices(deployment: Deployment, sources: ServiceSources): AppServices {
  const clock = () => Date.now()
  const newId = () => crypto.randomUUID()
  const queries = new QueryClient()
  const client = createClient({
    base: deployment.apiBase,
    chains: deployment.chains,
    cache: lazyBodyCache(clock),
    maxListBytes: deployment.maxAnswerBytes,
    tabs: () => sources.openTabs(clock),
    clock,
    fetch: sources.fetch,
  })
  const wallets = createWallets(deployment)
  const services = {
    ...{ deployment, client, wallets, dialogs, clock, wait, newId },
    notice: sources.notice,
    preferences: createPreferences(window.localStorage),
    nodes: (chainId: number) => [{ ask: wallets.rpc(chainId) }],
    prefetchOrders: sources.fetchOrders,
    storageProblem: async () => {
      const { findStorageProblem } = await import('./orders/storageProblem')
      return findStorageProblem(window, navigator)
    },
  }
  const orderService: OrderService = lazyOrderService(async () => {
    const open = await sources.fetchOrders()
    return open({ services, queries, orders: () => orderService.getSnapshot().orders })
  })
  return { queries, services: { ...services, orderService } }
}

function wait(milliseconds: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, milliseconds))
}
