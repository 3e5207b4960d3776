import { poolMessages } from '../../../components/pools/messages'
import { ButtonLink, Empty } from '../../../ui/Empty'
import { useMessages } from '../../../ui/messages'

/** No list has the pool of this address; it may be another contract of the chain. */
export function MissingPool({ address }: { readonly address: string }) {
  const messages = useMessages(poolMessages)
  return (
    <Empty
      isLive
      title={messages.missing}
      action={
        <ButtonLink href={`/inspect?view=find&q=${encodeURIComponent(address)}`}>{messages.findElsewhere}</ButtonLink>
      }
    >
      {messages.missingNote}
    </Empty>
  )
}
