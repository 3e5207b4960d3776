import { CopyButton } from '../../ui/CopyButton'
import { ExternalLink } from '../../ui/ExternalLink'
import { useWords } from '../../ui/messages'
import { addressUrl } from '../accounts/explorer'
import { useServices } from '../services'
import { tokenWords } from './messages'
import type { Listing } from './search'

/** The address of the token under the cursor, in full: what tells the real one from its doubles. */
export function TokenDetail({ listing }: { listing: Listing | undefined }) {
  const words = useWords(tokenWords)
  const { deployment } = useServices()
  if (!listing) return <div className="min-h-8" />
  const { token } = listing
  if (token.isNative) return <p className="flex min-h-8 items-center text-fine text-quiet">{words.nativeCoin}</p>
  const url = addressUrl(deployment, token.chain.chainId, token.address)
  return (
    <div className="flex min-h-8 items-center gap-2 text-fine">
      <code className="min-w-0 flex-1 font-mono wrap-anywhere">{token.address}</code>
      <CopyButton text={token.address} label={words.copyAddress} />
      {url && <ExternalLink href={url}>{words.explorer}</ExternalLink>}
    </div>
  )
}
