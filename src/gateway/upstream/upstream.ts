import type { Deployment } from '../../protocol/deployment'
import type { RpcTargets } from '../rpc/rpcProxy'
import type { Settings } from '../settings'
import type { Service } from './client'

/** What stands behind the gateway. */
export type Backing = {
  readonly deployment: Deployment
  readonly service: Service
  readonly rpc: RpcTargets
}

/** A hosted service. Nodes that the operator keeps to himself are reached through the gateway. */
export function hostedBacking(
  settings: Settings,
  { baseUrl, apiKey }: { baseUrl: string; apiKey: string | undefined },
): Backing {
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

/** What every deployment tells its app, wherever the service is. */
export function commonDeployment({ name, imageBaseUrl }: Settings) {
  return { name, apiBase: '', imageBaseUrl }
}
