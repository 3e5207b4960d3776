import { catalogue } from '../../ui/words'

/** Every word of choosing a pool or starting one. */
export const poolWords = catalogue({
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
  otherPool: 'Off another pool of the pair',
  marketWarning: (percent: string) =>
    `This price is ${percent} off the market. Whoever trades first takes the difference from your deposit.`,
  marketUnknown: 'The service does not price both tokens: nothing tells whether this price is right.',
})
