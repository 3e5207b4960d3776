import { browserTabs } from '../api/tabs'
import { type AppServices, buildServices } from '../app/buildServices'
import { type ConfigError, isConfigError, readConfiguration } from '../app/configuration'
import { askNotice } from '../app/notice'
import { openOrderService } from '../app/orders/openOrderService'
import type { Deployment } from '../protocol/deployment/deployment'

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

/** The widget cannot start, and why, as far as a page of another origin can find out. */
export type NoDeployment = {
  readonly problem: 'offline' | 'not named' | 'unreachable' | 'refused' | 'unreadable' | 'not started'
}

/**
 * A page cannot distinguish a CORS refusal from an unreachable server. A gateway that allows other pages shows its
 * images to all of them, so its icon distinguishes the two.
 */
async function noDeployment({ is }: ConfigError, gateway: string): Promise<NoDeployment> {
  if (is !== 'unreachable') return { problem: is }
  if (!navigator.onLine) return { problem: 'offline' }
  const isThere = await showsPicture(new URL('/favicon.svg', gateway).href)
  return { problem: isThere ? 'not named' : 'unreachable' }
}

function showsPicture(url: string): Promise<boolean> {
  return new Promise((resolve) => {
    const picture = new Image()
    picture.onload = () => resolve(true)
    picture.onerror = () => resolve(false)
    picture.src = url
  })
}
