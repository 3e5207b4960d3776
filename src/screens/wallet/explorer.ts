import type { Deployment } from '../../protocol/deployment'

type Explorers = Pick<Deployment, 'chains'>

/** Where an explorer of the deployment shows an account or a contract; `undefined` when it has none for the chain. */
export function addressUrl(deployment: Explorers, chainId: number, address: string): string | undefined {
  const chain = deployment.chains.find((chain) => chain.chainId === chainId)
  if (!chain?.explorerUrl) return undefined
  const segment = chain.kind === 'solana' ? 'account' : 'address'
  return `${chain.explorerUrl.replace(/\/+$/, '')}/${segment}/${encodeURIComponent(address)}`
}
