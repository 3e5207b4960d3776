import { countText } from '../../domain/text/figure'
import { defineMessages } from '../../ui/messages'

/** Every word of the positions screen. */
export const positionsMessages = defineMessages({
  title: 'Positions',
  portfolio: 'Portfolio',
  overview: 'Overview',
  tokens: 'Tokens',
  worth: 'Total value',
  positionsOf: (count: number) => (count === 1 ? '1 position' : `${count} positions`),
  toCollect: 'Fees to collect',
  portfolioNone: 'Connect a wallet to see tokens and positions of all networks',
  portfolioPartly: 'Some balances, positions or prices could not be read, so the total may be too low.',
  worthUnknown: 'Unknown',
  viewAny: 'View any address',
  collectAll: (dollars: string) => `Collect all (${dollars})`,
  collectNext: (left: number) => (left === 1 ? 'Collect the last' : `Collect the next of ${left}`),
  add: 'Add liquidity',
  address: 'Address',
  addressHint: 'Enter any address to view its balances and positions, without a wallet.',
  addressProblem: 'Not an address on these networks.',
  connect: 'Connect wallet',
  connectNote: 'Connect a wallet to see your positions',
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
  none: 'No positions yet',
  noneNote: 'A position earns a share of the fees that a pool takes from swaps.',
  noneOf: 'This address has no positions in these pools',
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
  fromRecord: 'Data: exchange',
  more: 'Add more',
  another: '“Add more” creates a new position in the same range.',
  move: 'Move range',
  collect: 'Collect fees',
  remove: 'Remove liquidity',
  noManager: 'The position manager of this pool is unknown, so you cannot change this position here.',
  notYours: 'Connect the owner’s account to change it.',
})
