import type { ChainKind } from '../domain/chain'
import type { DeploymentChain } from '../protocol/deployment/deployment'
import { httpSource } from './evm/rpc/httpSource'
import { openSolanaNode } from './solana/node'
import type { Rpc } from './wallets'

/** Whether a node belongs to a network. */
export type NodeCheck = 'right network' | 'another network' | 'no answer'

/** Milliseconds that a node has to answer. */
const timeout = 10_000

/**
 * Asks a node for its chain id (EVM) or genesis hash (Solana). A Solana network whose hash is not in the settings is
 * compared with the deployment's own node.
 */
export async function readNodeNetwork(
  chain: DeploymentChain,
  url: string,
  deploymentNode: Rpc,
  fetchFrom: typeof fetch = (input, init) => fetch(input, init),
): Promise<NodeCheck> {
  try {
    const isOnChain = await nodeChecks[chain.kind]?.(chain, url, deploymentNode, fetchFrom)
    if (isOnChain === undefined) return 'no answer'
    return isOnChain ? 'right network' : 'another network'
  } catch {
    return 'no answer'
  }
}

type IsOnChain = (chain: DeploymentChain, url: string, deploymentNode: Rpc, fetchFrom: typeof fetch) => Promise<boolean>

/** How a node is recognised, by chain kind; `undefined` for kinds without nodes. */
const nodeChecks: Readonly<Record<ChainKind, IsOnChain | undefined>> = {
  evm: ({ chainId }, url, _, fetchFrom) => httpSource(url, chainId, fetchFrom, timeout).isOnChain(),
  solana: isOnSolana,
  bitcoin: undefined,
  unknown: undefined,
}

async function isOnSolana(...[chain, url, deploymentNode, fetchFrom]: Parameters<IsOnChain>): Promise<boolean> {
  const alone = { name: chain.name, rpcUrls: [url], genesisHash: undefined }
  const [expected, found] = await Promise.all([
    chain.genesisHash ?? deploymentNode('getGenesisHash', []),
    openSolanaNode(alone, fetchFrom, { retryDelays: [] })('getGenesisHash', []),
  ])
  return typeof found === 'string' && found === expected
}
