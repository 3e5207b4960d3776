import type { Deployment } from '../../protocol/deployment'

/** Where the deployment's explorer shows a transaction; `undefined` where the chain has none. */
export function transactionUrl({ chains }: Deployment, chainId: number, hash: string): string | undefined {
  const base = chains.find((chain) => chain.chainId === chainId)?.explorerUrl
  return base && `${base.replace(/\/+$/, '')}/tx/${encodeURIComponent(hash)}`
}
