import type { UnreadLinkPart } from '../../../components/liquidityLink'
import { tickText } from '../../../domain/text/figure'
import { listText } from '../../../domain/text/listText'
import { locale } from '../../../domain/text/locale'
import { defineMessages } from '../../../ui/messages'

/** Every word of choosing a pool or starting one. */
export const poolChoiceMessages = defineMessages({
  title: 'Pool',
  network: 'Network',
  first: 'First token',
  second: 'Second token',
  choose: 'Choose a token',
  change: 'Change pool',
  pools: 'Pools on this network',
  none: 'No pools on this network. Choose two tokens to create one.',
  failed: 'Could not load pools',
  more: (count: number) => `Show ${count} more`,
  meme: 'Meme',
  fee: (percent: string) => `Fee ${percent}`,
  feeUnknown: 'Fee unavailable',
  tvl: (dollars: string) => `TVL ${dollars}`,
  tvlUnknown: 'TVL unavailable',
  apr: (percent: string) => `APR ${percent}`,
  aprUnknown: 'APR unavailable',

  lost: {
    network: (network: string) => `The network in this link is not supported. Showing pools on ${network}.`,
    pool: (network: string) => `The pool in this link is not listed on ${network}. Choose another one.`,
    price: () => 'The pool in this link has no price, so you cannot add liquidity to it here.',
    tokens: (network: string) =>
      `The tokens in this link are not a pair on ${network}. Choose two different tokens, or a pool.`,
  },
  unread: (parts: readonly UnreadLinkPart[]) =>
    `Ignored in this link: ${listText(parts.map((part) => linkParts[part]))}. The value is invalid, so no amount of this link was taken.`,
  notOffered: (count: number) =>
    count === 1
      ? '1 pool is hidden: its price or a token is unknown.'
      : `${count} pools are hidden: their price or a token is unknown.`,
  appeared: 'This pool now exists. Its price applies, not your starting price.',
  offMarket: (percent: string) =>
    `The price of this pool is ${percent} off the market price. The next trader takes the difference from depositors.`,

  noPool: (one: string, other: string) => `There is no ${one}/${other} pool yet.`,
  newNote:
    'Your deposit creates it at your price. If that is off the market price, the first trader takes the difference.',
  startPrice: 'Starting price',
  atMarket: (price: string) => `Use market price (${price})`,
  reversed: (price: string, quote: string, base: string) =>
    `This price is the other way round. Did you mean ${price} ${quote} per ${base}?`,
  withPrice: (price: string) => `Use ${price}`,
  startInvalid: 'Not a valid starting price.',
  per: (quote: string, base: string) => `${quote} per ${base}`,
  newFee: 'Trading fee',
  newFeeSetter: 'Set by the exchange',
  newFeeNote: (fees: readonly string[]) =>
    [
      'A deposit cannot choose it.',
      fees.length > 0 && fees.length < 5 && `Its other pools on this network charge ${listText(fees)}.`,
    ]
      .filter(Boolean)
      .join(locale.gap),
  startsAt: 'Starting price',
  tick: (tick: number) => `tick ${tickText(tick)}`,
  quantised: 'Difference from your input',
  quantisedNote: 'Pool prices move in steps of 0.01%.',
  market: 'Difference from the market price',
  wayAround: (symbol: string) => `Difference from the pools with ${symbol}`,
  marketWarning: (percent: string) =>
    `This price is ${percent} off the market price. The first trader takes the difference from your deposit.`,
  marketUnknown: 'No market price for both tokens, so this price cannot be checked.',
})

const linkParts: Readonly<Record<UnreadLinkPart, string>> = {
  network: 'the network',
  pool: 'the pool',
  pair: 'the tokens',
  range: 'the range',
  position: 'the position',
  price: 'the starting price',
  amount: 'the amount',
  direction: 'the direction of prices',
}
