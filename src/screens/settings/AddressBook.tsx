import { withoutContact } from '../../components/addressBook'
import { usePreferences } from '../../components/usePreferences'
import { Address } from '../../ui/Address'
import { IconButton } from '../../ui/Button'
import { useMessages } from '../../ui/messages'
import { Details } from '../../ui/Rows'
import { settingsMessages } from './messages'

/** The names that the person gave to addresses. New ones are given where an address is typed. */
export function AddressBook() {
  const messages = useMessages(settingsMessages)
  const contacts = usePreferences((preferences) => preferences.contacts)
  const change = usePreferences((preferences) => preferences.change)
  if (contacts.length === 0) return null
  return (
    <Details summary={messages.addressBook(contacts.length)}>
      <ul aria-label={messages.addressBook(contacts.length)} className="grid gap-1 text-fine">
        {contacts.map(({ name, address }) => (
          <li key={address} className="flex items-center gap-3">
            <bdi className="min-w-0 flex-1 truncate font-medium text-ink">{name}</bdi>
            <Address value={address} />
            <IconButton
              size="small"
              icon="close"
              label={messages.forget(name)}
              onClick={() => change({ contacts: withoutContact(contacts, address) })}
            />
          </li>
        ))}
      </ul>
    </Details>
  )
}
