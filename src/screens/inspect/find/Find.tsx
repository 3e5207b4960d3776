import { useSearchParams } from 'wouter'
import { useTokens } from '../../../components/tokens/useTokens'
import { addressKind } from '../../../domain/chainKinds'
import { addressIn } from '../../../domain/writtenAddress'
import { Card } from '../../../ui/Card'
import { TextField } from '../../../ui/Field'
import { useMessages } from '../../../ui/messages'
import { AddressResults } from './AddressResults'
import { findMessages } from './messages'
import { TransactionResults } from './TransactionResults'

/** Looks up an address or a hash on every network. */
export default function Find() {
  const messages = useMessages(findMessages)
  const { chains } = useTokens()
  const [params, setParams] = useSearchParams()
  const typed = params.get('q') ?? ''
  const hash = /^0x[0-9a-f]{64}$/i.exec(typed.trim())?.[0]
  const address = addressIn(typed, chains)
  const isAddress = addressKind(address) !== undefined
  return (
    <>
      <Card title={messages.title}>
        <div className="grid gap-4">
          <p className="text-fine text-quiet">{messages.hint}</p>
          <TextField
            label={messages.typed}
            value={typed}
            placeholder={messages.example}
            maxLength={200}
            onChange={(q) => setParams({ view: 'find', q }, { replace: true })}
            error={address !== '' && !isAddress && !hash && messages.problem}
          />
          {isAddress && <AddressResults address={address} />}
        </div>
      </Card>
      {hash && <TransactionResults key={hash} hash={hash} />}
    </>
  )
}
