import { Link } from 'wouter'
import { poolMessages } from '../../../components/pools/messages'
import { useMessages } from '../../../ui/messages'
import { Notice } from '../../../ui/Notice'

/** No list has the pool of this address; it may be another contract of the chain. */
export function MissingPool({ address }: { readonly address: string }) {
  const messages = useMessages(poolMessages)
  return (
    <Notice isLive title={messages.missing}>
      {messages.missingNote}{' '}
      <Link
        href={`/inspect?view=find&q=${encodeURIComponent(address)}`}
        className="inline-block py-1 font-medium text-action underline underline-offset-4"
      >
        {messages.findElsewhere}
      </Link>
    </Notice>
  )
}
