import { useQuery } from '@tanstack/react-query'
import { type KeyboardEvent, useState } from 'react'
import { useAccounts } from '../../../components/accounts/useAccounts'
import {
  contactNameOf,
  lookAlikeOf,
  nameLength,
  recentRecipients,
  withContact,
  withoutContact,
} from '../../../components/addressBook'
import { NameNote } from '../../../components/names/NameNote'
import { isName } from '../../../components/names/names'
import { useAllOrders } from '../../../components/orders/useAllOrders'
import { useServices } from '../../../components/services'
import { usePreferences } from '../../../components/usePreferences'
import { addressKey } from '../../../domain/address'
import type { Chain, ChainKind } from '../../../domain/chain'
import { addressKind, chainKinds } from '../../../domain/chainKinds'
import type { Token } from '../../../domain/token'
import { addressIn, misfitIn } from '../../../domain/writtenAddress'
import type { ManualPayer } from '../../../signing/manualPayment/payer'
import { AccountLabel } from '../../../signing/review/AccountLabel'
import { Address } from '../../../ui/Address'
import { Button } from '../../../ui/Button'
import { TextField } from '../../../ui/Field'
import { useMessages } from '../../../ui/messages'
import { Notice } from '../../../ui/Notice'
import { readAddressUse } from '../../../wallets/addressUse'
import type { Recipient } from '../form/formIssues'
import { recipientMessages } from './messages'

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

type KnownAddressesProps = { kind: ChainKind; typed: string; onChoose: (address: string) => void }

/** Named and recent addresses of others as buttons, filtered by the typed text. */
function KnownAddresses({ kind, typed, onChoose }: KnownAddressesProps) {
  const messages = useMessages(recipientMessages)
  const [isWhole, setWhole] = useState(false)
  const searched = typed.trim().toLowerCase()
  const found = useKnownAddresses(kind).filter(
    ({ name = '', address, isOwn }) => !isOwn && `${name} ${address}`.toLowerCase().includes(searched),
  )
  const shown = isWhole ? found : found.slice(0, few)
  if (shown.length === 0) return null
  return (
    <ul aria-label={messages.known} className="flex flex-wrap gap-1.5">
      {shown.map(({ name, address }) => (
        <li key={addressKey(address)} className="min-w-0">
          <button
            type="button"
            onClick={() => onChoose(address)}
            className="inline-flex min-h-8 max-w-full items-center gap-2 rounded-control border border-line bg-sheet px-2.5 text-fine text-ink hover:border-edge pointer-coarse:min-h-11"
          >
            <bdi className="truncate font-medium">{name ?? messages.recent}</bdi>
            <span className="text-quiet">
              <Address value={address} />
            </span>
          </button>
        </li>
      ))}
      {shown.length < found.length && (
        <li>
          <button
            type="button"
            onClick={() => setWhole(true)}
            className="min-h-8 rounded-control px-2.5 text-fine text-text hover:bg-raised hover:text-ink pointer-coarse:min-h-11"
          >
            {messages.allKnown(found.length)}
          </button>
        </li>
      )}
    </ul>
  )
}

const few = 6

/** All addresses of one kind of chain that the person knows: named ones, then recent recipients, then their own. */
function useKnownAddresses(kind: ChainKind) {
  const contacts = usePreferences((preferences) => preferences.contacts)
  const own = useAccounts().map(({ address }) => address)
  const { orders } = useAllOrders()
  const recent = recentRecipients(orders, kind, own).filter((address) => contactNameOf(contacts, address) === undefined)
  return [
    ...contacts.map((contact) => ({ ...contact, isOwn: false })),
    ...recent.map((address) => ({ address, name: undefined, isOwn: false })),
    ...own.map((address) => ({ address, name: undefined, isOwn: true })),
  ].filter(({ address }) => addressKind(address) === kind)
}

/** Reasons to check an address twice: a contract, an unused address, or one that resembles a known one. */
function RecipientCautions({ address, buy }: { address: string; buy: Token }) {
  const messages = useMessages(recipientMessages)
  const { wallets } = useServices()
  const { chainId, kind, name } = buy.chain
  const { data: use } = useQuery({
    queryKey: ['address use', chainId, address],
    queryFn: async () => (await readAddressUse(wallets.rpc(chainId), kind, address)) ?? null,
    staleTime: 60_000,
  })
  const known = useKnownAddresses(kind)
  const alike = lookAlikeOf(
    address,
    known.map((each) => each.address),
  )
  const meant = known.find((each) => each.address === alike)
  return (
    <>
      {meant && (
        <Notice kind="warn" isLive title={messages.lookAlike(meant.name, meant.isOwn)}>
          <code className="block font-mono wrap-anywhere">{meant.address}</code>
          {messages.butThisIs}
          <code className="block font-mono wrap-anywhere">{address}</code>
        </Notice>
      )}
      {use === 'contract' && (
        <Notice kind="warn" isLive>
          {messages.isContract(name, buy.symbol)}
        </Notice>
      )}
      {/* The app's own records count, too: a node may respond late, and ignores token transfers. */}
      {use === 'unused' && !known.some((each) => addressKey(each.address) === addressKey(address)) && (
        <Notice kind="warn" isLive>
          {messages.isUnused(name)}
        </Notice>
      )}
    </>
  )
}

/** The name of an address in the address book, or the offer to give it one. */
function ContactName({ address }: { address: string }) {
  const messages = useMessages(recipientMessages)
  const contacts = usePreferences((preferences) => preferences.contacts)
  const change = usePreferences((preferences) => preferences.change)
  const [draft, setDraft] = useState<string>()
  const name = contactNameOf(contacts, address)

  const save = () => {
    change({ contacts: withContact(contacts, { name: draft ?? '', address }) })
    setDraft(undefined)
  }
  // The field is inside the swap form, which Enter must not submit.
  const saveOnEnter = (event: KeyboardEvent) => {
    if (event.key !== 'Enter') return
    event.preventDefault()
    save()
  }

  if (name !== undefined)
    return (
      <p className="flex flex-wrap items-center justify-between gap-x-3 text-fine text-text">
        <span className="min-w-0 wrap-anywhere">
          {messages.savedAs} <bdi className="font-medium text-ink">{name}</bdi>
        </span>
        <Button kind="bare" size="small" onClick={() => change({ contacts: withoutContact(contacts, address) })}>
          {messages.forgetName}
        </Button>
      </p>
    )
  if (draft === undefined)
    return (
      <div>
        <Button kind="bare" size="small" icon="plus" onClick={() => setDraft('')}>
          {messages.saveAddress}
        </Button>
      </div>
    )
  return (
    <TextField
      label={messages.contactName}
      autoFocus
      value={draft}
      onChange={setDraft}
      onKeyDown={saveOnEnter}
      maxLength={nameLength}
      trail={
        <Button kind="bare" size="small" disabled={draft.trim() === ''} onClick={save}>
          {messages.save}
        </Button>
      }
    />
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
