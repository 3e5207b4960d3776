import { useState } from 'react'
import { withContact } from '../../components/addressBook'
import { type Preferences, readPreferences } from '../../components/preferences'
import { useServices } from '../../components/services'
import { Button } from '../../ui/Button'
import { FileButton } from '../../ui/FileButton'
import { useMessages } from '../../ui/messages'
import { fileName, saveFile } from '../../ui/saveFile'
import { settingsMessages } from './messages'

/** Exports the settings and the address book, and imports those of another browser. Names kept here stay. */
export function SettingsFile({ onImport }: { onImport: () => void }) {
  const messages = useMessages(settingsMessages)
  const { preferences, clock } = useServices()
  const [outcome, setOutcome] = useState('')

  const take = async (file: File) => {
    const settings = file.size > largest ? undefined : readSettingsFile(await file.text())
    if (!settings) return setOutcome(messages.notOurs)
    const { contacts, change } = preferences.getState()
    // A name in the file never replaces one given here.
    change({ ...settings, contacts: contacts.toReversed().reduce(withContact, settings.contacts) })
    onImport()
    setOutcome(messages.imported)
  }

  return (
    <div className="flex flex-wrap items-center gap-2 text-fine text-quiet">
      <Button
        size="small"
        onClick={() =>
          saveFile(fileName('settings', clock(), 'json'), writeSettingsFile(preferences.getState()), 'application/json')
        }
      >
        {messages.export}
      </Button>
      <FileButton label={messages.file} onFile={(file) => void take(file)}>
        {messages.import}
      </FileButton>
      <p role="status">{outcome}</p>
    </div>
  )
}

/** The largest file, in bytes. */
const largest = 1_000_000

/** The marker of a file as an export of our settings. */
const kind = 'tidegate-settings'

/** All settings with the address book, as the text of a file. */
export function writeSettingsFile(preferences: Preferences): string {
  return `${JSON.stringify({ kind, version: 1, preferences: readPreferences(preferences) }, null, 2)}\n`
}

/** The settings in such a file, with defaults for what cannot be read; `undefined` when it is another file. */
export function readSettingsFile(text: string): Preferences | undefined {
  try {
    const file: unknown = JSON.parse(text)
    if (typeof file !== 'object' || file === null || !('kind' in file) || file.kind !== kind) return undefined
    return 'preferences' in file ? readPreferences(file.preferences) : undefined
  } catch {
    return undefined
  }
}
