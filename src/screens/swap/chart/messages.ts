import { defineMessages } from '../../../ui/messages'

/** The words of the price chart beside the form, loaded with it. */
export const chartMessages = defineMessages({
  title: 'Price chart',
  priceOf: (sell: string, buy: string) => `Price of ${sell} in ${buy}`,
  ranges: 'Time range',
  range: { day: '24 h', week: '7 d', all: 'All' },
  changed: { day: 'in 24 hours', week: 'in 7 days', all: 'since the first price' },
  choose: 'Choose a token to receive to see the price of the pair.',
  acrossNetworks: 'No pool trades across networks, so there is no chart of this pair.',
  noPool: (sell: string, buy: string) => `No pools trade ${sell} for ${buy}, so there is no chart.`,
  noPrices: { day: 'No prices of the last 24 hours.', week: 'No prices of the last 7 days.', all: 'No prices yet.' },
  failed: 'Could not load pools. Quotes are not affected.',
  from: 'From the history of:',
})
