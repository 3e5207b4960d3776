import { chainKinds } from '../../domain/chainKinds'
import type { Deployment, DeploymentChain } from '../../protocol/deployment/deployment'

type Explorers = Pick<Deployment, 'chains'>

/** Where an explorer of the deployment shows an account or a contract; `undefined` when it has none for the chain. */
export function addressUrl(deployment: Explorers, chainId: number, address: string): string | undefined {
  return pageOf(deployment, chainId, ({ kind }) => chainKinds[kind].explorerSection, address)
}

/** The explorer's page of a transaction; `undefined` if there is no explorer for the chain. */
export function transactionUrl(deployment: Explorers, chainId: number, hash: string): string | undefined {
  return pageOf(deployment, chainId, () => 'tx', hash)
}

function pageOf(
  { chains }: Explorers,
  chainId: number,
  sectionOf: (chain: DeploymentChain) => string,
  name: string,
): string | undefined {
  const chain = chains.find((chain) => chain.chainId === chainId)
  if (!chain?.explorerUrl) return undefined
  return `${chain.explorerUrl.replace(/\/+$/, '')}/${sectionOf(chain)}/${encodeURIComponent(name)}`
}
