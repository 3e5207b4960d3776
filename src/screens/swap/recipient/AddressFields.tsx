import { NameNote } from '../../../components/names/NameNote'
import { isName } from '../../../components/names/names'
import type { Chain } from '../../../domain/chain'
import { addressKind, chainKinds } from '../../../domain/chainKinds'
import type { Token } from '../../../domain/token'
import { addressIn, misfitIn } from '../../../domain/writtenAddress'
import type { ManualPayer } from '../../../signing/manualPayment/payer'
import { AccountLabel } from '../../../signing/review/AccountLabel'
import { Button } from '../../../ui/Button'
import { TextField } from '../../../ui/Field'
import { useMessages } from '../../../ui/messages'
import { Notice } from '../../../ui/Notice'
import type { Recipient } from '../form/formIssues'
import { ContactName } from './ContactName'
import { KnownAddresses } from './KnownAddresses'
import { recipientMessages } from './messages'
import { RecipientCautions } from './RecipientCautions'

export type RecipientFieldProps = {
  /** `undefined`: the field is here because nothing else can receive. */
  typed: string | undefined
  recipient: Recipient
  buy: Token
  onType: (typed: string) => void
  onConfirm: () => void
  onRemove: () => void
}

/** Another recipient: typed, or from a link and then unused until confirmed. */
export function RecipientField(props: RecipientFieldProps) {
  const { typed, recipient, buy, onType, onConfirm, onRemove } = props
  const messages = useMessages(recipientMessages)
  const error = problem(recipient, typed ?? '', buy, messages)
  return (
    <div className="grid gap-2">
      <TextField
        label={messages.recipient}
        // Only where the person asked for the field: a phone opens its keyboard.
        autoFocus={typed === ''}
        value={typed ?? ''}
        onChange={onType}
        maxLength={200}
        hint={
          recipient.is === 'own' || recipient.is === 'given'
            ? messages.recipientIs(recipient.is === 'own')
            : messages.recipientNote(buy.chain)
        }
        {...(error !== undefined && { error })}
      />
      {/* Below, not in the field: on a phone an address needs all of its width. */}
      {!chainKinds[buy.chain.kind].isPaidByHand && (
        <div>
          <Button kind="bare" size="small" icon="wallet" onClick={onRemove}>
            {messages.removeRecipient}
          </Button>
        </div>
      )}
      <NameNote typed={typed ?? ''} chain={buy.chain} />
      {(recipient.is === 'needed' || recipient.is === 'invalid') && (
        <KnownAddresses kind={buy.chain.kind} typed={typed ?? ''} onChoose={onType} />
      )}
      {(recipient.is === 'given' || recipient.is === 'unconfirmed') && (
        <RecipientCautions address={recipient.address} buy={buy} />
      )}
      {recipient.is === 'given' && <ContactName key={recipient.address} address={recipient.address} />}
      {recipient.is === 'unconfirmed' && (
        <Notice
          kind="warn"
          action={
            <span className="flex flex-wrap gap-2">
              <Button size="small" onClick={onConfirm}>
                {messages.confirmRecipient}
              </Button>
              <Button size="small" onClick={onRemove}>
                {messages.dropRecipient}
              </Button>
            </span>
          }
        >
          {messages.recipientFromLink}
          <code className="mt-1 block font-mono wrap-anywhere">{recipient.address}</code>
        </Notice>
      )}
    </div>
  )
}

type PayerFieldProps = { typed: string; payer: ManualPayer; chain: Chain; onType: (typed: string) => void }

/** The refund address, needed when the person pays from a wallet that is not connected. */
export function PayerField({ typed, payer, chain, onType }: PayerFieldProps) {
  const messages = useMessages(recipientMessages)
  return (
    <TextField
      label={messages.payer}
      value={typed}
      onChange={onType}
      maxLength={200}
      hint={messages.payerNote(chain)}
      {...(payer.is === 'invalid' && { error: invalidText(typed, chain, messages) })}
    />
  )
}

type OwnAccountsProps = {
  payer: string
  /** Another account of the person that receives, with its chain. */
  receiver: { readonly address: string; readonly chain: Chain } | undefined
}

/** The account that pays and, where it is another one, the person's account that receives. */
export function OwnAccounts({ payer, receiver }: OwnAccountsProps) {
  const messages = useMessages(recipientMessages)
  return (
    <div className="grid min-w-0 gap-1 px-1 text-text">
      <span>
        {messages.payFrom} <AccountLabel isOwn address={payer} />
      </span>
      {receiver && (
        <span>
          {messages.toAccount(receiver.chain)} <AccountLabel isOwn address={receiver.address} />
        </span>
      )}
    </div>
  )
}

type Messages = (typeof recipientMessages)['english']

function problem(recipient: Recipient, typed: string, buy: Token, messages: Messages): string | undefined {
  // An issue with a name is shown below the field.
  if (recipient.is === 'invalid' && isName(typed)) return undefined
  if (recipient.is === 'invalid') return invalidText(typed, buy.chain, messages)
  return recipient.is === 'refused' ? messages.refused[recipient.why] : undefined
}

/** The mismatch of an address: with its written network, its suffix, or the kind of chain it is for. */
function invalidText(typed: string, chain: Chain, messages: Messages): string {
  const misfit = misfitIn(typed, [chain])
  if (misfit) return messages.misfit[misfit.is](chain, misfit.text)
  const found = addressKind(addressIn(typed, [chain]))
  return messages.invalid(chain, found === chain.kind ? undefined : found)
}
