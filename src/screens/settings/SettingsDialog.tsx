import { useQueryClient } from '@tanstack/react-query'
import { use, useState } from 'react'
import { withContact, withoutContact } from '../../components/addressBook'
import { defaultPreferences, type Preferences, readPreferences, type Theme } from '../../components/preferences'
import { useServices } from '../../components/services'
import { SlippageSetting } from '../../components/slippage/SlippageSetting'
import { usePreferences } from '../../components/usePreferences'
import { attempt } from '../../domain/attempt'
import { Address } from '../../ui/Address'
import { Button, IconButton } from '../../ui/Button'
import { Segmented, Switch } from '../../ui/Choice'
import { Dialog } from '../../ui/Dialog'
import { FileButton } from '../../ui/FileButton'
import { chooseLanguage, isLanguageLost, languages } from '../../ui/languages/languages'
import { LanguageContext, useMessages } from '../../ui/messages'
import { Details } from '../../ui/Rows'
import { Select } from '../../ui/Select'
import { fileName, saveFile } from '../../ui/saveFile'
import { forgetOwnNodes } from '../../wallets/ownNodes'
import { settingsMessages } from './messages'
import { OwnNodes, PrivateNodes } from './Nodes'

/** Trading and display preferences. Every change applies immediately and is stored. */
export default function SettingsDialog({ onClose }: { onClose: () => void }) {
  const messages = useMessages(settingsMessages)
  const { theme, hasShortcuts, contacts, change } = usePreferences((state) => state)
  const queries = useQueryClient()
  const [resets, setResets] = useState(0)
  const [isLost, setLost] = useState(isLanguageLost)
  const reset = () => {
    // Names of addresses are not a setting: nothing could bring them back.
    change({ ...defaultPreferences, contacts })
    forgetOwnNodes(window.localStorage)
    // Responses of the removed nodes are fetched again.
    void queries.invalidateQueries()
    setResets(resets + 1)
  }
  return (
    <Dialog title={messages.title} onClose={onClose}>
      <div className="grid gap-6">
        <SlippageSetting key={resets} />
        <Select
          label={messages.language}
          value={use(LanguageContext)}
          options={Object.entries(languages).map(([value, label]) => ({ value, label }))}
          hint={isLost && messages.languageFailed}
          onChange={(language) => void chooseLanguage(language).then(() => setLost(isLanguageLost()))}
        />
        <Segmented
          label={messages.theme}
          value={theme}
          options={themes.map((theme) => ({
            value: theme,
            label: messages.themes[theme],
          }))}
          onChange={(theme) => change({ theme })}
        />
        <Switch
          label={messages.shortcuts}
          hint={messages.shortcutsHint}
          isOn={hasShortcuts}
          onChange={(hasShortcuts) => change({ hasShortcuts })}
        />
        <AddressBook />
        <PrivateNodes />
        <OwnNodes key={`nodes ${resets}`} />
        <SettingsFile onImport={() => setResets(resets + 1)} />
        <div className="flex items-center justify-between gap-4 border-t border-line pt-5">
          <p className="text-fine text-quiet">{messages.resetHint}</p>
          <div className="shrink-0">
            <Button size="small" onClick={reset}>
              {messages.reset}
            </Button>
          </div>
        </div>
      </div>
    </Dialog>
  )
}

const themes: readonly Theme[] = ['system', 'light', 'dark']

/** The names that the person gave to addresses. New ones are given where an address is typed. */
function AddressBook() {
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

/** Exports the settings and the address book, and imports those of another browser. Names kept here stay. */
function SettingsFile({ onImport }: { onImport: () => void }) {
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
function readSettingsFile(text: string): Preferences | undefined {
  const file: { kind?: unknown; preferences?: unknown } | undefined = attempt(() => Object(JSON.parse(text)))
  return file?.kind === kind && file.preferences !== undefined ? readPreferences(file.preferences) : undefined
}
