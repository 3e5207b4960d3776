import { type Chain, createClient, custom, defineChain } from 'viem'
import { type Config, createConfig, createStorage } from 'wagmi'
import type { DeploymentChain } from '../../../protocol/deployment/deployment'
import type { Rpc } from '../../wallets'
import type { EvmNode } from '../node'
import { NoNodeAnswers } from '../rpc/sourcesInTurn'

/** Prefix of wagmi's storage keys. */
const storagePrefix = 'tidegate'

/** wagmi's clients use the same nodes as the rest of the app. */
export function wagmiConfigFor(
  chains: readonly DeploymentChain[],
  node: (chainId: number) => EvmNode | undefined,
  storage: Storage,
): Config {
  const [first = unusedChain, ...rest] = chains.map(viemChain)
  return createConfig({
    chains: [first, ...rest],
    multiInjectedProviderDiscovery: false,
    storage: createStorage({ storage, key: storagePrefix }),
    client: ({ chain }) =>
      createClient({ chain, transport: custom({ request: ({ method, params }) => rpcOf(chain.id)(method, params) }) }),
  })

  function rpcOf(chainId: number): Rpc {
    return node(chainId)?.ask ?? (() => Promise.reject(new NoNodeAnswers(String(chainId))))
  }
}

function viemChain({ chainId, name, nativeCurrency, rpcUrls }: DeploymentChain): Chain {
  return defineChain({ id: chainId, name, nativeCurrency, rpcUrls: { default: { http: [...rpcUrls] } } })
}

/** A placeholder: wagmi needs at least one chain, a deployment may have none. */
const unusedChain = defineChain({
  id: 1,
  name: 'Nowhere',
  nativeCurrency: { name: 'Nothing', symbol: '-', decimals: 18 },
  rpcUrls: { default: { http: [] } },
})
