import { evmChains } from '../../domain/chain'
import type { DeploymentChain } from '../../protocol/deployment/deployment'
import { storedOwnNode, withOwnNode } from '../ownNodes'
import type { Provider } from './connection/provider'
import { createEvmNode, type EvmNode } from './node'

/** One set of nodes per EVM chain of the deployment; `undefined` for a chain it does not know. */
export type EvmNodes = (chainId: number) => EvmNode | undefined

/** `ownNode` is the node that the person chose for a chain; it is asked first, once it has confirmed the chain id. */
export function createEvmNodes(
  chains: readonly DeploymentChain[],
  wallet: () => Provider | undefined,
  ownNode: (chainId: number) => string | undefined = storedOwnNode,
): EvmNodes {
  const known = new Map(evmChains(chains).map((chain) => [chain.chainId, chain]))
  const opened = new Map<string, EvmNode>()
  return (chainId) => {
    const chain = known.get(chainId)
    if (!chain) return undefined
    const own = ownNode(chainId)
    const key = `${chainId} ${own}`
    const node = opened.get(key) ?? createEvmNode(withOwnNode(chain, own), { wallet })
    opened.set(key, node)
    return node
  }
}
