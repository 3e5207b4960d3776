import type { DeploymentChain } from '../../protocol/deployment'
import { createNode, type Node } from './node'
import type { Provider } from './provider'

/** One set of nodes per EVM chain of the deployment; `undefined` for a chain it does not know. */
export type Nodes = (chainId: number) => Node | undefined

export function openNodes(chains: readonly DeploymentChain[], wallet: () => Provider | undefined): Nodes {
  const nodes = new Map(
    chains.filter(({ kind }) => kind === 'evm').map((chain) => [chain.chainId, createNode(chain, { wallet })]),
  )
  return (chainId) => nodes.get(chainId)
}
