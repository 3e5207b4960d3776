import { ExternalLink } from '../../ui/ExternalLink'
import type { Account } from '../../wallets/wallets'
import { useServices } from '../services'
import { addressUrl } from './explorer'

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
