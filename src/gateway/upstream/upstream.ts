import { type Deployment, defaultMaxAnswerBytes } from '../../protocol/deployment/deployment'
import { rateLimitsOf } from '../gatewayOptions'
import type { RpcTargets } from '../rpc/rpcProxy'
import { allowedHosts, type Settings } from '../settings'
import { type Service, upstreamLimitsOf } from './client'

/** Everything behind the gateway: the service, the RPC nodes, and the deployment data for the app. */
export type Upstream = {
  readonly deployment: Deployment
  readonly service: Service
  readonly rpc: RpcTargets
}

/** A hosted service. A node with an `rpcTarget` is reached through the gateway, and its URL stays on the server. */
export function hostedUpstream(
  settings: Settings,
  { baseUrl, apiKey }: { baseUrl: string; apiKey: string | undefined },
): Upstream {
  const proxied = settings.chains.flatMap(({ chain, rpcTarget }) =>
    rpcTarget === undefined ? [] : [[chain.chainId, { kind: chain.kind, url: rpcTarget }] as const],
  )
  return {
    deployment: {
      ...commonDeployment(settings),
      mode: 'hosted',
      slippageUnit: settings.slippageUnit,
      chains: settings.chains.map(({ chain }) => chain),
      faucetUrl: undefined,
    },
    service: { baseUrl, apiKey, fetch: (request) => fetch(request) },
    rpc: new Map(proxied),
  }
}

/** The part of `/config.json` that is the same for hosted and embedded deployments. */
export function commonDeployment(settings: Settings) {
  const { name, imageBaseUrl, walletConnect, ens, uns, safeOrigin, rpcOrigins, maxAnswerBytes } = settings
  return {
    name,
    apiBase: '',
    imageBaseUrl,
    ...(walletConnect && { walletConnect }),
    ...(ens && { ens }),
    ...(uns && { uns }),
    ...(safeOrigin && { safeOrigin }),
    ...(rpcOrigins && { rpcOrigins }),
    ...(maxAnswerBytes === defaultMaxAnswerBytes ? {} : { maxAnswerBytes }),
  }
}

/** The options of a gateway by its settings, on Node and at the edge. */
export function optionsOf(settings: Settings) {
  const { publicUrl, widgetOrigins, securityContact } = settings
  const limits = { rateLimits: rateLimitsOf(settings.limits), limits: upstreamLimitsOf(settings) }
  return { publicUrl, widgetOrigins, securityContact, hosts: allowedHosts(settings), ...limits }
}
