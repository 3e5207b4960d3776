import type { DeploymentChain } from '../../protocol/deployment/deployment'

/** CAIP-2 namespaces of the two kinds of chains a session can hold accounts of. */
export type Namespace = 'eip155' | 'solana'

/** A chain's CAIP-2 id. Solana's is the beginning of its genesis hash; `undefined` without one. */
export function caip2({ kind, chainId, genesisHash }: DeploymentChain, namespace: Namespace): string | undefined {
  if (namespace === 'eip155') return kind === 'evm' ? `eip155:${chainId}` : undefined
  return kind === 'solana' && genesisHash !== undefined ? `solana:${genesisHash.slice(0, 32)}` : undefined
}
