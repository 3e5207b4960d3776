import { Address } from '../../ui/Address'
import { ExternalLink } from '../../ui/ExternalLink'
import { useServices } from '../services'
import { transactionUrl } from './explorer'

/** A transaction's hash, which leads to an explorer where the deployment names one. */
export function TransactionLink({ chainId, hash }: { chainId: number; hash: string }) {
  const { deployment } = useServices()
  return (
    <ExternalLink href={transactionUrl(deployment, chainId, hash)}>
      <Address value={hash} />
    </ExternalLink>
  )
}
