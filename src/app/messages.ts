import { defineMessages } from '../ui/messages'

/** The words of the frame: header, banners, and what is said when something is not there. */
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
  underWay: (count: number) => `${count} under way`,

  playMoney: 'Play money on local chains of this computer.',
  offline: 'You are offline. Prices and balances stand still; what you entered stays.',
  opening: 'Opening…',
})
