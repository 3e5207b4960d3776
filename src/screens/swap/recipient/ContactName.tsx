import { type KeyboardEvent, useState } from 'react'
import { contactNameOf, nameLength, withContact, withoutContact } from '../../../components/addressBook'
import { usePreferences } from '../../../components/usePreferences'
import { Button } from '../../../ui/Button'
import { TextField } from '../../../ui/Field'
import { useMessages } from '../../../ui/messages'
import { recipientMessages } from './messages'

/** The name of an address in the address book, or the offer to give it one. */
export function ContactName({ address }: { address: string }) {
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
