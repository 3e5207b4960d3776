import { ExplorerLinks } from '../../components/accounts/explorerLinks'
import { Portfolio } from '../../components/accounts/Portfolio'
import { NameNote } from '../../components/names/NameNote'
import { addressKind } from '../../domain/chainKinds'
import { Card } from '../../ui/Card'
import { CopyButton } from '../../ui/CopyButton'
import { useMessages } from '../../ui/messages'
import { watchMessages } from './watch.messages'

/** An address that no connected wallet has, and its holdings. It is no account, so no wallet can sign for it. */
export default function WatchedAccount({ address, typed }: { address: string; typed: string }) {
  const messages = useMessages(watchMessages)
  const kind = addressKind(address)
  if (kind === undefined) return null
  const account = { kind, address }
  return (
    <section aria-label={messages.watched} className="mb-5 max-w-text">
      <Card>
        <div className="grid gap-3">
          <p className="flex flex-wrap items-baseline gap-x-3 gap-y-1">
            <strong className="rounded-small bg-amber-wash px-2 py-0.5 text-fine text-amber">
              {messages.viewOnly}
            </strong>
            <span className="text-fine text-quiet">{messages.note}</span>
          </p>
          <div className="flex items-start gap-3">
            <div className="grid min-w-0 flex-1 gap-0.5">
              <code className="font-mono text-fine wrap-anywhere text-ink">{address}</code>
              <NameNote typed={typed} />
              <ExplorerLinks account={account} />
            </div>
            <CopyButton text={address} label={messages.copy} />
          </div>
          <Portfolio account={account} />
        </div>
      </Card>
    </section>
  )
}
