import { lazy } from 'react'
import { useStore } from 'zustand'
import { useMessages } from '../../ui/messages'
import type { OpenDialogs } from '../dialogs'
import { frameMessages } from '../messages'
import { footerItems, navItems } from '../routes'

const SettingsDialog = lazy(() => import('../../screens/settings/SettingsDialog'))
const ConnectDialog = lazy(() => import('../../screens/accounts/ConnectDialog'))
const AccountDialog = lazy(() => import('../../screens/accounts/AccountDialog'))
const CommandPalette = lazy(() => import('../../screens/palette/CommandPalette'))
const KeysDialog = lazy(() => import('../../screens/palette/KeysDialog'))

/** The dialogs that any page can open. */
export default function GlobalDialogs({ dialogs }: { dialogs: OpenDialogs }) {
  const open = useStore(dialogs.store)
  switch (open.is) {
    case 'none':
      return null
    case 'settings':
      return <SettingsDialog onClose={dialogs.close} />
    case 'search':
      return <Palette dialogs={dialogs} />
    case 'keys':
      return <KeysDialog onClose={dialogs.close} />
    case 'connect':
      return <ConnectDialog kind={open.kind} also={open.also} onClose={dialogs.close} />
    case 'account':
      return <AccountDialog onClose={dialogs.close} />
  }
}

/** The search over every page that the header and the footer link to. */
function Palette({ dialogs }: { dialogs: OpenDialogs }) {
  const messages = useMessages(frameMessages)
  const places = [
    ...navItems.map(({ name, to }) => ({ title: messages.places[name], to })),
    ...footerItems.map(({ name, to }) => ({ title: messages.footer[name], to })),
  ]
  return <CommandPalette places={places} onClose={dialogs.close} onKeys={dialogs.keys} />
}
