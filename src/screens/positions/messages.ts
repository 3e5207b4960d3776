import { defineMessages } from '../../ui/messages'

/** Every word of the positions screen. */
export const positionsMessages = defineMessages({
  title: 'Positions',
  add: 'Add liquidity',
  address: 'Address',
  addressHint: 'Enter any address to view its positions.',
  addressProblem: 'Not an address on these networks.',
  connect: 'Connect wallet',
  connectNote: 'Connect a wallet or paste an address to see positions.',
  loading: 'Loading positions…',
  failed: 'Could not load pools',
  failedNote: 'Positions appear when the exchange responds.',
  partly: (networks: readonly string[]) => `${networks.join(' and ')} did not respond: positions there are not shown.`,
  elsewhere: (count: number) =>
    count === 1
      ? '1 more position is in a pool that is not listed here.'
      : `${count} more positions are in pools that are not listed here.`,
  none: 'No positions yet.',
  first: 'Add liquidity to open one.',
  noneOf: 'This address has no positions in these pools.',
  list: 'Positions',
  unclaimed: 'Unclaimed fees',
  unclaimedUnknown: 'Unavailable',
  share: 'Share of active liquidity',
  shareNone: 'None while out of range',
  owner: 'Owner',
  from: { chain: 'Data: on chain', record: 'Data: exchange' },
  more: 'Add more',
  another: '“Add more” creates a new position in the same range.',
  collect: 'Collect fees',
  remove: 'Remove liquidity',
  noManager: 'The position manager of this pool is unknown, so you cannot change this position here.',
  notYours: 'Connect the owner’s account to change it.',

  review: { collect: 'Review fee collection', remove: 'Review withdrawal' },
  confirm: { collect: 'Confirm fee collection', remove: 'Confirm withdrawal' },
  howMuch: 'Amount to remove',
  out: 'Estimated received',
  least: 'Minimum received',
  leastNote: (percent: string) => `With ${percent} slippage tolerance.`,
  feesToo: 'Unclaimed fees included',
  preparing: 'Preparing, checking and simulating…',
  unprepared: 'Could not prepare the withdrawal',
  again: 'Try again',
  moved: 'The price changed since these amounts were calculated.',
  anew: 'Update amounts',
})
