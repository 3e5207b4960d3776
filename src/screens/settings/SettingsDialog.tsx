import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { defaultPreferences, type Theme } from '../../components/preferences'
import { SlippageSetting } from '../../components/slippage/SlippageSetting'
import { usePreferences } from '../../components/usePreferences'
import { Button } from '../../ui/Button'
import { Segmented, Switch } from '../../ui/Choice'
import { Dialog } from '../../ui/Dialog'
import { useMessages } from '../../ui/messages'
import { forgetOwnNodes } from '../../wallets/ownNodes'
import { AddressBook } from './AddressBook'
import { settingsMessages } from './messages'
import { OwnNodes } from './OwnNodes'
import { PrivateNodes } from './PrivateNodes'
import { SettingsFile } from './SettingsFile'

/** Trading and display preferences. Every change applies immediately and is stored. */
export function SettingsDialog({ onClose }: { onClose: () => void }) {
  const messages = useMessages(settingsMessages)
  const { theme, hasShortcuts, contacts, change } = usePreferences((state) => state)
  const queries = useQueryClient()
  const [resets, setResets] = useState(0)
  const reset = () => {
    // Names of addresses are not a setting: nothing could bring them back.
    change({ ...defaultPreferences, contacts })
    forgetOwnNodes(window.localStorage)
    // Responses of the removed nodes are fetched again.
    void queries.invalidateQueries()
    setResets(resets + 1)
  }
  return (
    <Dialog title={messages.title} isOpen onClose={onClose}>
      <div className="grid gap-6">
        <SlippageSetting key={resets} />
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
