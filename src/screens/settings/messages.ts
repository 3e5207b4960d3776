import { defineMessages } from '../../ui/messages'

/** The words of the settings dialog. */
export const settingsMessages = defineMessages({
  title: 'Settings',
  onlySwap: 'Only swap transactions',
  onlySwapHint: 'Do not include approval transactions. The swap fails if an approval is missing.',
  theme: 'Appearance',
  themes: { system: 'System', light: 'Light', dark: 'Dark' },
  shortcuts: 'Keyboard shortcuts',
  shortcutsHint: 'Single keys: ? lists them. Ctrl K or ⌘ K always opens the search.',
  addressBook: (count: number) => `Address book (${count})`,
  forget: (name: string) => `Forget ${name}`,
  export: 'Export settings',
  import: 'Import settings',
  file: 'File with settings',
  imported: 'Settings imported.',
  notOurs: 'This is not a file with settings.',
  reset: 'Reset settings',
  resetHint: 'Restores defaults and clears recent tokens. Your activity and saved addresses are kept.',
})
