import { countText } from '../../domain/text/figure'
import { defineMessages } from '../../ui/messages'

/** Every word of the positions screen. */
export const positionsMessages = defineMessages({
  title: 'Positions',
  add: 'Add liquidity',
  address: 'Address',
  addressHint: 'Enter any address to view its balances and positions, without a wallet.',
  addressProblem: 'Not an address on these networks.',
  connect: 'Connect wallet',
  connectNote: 'Connect a wallet or paste an address to see positions.',
  loading: 'Loading positions…',
  failed: 'Could not load pools',
  failedNote: 'Positions appear when the exchange responds.',
  partly: (networks: readonly string[]) =>
    `${networks.join(' and ')} could not be read, so positions there are not shown.`,
  unread: (networks: readonly string[]) =>
    `Could not read positions on ${networks.join(' and ')}. Some may be missing here.`,
  elsewhere: (count: number) =>
    count === 1
      ? '1 more position is in a pool that is not listed here.'
      : `${count} more positions are in pools that are not listed here.`,
  none: 'No positions yet.',
  first: 'Add liquidity to open one.',
  noneOf: 'This address has no positions in these pools.',
  list: 'Positions',
  shown: (shown: number, all: number) => `${countText(shown)} of ${countText(all)}, most valuable first`,
  showMore: 'Show more',
  total: (count: number, dollars: string, fees: string | undefined) =>
    `${count} positions worth ${dollars}${fees === undefined ? '' : `, earning about ${fees} a day`}.`,
  unpriced: (count: number) => `${count} without a price ${count === 1 ? 'is' : 'are'} not counted.`,
  unclaimed: 'Unclaimed fees',
  unclaimedUnknown: 'Unavailable',
  apr: 'APR',
  aprNone: 'None while out of range',
  feesPerDay: (dollars: string) => `About ${dollars} of fees a day, as in the last 24 hours.`,
  details: (id: string) => `History of #${id}`,
  share: 'Share of active liquidity',
  shareUnknown: 'Unknown: the pool data is older than this position',
  owner: 'Owner',
  from: { chain: 'Data: on chain', record: 'Data: exchange' },
  more: 'Add more',
  another: '“Add more” creates a new position in the same range.',
  move: 'Move range',
  collect: 'Collect fees',
  remove: 'Remove liquidity',
  noManager: 'The position manager of this pool is unknown, so you cannot change this position here.',
  notYours: 'Connect the owner’s account to change it.',

  review: { collect: 'Review fee collection', remove: 'Review withdrawal' },
  confirm: { collect: 'Confirm fee collection', remove: 'Confirm withdrawal' },
  howMuch: 'Amount to remove',
  anyShare: 'Another percentage',
  shareProblem: 'Enter a percentage from 0.01 to 100.',
  tolerance: 'Slippage tolerance in percent',
  toleranceProblem: 'Enter a percentage from 0 to 50, with at most two decimals.',
  asCoin: (coin: string, wrapped: string) => `Receive ${coin} instead of ${wrapped}`,
  out: 'Estimated received',
  least: (percent: string) => `Minimum if the price moves ${percent}`,
  leastNote: 'Less of one token comes with more of the other: about the same value.',
  costsMore: (cost: string, fees: string) => `Collecting costs ${cost}, more than the fees of ${fees}.`,
  feesToo: 'Unclaimed fees included',
  preparing: 'Preparing, checking and simulating…',
  again: 'Try again',
  moved: 'The price changed since these amounts were calculated.',
  anew: 'Update amounts',
})
