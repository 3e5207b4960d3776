import type { DeploymentChain } from '../../protocol/deployment'
import type { Provider } from './connection/provider'
import { createEvmNode, type EvmNode } from './node'

/** One set of nodes per EVM chain of the deployment; `undefined` for a chain it does not know. */
export type EvmNodes = (chainId: number) => EvmNode | undefined

export function createEvmNodes(chains: readonly DeploymentChain[], wallet: () => Provider | undefined): EvmNodes {
  const nodes = new Map(
    chains.filter(({ kind }) => kind === 'evm').map((chain) => [chain.chainId, createEvmNode(chain, { wallet })]),
  )
  return (chainId) => nodes.get(chainId)
}
