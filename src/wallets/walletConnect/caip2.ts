import type { DeploymentChain } from '../../protocol/deployment'

/** The two kinds of chains a session can hold accounts of, by their names in CAIP-2. */
export type Namespace = 'eip155' | 'solana'

/** A chain's name in CAIP-2. Solana's is the beginning of its genesis hash, without which it has none. */
export function caip2({ kind, chainId, genesisHash }: DeploymentChain, namespace: Namespace): string | undefined {
  if (namespace === 'eip155') return kind === 'evm' ? `eip155:${chainId}` : undefined
  return kind === 'solana' && genesisHash !== undefined ? `solana:${genesisHash.slice(0, 32)}` : undefined
}
