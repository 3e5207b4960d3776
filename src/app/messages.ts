import { defineMessages } from '../ui/messages'
import type { navItems } from './routes'

/** Messages of the header, the navigation and the status line. */
export const frameMessages = defineMessages({
  skip: 'Skip to content',
  home: 'Tidegate',
  navigation: 'Main',
  places: {
    swap: 'Swap',
    pools: 'Pools',
    portfolio: 'Portfolio',
    activity: 'Activity',
    inspect: 'Inspect',
  } satisfies Readonly<Record<(typeof navItems)[number]['name'], string>>,
  more: 'More',
  search: 'Search',
  settings: 'Settings',
  connect: 'Connect wallet',
  account: (address: string) => `Account ${address}`,
  underWay: (count: number) => `${count} in progress`,

  playMoney: 'Demo mode: test tokens on local networks.',
  promise: 'Every transaction is checked and simulated before you sign.',
  about: 'About Tidegate',
  footer: { help: 'Help', status: 'Exchange status', licence: 'Open source, MIT licence' },
  offline: 'You are offline. Prices may be old.',
  opening: 'Loading…',
  broken: {
    title: 'This page stopped working',
    unreadable:
      'Your orders cannot be read, so we do not know whether a transaction was sent. Check your wallet before you send anything again.',
    reload: 'Reload the page',
  },
})
