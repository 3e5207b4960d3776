import type { DeploymentChain } from '../protocol/deployment/deployment'

/** CAIP-2 namespaces of the two kinds of chains a session can hold accounts of. */
export type Namespace = 'eip155' | 'solana'

/** A chain's CAIP-2 id. Solana's is the beginning of its genesis hash; `undefined` without one. */
export function caip2({ kind, chainId, genesisHash }: DeploymentChain, namespace: Namespace): string | undefined {
  if (namespace === 'eip155') return kind === 'evm' ? `eip155:${chainId}` : undefined
  return kind === 'solana' && genesisHash !== undefined ? `solana:${genesisHash.slice(0, 32)}` : undefined
}

/** A brand name; not translated. */
export const walletConnectName = 'WalletConnect'

/** A separate name, so that the list of Solana wallets distinguishes the two. */
export const walletConnectSolanaName = 'WalletConnect (Solana)'

const drawing =
  '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32"><rect width="32" height="32" rx="8" fill="#1f4fd8"/><path d="M8 13c4.400-4.400 11.600-4.400 16 0M11 19l3 3 2-2 2 2 3-3" fill="none" stroke="#fff" stroke-width="2.500" stroke-linecap="round" stroke-linejoin="round"/></svg>'

export const walletConnectIcon = `data:image/svg+xml;base64,${btoa(drawing)}` as const
