import { defineMessages } from '../../ui/messages'

/** The words of the price chart next to the form, loaded with it. */
export const chartMessages = defineMessages({
  title: 'Price chart',
  priceOf: (sell: string, buy: string) => `Price of ${sell} in ${buy}`,
  ranges: 'Time range',
  range: { day: '24 h', week: '7 d', all: 'All' },
  changed: { day: 'in 24 hours', week: 'in 7 days' },
  since: (when: string) => `since ${when}`,
  choose: 'Choose a token to see its price.',
  nothing: 'No chart: no token on this network prices these tokens.',
  noPool: (sell: string, buy: string) => `No chart: no pools trade ${sell} for ${buy}.`,
  noPrices: { day: 'No prices in the last 24 hours.', week: 'No prices in the last 7 days.', all: 'No prices yet.' },
  failed: 'Could not load pools. Quotes are not affected.',
})
