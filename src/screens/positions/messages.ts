import { defineMessages } from '../../ui/messages'

/** Every word of the positions screen. */
export const positionsMessages = defineMessages({
  title: 'Positions',
  add: 'Add liquidity',
  address: 'Address',
  addressHint: 'Any address, to look at its positions.',
  addressProblem: 'That is no address on these networks.',
  connect: 'Connect wallet',
  connectNote: 'Connect a wallet, or paste an address, to see positions.',
  loading: 'Looking for positions…',
  failed: 'The pools could not be loaded',
  failedNote: 'Positions are shown again as soon as the service answers.',
  partly: (networks: readonly string[]) => `No answer for ${networks.join(' and ')}: positions there are not shown.`,
  elsewhere: (count: number) =>
    count === 1
      ? '1 more position lies in a pool that the service does not list, or tells too little of.'
      : `${count} more positions lie in pools that the service does not list, or tells too little of.`,
  none: 'No positions yet.',
  first: 'Add liquidity to have one.',
  noneOf: 'This address has no positions in these pools.',
  list: 'Positions',
  unclaimed: 'Unclaimed fees',
  unclaimedUnknown: 'Not told',
  share: 'Share of what earns now',
  shareNone: 'None while out of range',
  owner: 'Owner',
  from: { chain: 'From the chain', record: 'From the pool’s record' },
  more: 'Add more',
  another: '“Add more” makes another position in the same range.',
  collect: 'Collect fees',
  remove: 'Remove liquidity',
  noManager: 'Nobody names the position manager of this pool, so it cannot be changed from here.',
  notYours: 'Connect the account that owns it to change it.',

  review: { collect: 'Review collecting', remove: 'Review withdrawal' },
  confirm: { collect: 'Confirm collecting', remove: 'Confirm withdrawal' },
  howMuch: 'How much to take out',
  out: 'You take out about',
  least: 'At least',
  leastNote: (percent: string) => `As long as the price moves by no more than ${percent}.`,
  feesToo: 'Unclaimed fees come along',
  preparing: 'Preparing it, checking it, and trying it out…',
  unprepared: 'It could not be prepared',
  again: 'Try again',
  moved: 'The price has moved since this was worked out.',
  anew: 'Work it out anew',
})
