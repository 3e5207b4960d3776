import { chainKinds } from '../../domain/chainKinds'
import type { Deployment, DeploymentChain } from '../../protocol/deployment/deployment'
import { Address } from '../../ui/Address'
import { ExternalLink } from '../../ui/ExternalLink'
import type { Account } from '../../wallets/wallets'
import { useServices } from '../services'

/** The explorers of the deployment's networks on which the account can exist. */
export function ExplorerLinks({ account }: { account: Pick<Account, 'kind' | 'address'> }) {
  const { deployment } = useServices()
  const links = deployment.chains
    .filter(({ kind }) => kind === account.kind)
    .flatMap(({ chainId, name }) => {
      const url = addressUrl(deployment, chainId, account.address)
      return url ? [{ chainId, name, url }] : []
    })
  if (links.length === 0) return null
  return (
    <ul className="flex flex-wrap gap-x-4 gap-y-1 pt-1 text-fine">
      {links.map(({ chainId, name, url }) => (
        <li key={chainId}>
          <ExternalLink href={url}>{name}</ExternalLink>
        </li>
      ))}
    </ul>
  )
}

/** A transaction's hash, which leads to an explorer where the deployment names one. */
export function TransactionLink({ chainId, hash }: { chainId: number; hash: string }) {
  const { deployment } = useServices()
  return (
    <ExternalLink href={transactionUrl(deployment, chainId, hash)}>
      <Address value={hash} />
    </ExternalLink>
  )
}

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
