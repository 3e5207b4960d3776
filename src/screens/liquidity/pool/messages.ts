import type { UnreadLinkPart } from '../../../components/liquidityLink'
import { defineMessages } from '../../../ui/messages'

/** Every word of choosing a pool or starting one. */
export const poolChoiceMessages = defineMessages({
  title: 'Pool',
  network: 'Network',
  first: 'First token',
  second: 'Second token',
  choose: 'Choose a token',
  pools: 'Pools of this network',
  none: 'No pool of this network can be added to. Choose two tokens to start one.',
  failed: 'The pools could not be loaded',
  more: (count: number) => `Show ${count} more`,
  meme: 'Meme',
  fee: (percent: string) => `Fee ${percent}`,
  feeUnknown: 'Fee not told',
  tvl: (dollars: string) => `TVL ${dollars}`,
  tvlUnknown: 'TVL not told',
  apr: (percent: string) => `APR ${percent}`,
  aprUnknown: 'APR not told',

  lost: {
    network: (network: string) =>
      `The link is for a network that is not served here. These are the pools of ${network}.`,
    pool: (network: string) => `The link’s pool is not among the pools of ${network}. Choose another one.`,
    price: () => 'The link’s pool does not tell its price, so nothing can be added to it from here.',
    tokens: (network: string) =>
      `The link’s tokens do not make a pair on ${network}. Choose two different tokens, or a pool.`,
  },
  unread: (parts: readonly UnreadLinkPart[]) =>
    `What the link says of ${joined(parts.map((part) => linkParts[part]))} makes no sense and is left out.`,
  notOffered: (count: number) =>
    count === 1
      ? '1 pool is left out: its record tells no price, or a token that is not listed.'
      : `${count} pools are left out: their records tell no price, or a token that is not listed.`,
  appeared: 'There is a pool of this pair now. Its own price counts, not the starting price you set.',
  offMarket: (percent: string) =>
    `This pool’s price is ${percent} off the service’s prices. Whoever trades next takes the difference from its depositors.`,

  noPool: (one: string, other: string) => `There is no pool of ${one} and ${other} yet.`,
  newNote: 'Your deposit starts one, at the price you set. A price off the market is a gift to whoever trades first.',
  startPrice: 'Starting price',
  startInvalid: 'No pool can start at this price.',
  per: (quote: string, base: string) => `${quote} per ${base}`,
  startsAt: 'The pool starts at',
  tick: (tick: number) => `tick ${tick.toLocaleString('en-US')}`,
  quantised: 'Off what you typed',
  quantisedNote: 'Pools only know ticks of a hundredth of a percent.',
  market: 'Off the market, by the service’s prices',
  wayAround: (symbol: string) => `Off the pools of both with ${symbol}`,
  marketWarning: (percent: string) =>
    `This price is ${percent} off the market. Whoever trades first takes the difference from your deposit.`,
  marketUnknown: 'The service does not price both tokens: nothing tells whether this price is right.',
})

const linkParts: Readonly<Record<UnreadLinkPart, string>> = {
  pool: 'the pool',
  pair: 'the tokens',
  range: 'the range',
  position: 'the position',
  price: 'the starting price',
  amount: 'the amount',
}

function joined(parts: readonly string[]): string {
  const [last, ...others] = parts.toReversed()
  return others.length > 0 ? `${others.toReversed().join(', ')} and ${last}` : `${last}`
}
