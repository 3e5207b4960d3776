import { browserTabs } from '../api/tabs'
import { type AppServices, buildServices } from '../app/buildServices'
import { isConfigError, readConfiguration } from '../app/configuration'
import { askNotice } from '../app/notice'
import { openOrderService } from '../app/orders/openOrderService'
import type { Deployment } from '../protocol/deployment/deployment'
import { type NoDeployment, noDeployment } from './noDeployment'

/** The app's services, from a gateway on another origin. The page's origin stores journal and settings. */
export async function openWidgetServices(gateway: string): Promise<AppServices | NoDeployment> {
  const fetchFrom: typeof fetch = (input, init) =>
    fetch(typeof input === 'string' ? new URL(input, gateway) : input, init)
  const read = await readConfiguration(fetchFrom)
  if (isConfigError(read)) return noDeployment(read, gateway)
  const deployment = atGateway(read, gateway)

  const built = buildServices(deployment, {
    fetch: fetchFrom,
    notice: () => askNotice(deployment, fetchFrom),
    openTabs: async (clock) => browserTabs(clock),
    fetchOrders: async () => openOrderService,
  })
  void built.services.wallets.restore()
  // If orders cannot be read, Activity shows the reason.
  built.services.orderService.load().catch(() => {})
  return built
}

/**
 * Paths of the gateway, as a page of another origin has to write them. The faucet serves the gateway's own page only, and
 * only that page's policy keeps everyone but the Safe from framing it.
 */
function atGateway({ safeOrigin: _, ...deployment }: Deployment, gateway: string): Deployment {
  const at = (path: string) => new URL(path, gateway).href
  return {
    ...deployment,
    apiBase: deployment.apiBase || gateway,
    imageBaseUrl: deployment.imageBaseUrl && at(deployment.imageBaseUrl),
    chains: deployment.chains.map((chain) => ({ ...chain, rpcUrls: chain.rpcUrls.map(at) })),
    faucetUrl: undefined,
  }
}
