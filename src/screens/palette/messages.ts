import type { Theme } from '../../components/preferences'
import { defineMessages } from '../../ui/messages'
import type { CommandGroup } from './commands'

/** The words of the command palette and of the list of keys. */
export const paletteMessages = defineMessages({
  title: 'Go to',
  search: 'Search screens, tokens, pools, orders and settings',
  searchHint: 'Token, pool, order, screen',
  results: 'Results',
  groups: {
    screens: 'Screens',
    tokens: 'Tokens',
    pools: 'Pools',
    orders: 'Orders',
    settings: 'Settings',
  } satisfies Record<CommandGroup, string>,
  swapTo: (symbol: string) => `Swap to ${symbol}`,
  tokenDetail: (name: string, network: string) => `${name} on ${network}`,
  settings: 'Open settings',
  accounts: 'Show accounts and balances',
  connect: 'Connect a wallet',
  themes: {
    system: 'Appearance: system',
    light: 'Appearance: light',
    dark: 'Appearance: dark',
  } satisfies Record<Theme, string>,
  keys: 'Show keyboard shortcuts',
  nothing: (text: string) => `Nothing found for “${text}”.`,
  found: (count: number) => (count === 1 ? '1 result' : `${count} results`),
  hint: 'Arrow keys move, Enter opens, Esc closes.',

  keysTitle: 'Keyboard shortcuts',
  everywhere: 'Everywhere',
  onPools: 'On Pools',
  off: 'Single keys are off. You can turn them on in Settings.',
  uses: {
    palette: 'Search and go anywhere',
    keys: 'Show this list',
    search: 'Search pools',
    move: 'Next or previous pool',
    favourite: 'Mark as favourite',
    compare: 'Compare',
    open: 'Open the pool',
    export: 'Export the list',
  },
})
