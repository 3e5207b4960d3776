import { useState } from 'react'
import { useAccounts } from '../../../components/accounts/useAccounts'
import { contactNameOf, recentRecipients } from '../../../components/addressBook'
import { useAllOrders } from '../../../components/orders/useAllOrders'
import { usePreferences } from '../../../components/usePreferences'
import { addressKey } from '../../../domain/address'
import type { ChainKind } from '../../../domain/chain'
import { addressKind } from '../../../domain/chainKinds'
import { Address } from '../../../ui/Address'
import { useMessages } from '../../../ui/messages'
import { recipientMessages } from './messages'

/** An address the person knows: named in the address book, their own, or one they paid before. */
export type KnownAddress = { readonly address: string; readonly name: string | undefined; readonly isOwn: boolean }

/** All addresses of one kind of chain that the person knows: named ones first, then recent recipients. */
export function useKnownAddresses(kind: ChainKind): readonly KnownAddress[] {
  const contacts = usePreferences((preferences) => preferences.contacts)
  const accounts = useAccounts()
  const { orders } = useAllOrders()
  const own = accounts.map(({ address }) => address)
  const named = contacts.filter(({ address }) => addressKind(address) === kind)
  const recent = recentRecipients(orders, kind, own).filter((address) => contactNameOf(contacts, address) === undefined)
  return [
    ...named.map((contact) => ({ ...contact, isOwn: false })),
    ...recent.map((address) => ({ address, name: undefined, isOwn: false })),
    ...own
      .filter((address) => addressKind(address) === kind)
      .map((address) => ({ address, name: undefined, isOwn: true })),
  ]
}

type KnownAddressesProps = { kind: ChainKind; typed: string; onChoose: (address: string) => void }

/** Named and recent addresses of others as buttons, filtered by the typed text. */
export function KnownAddresses({ kind, typed, onChoose }: KnownAddressesProps) {
  const messages = useMessages(recipientMessages)
  const [isWhole, setWhole] = useState(false)
  const searched = typed.trim().toLowerCase()
  const found = useKnownAddresses(kind).filter(
    ({ name, address, isOwn }) => !isOwn && `${name ?? ''} ${address}`.toLowerCase().includes(searched),
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
