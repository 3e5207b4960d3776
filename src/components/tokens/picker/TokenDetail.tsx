import { CopyButton } from '../../../ui/CopyButton'
import { ExternalLink } from '../../../ui/ExternalLink'
import { Icon } from '../../../ui/Icon'
import { useMessages } from '../../../ui/messages'
import { addressUrl } from '../../accounts/explorer'
import { useServices } from '../../services'
import { tokenMessages } from '../messages'
import type { TokenListing } from '../search'

type TokenDetailProps = {
  listing: TokenListing | undefined
  isFavourite: boolean
  onFavourite: (key: string) => void
}

/** The full address of the token under the cursor: it distinguishes the real one from imitations. */
export function TokenDetail({ listing, isFavourite, onFavourite }: TokenDetailProps) {
  const messages = useMessages(tokenMessages)
  const { deployment } = useServices()
  if (!listing) return <div className="min-h-8" />
  const { token } = listing
  const url = addressUrl(deployment, token.chain.chainId, token.address)
  return (
    <div className="flex min-h-8 items-center text-fine">
      {token.isNative ? (
        <p className="min-w-0 flex-1 text-quiet">{messages.nativeCoin}</p>
      ) : (
        <>
          <code className="min-w-0 flex-1 font-mono wrap-anywhere">{token.address}</code>
          <CopyButton text={token.address} label={messages.copyAddress} />
          {url && <ExternalLink href={url}>{messages.explorer}</ExternalLink>}
        </>
      )}
      <button
        type="button"
        aria-pressed={isFavourite}
        aria-label={messages.favourite(token.symbol)}
        onClick={() => onFavourite(listing.key)}
        className="grid size-8 shrink-0 place-items-center rounded-small text-quiet hover:bg-raised hover:text-ink aria-pressed:text-action pointer-coarse:size-11"
      >
        <Icon name="star" className={isFavourite ? 'size-4.5 fill-current' : 'size-4.5'} />
      </button>
    </div>
  )
}
