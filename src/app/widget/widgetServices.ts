import { browserTabs } from '../../api/tabs'
import type { Deployment } from '../../protocol/deployment/deployment'
import { readDeployment } from '../../protocol/deployment/deploymentCodec'
import { type AppServices, buildServices } from '../buildServices'
import { askNotice } from '../notice'
import { openDepositJournal } from '../orders/openDepositJournal'
import { openOrderService } from '../orders/openOrderService'

/** What the app's services are, of a gateway on another origin. Journal and settings are kept by the page's origin. */
export async function openWidgetServices(gateway: string): Promise<AppServices> {
  const fetchFrom: typeof fetch = (input, init) =>
    fetch(typeof input === 'string' ? new URL(input, gateway) : input, init)
  const answer = await fetchFrom('/config.json')
  if (!answer.ok) throw new Error(`The gateway answered ${answer.status}.`)
  const deployment = atGateway(readDeployment(await answer.json()), gateway)

  const built = buildServices(deployment, {
    fetch: fetchFrom,
    notice: () => askNotice(deployment, fetchFrom),
    openTabs: async (clock) => browserTabs(clock),
    openDeposits: async (newId) => openDepositJournal(newId),
    openOrders: async (deps) => openOrderService(deps),
  })
  void built.services.wallets.restore()
  void built.services.orderService.load()
  return built
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
