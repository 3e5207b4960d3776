import { defineMessages } from '../ui/messages'

/** The words of the header, the navigation and the status line. */
export const frameMessages = defineMessages({
  skip: 'Skip to content',
  home: 'Tidegate',
  navigation: 'Main',
  places: {
    swap: 'Swap',
    pools: 'Pools',
    liquidity: 'Liquidity',
    positions: 'Positions',
    activity: 'Activity',
    inspect: 'Inspect',
  },
  settings: 'Settings',
  connect: 'Connect wallet',
  account: (address: string) => `Account ${address}`,
  underWay: (count: number) => `${count} in progress`,

  playMoney: 'Demo mode: test tokens on local networks.',
  offline: 'You are offline. Prices and balances update when you reconnect.',
  opening: 'Loading…',
})
