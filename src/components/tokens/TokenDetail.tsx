import { CopyButton } from '../../ui/CopyButton'
import { ExternalLink } from '../../ui/ExternalLink'
import { useMessages } from '../../ui/messages'
import { addressUrl } from '../accounts/explorer'
import { useServices } from '../services'
import { tokenMessages } from './messages'
import type { TokenListing } from './search'

/** The full address of the token under the cursor: it distinguishes the real one from imitations. */
export function TokenDetail({ listing }: { listing: TokenListing | undefined }) {
  const messages = useMessages(tokenMessages)
  const { deployment } = useServices()
  if (!listing) return <div className="min-h-8" />
  const { token } = listing
  if (token.isNative) return <p className="flex min-h-8 items-center text-fine text-quiet">{messages.nativeCoin}</p>
  const url = addressUrl(deployment, token.chain.chainId, token.address)
  return (
    <div className="flex min-h-8 items-center gap-2 text-fine">
      <code className="min-w-0 flex-1 font-mono wrap-anywhere">{token.address}</code>
      <CopyButton text={token.address} label={messages.copyAddress} />
      {url && <ExternalLink href={url}>{messages.explorer}</ExternalLink>}
    </div>
  )
}
