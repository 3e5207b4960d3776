import { QueryClient } from '@tanstack/react-query'
import { openBodyCache } from '../api/cache'
import { createClient } from '../api/client'
import { chainsQuery } from '../api/queries'
import { createPreferences } from '../components/preferences'
import type { Services } from '../components/services'
import type { OrderService } from '../orders/orderService'
import { createSimulationNodes } from '../preparation/simulationNodes'
import type { Deployment } from '../protocol/deployment/deployment'
import { createWallets } from '../wallets/createWallets'
import { type ConfigError, isConfigError, readConfiguration } from './configuration'
import { dialogs } from './dialogs'
import { fetchEarly } from './earlyRequest'
import { journalName, ordersChannel } from './orders/journalName'
import { lazyDepositJournal } from './orders/lazyDepositJournal'
import { lazyOrderService } from './orders/lazyOrderService'
import { showTheme } from './theme'

/** Everything that screens receive through context, built once. */
export type AppServices = { readonly services: Services; readonly queries: QueryClient }

/** Reads the deployment's settings and builds the services, or returns why the app cannot start. */
export async function createServices(): Promise<AppServices | ConfigError> {
  const deployment = await readConfiguration()
  return isConfigError(deployment) ? deployment : build(deployment)
}

function build(deployment: Deployment): AppServices {
  const clock = () => Date.now()
  const newId = () => crypto.randomUUID()
  const notice = async () => (await import('./notice')).askNotice(deployment, fetchEarly)
  const queries = new QueryClient()
  const { apiBase: base, chains, maxAnswerBytes: maxListBytes } = deployment
  const tabs = async () => (await import('../api/tabs')).browserTabs(clock)
  const client = createClient({
    base,
    chains,
    cache: openBodyCache(clock),
    maxListBytes,
    tabs,
    clock,
    fetch: fetchEarly,
  })
  const wallets = createWallets(deployment)
  const preferences = createPreferences(window.localStorage)
  preferences.subscribe(({ theme }) => showTheme(theme))

  const nodes = createSimulationNodes(wallets.rpc)
  const deposits = lazyDepositJournal(async () => {
    const { openDepositJournal } = await import('./orders/openDepositJournal')
    return openDepositJournal(newId)
  })
  const services = { deployment, client, wallets, nodes, deposits, preferences, dialogs, clock, wait, newId, notice }
  const firstMessage = listenFor(ordersChannel, () => orderService.load())
  const orderService: OrderService = lazyOrderService(async () => {
    firstMessage.stop()
    const { openOrderService } = await import('./orders/openOrderService')
    return openOrderService({ services, queries, orders: () => orderService.getSnapshot().orders })
  })

  // Nearly every screen needs the list of chains, so it is prefetched before the first render.
  void queries.prefetchQuery(chainsQuery(client))
  void wallets.restore()
  void hasJournal().then((isThere) => (isThere ? Promise.all([orderService.load(), deposits.load()]) : undefined))
  return { queries, services: { ...services, orderService } }
}

/** Another tab may make the first order of this browser: this tab then loads orders too. */
function listenFor(name: string, onMessage: () => void) {
  if (typeof BroadcastChannel === 'undefined') return { stop: () => {} }
  const channel = new BroadcastChannel(name)
  channel.addEventListener('message', onMessage, { once: true })
  return { stop: () => channel.close() }
}

function wait(milliseconds: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, milliseconds))
}

/** Watches orders of earlier visits from the start; without any, their code is not loaded. */
async function hasJournal(): Promise<boolean> {
  // Without `indexedDB.databases()` a journal is assumed to exist.
  const databases = (await indexedDB.databases?.().catch(() => undefined)) ?? [{ name: journalName }]
  return databases.some(({ name }) => name === journalName)
}
