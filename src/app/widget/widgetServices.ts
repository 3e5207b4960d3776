import { QueryClient } from '@tanstack/react-query'
import { openBodyCache } from '../../api/cache'
import { createClient } from '../../api/client'
import { browserTabs } from '../../api/tabs'
import { createPreferences } from '../../components/preferences'
import type { OrderService } from '../../orders/orderService'
import { createSimulationNodes } from '../../preparation/simulationNodes'
import type { Deployment } from '../../protocol/deployment/deployment'
import { readDeployment } from '../../protocol/deployment/deploymentCodec'
import { createWallets } from '../../wallets/createWallets'
import { dialogs } from '../dialogs'
import { askNotice } from '../notice'
import { lazyDepositJournal } from '../orders/lazyDepositJournal'
import { lazyOrderService } from '../orders/lazyOrderService'
import { openDepositJournal } from '../orders/openDepositJournal'
import { openOrderService } from '../orders/openOrderService'
import type { AppServices } from '../services'

/** What the app's services are, of a gateway on another origin. Journal and settings are kept by the page's origin. */
export async function openWidgetServices(gateway: string): Promise<AppServices> {
  const fetchFrom: typeof fetch = (input, init) =>
    fetch(typeof input === 'string' ? new URL(input, gateway) : input, init)
  const answer = await fetchFrom('/config.json')
  if (!answer.ok) throw new Error(`The gateway answered ${answer.status}.`)
  const deployment = atGateway(readDeployment(await answer.json()), gateway)

  const clock = () => Date.now()
  const newId = () => crypto.randomUUID()
  const notice = () => askNotice(deployment, fetchFrom)
  const queries = new QueryClient()
  const { apiBase: base, chains, maxAnswerBytes: maxListBytes } = deployment
  const tabs = async () => browserTabs(clock)
  const client = createClient({
    base,
    chains,
    cache: openBodyCache(clock),
    maxListBytes,
    tabs,
    clock,
    fetch: fetchFrom,
  })
  const wallets = createWallets(deployment)
  const preferences = createPreferences(window.localStorage)
  const nodes = createSimulationNodes(wallets.rpc)
  const deposits = lazyDepositJournal(async () => openDepositJournal(newId))
  const services = { deployment, client, wallets, nodes, deposits, preferences, dialogs, clock, wait, newId, notice }
  const orderService: OrderService = lazyOrderService(async () =>
    openOrderService({ services, queries, orders: () => orderService.getSnapshot().orders }),
  )
  void wallets.restore()
  void orderService.load()
  return { queries, services: { ...services, orderService } }
}

/** Paths of the gateway, as a page of another origin has to write them. The faucet serves the gateway's own page only. */
function atGateway(deployment: Deployment, gateway: string): Deployment {
  const at = (path: string) => new URL(path, gateway).href
  return {
    ...deployment,
    apiBase: deployment.apiBase || gateway,
    imageBaseUrl: deployment.imageBaseUrl && at(deployment.imageBaseUrl),
    chains: deployment.chains.map((chain) => ({ ...chain, rpcUrls: chain.rpcUrls.map(at) })),
    faucetUrl: undefined,
  }
}

function wait(milliseconds: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, milliseconds))
}
