import { slippageLimits } from '../../../preparation/slippage'
import { defineMessages } from '../../../ui/messages'

/** The words of the quote: loaded with the first one. */
export const quoteMessages = defineMessages({
  atLeast: 'Receive at least',
  estimateAtLeast: 'Receive at least (estimate)',
  expected: 'Expected',
  expectedDerived: 'Expected (reckoned from the minimum)',
  rate: 'Rate',
  invertRate: 'Show the rate the other way round',
  impact: 'Price impact',
  impactUnknown: 'Unknown',
  impactUnknownNote: (symbols: readonly string[]) =>
    symbols.length > 0
      ? `Nobody tells a price for ${symbols.join(' and ')}: we cannot tell what you lose.`
      : 'The service did not say how much arrives: we cannot tell what you lose.',
  impactLevel: {
    none: '',
    mild: 'A little worse than the market price.',
    high: 'High: you lose a noticeable part of the value.',
    severe: 'Very high: you lose much of the value. A smaller amount may lose less.',
    extreme: 'Extreme: you lose a tenth of the value or more. A smaller amount may lose less.',
    ruinous: 'You would lose nearly a third of the value, or more. This swap is not offered: try a smaller amount.',
  },
  gain: 'Better than the market price',
  slippage: 'Slippage tolerance',
  slippageSent: (raw: string) => `sent as ${raw}`,
  /** What to know of a tolerance before choosing it; '' for the usual ones. */
  slippageNote: (bps: number) => {
    if (bps < slippageLimits.low) return 'Low: the swap may fail when the price moves.'
    if (bps > 500) return 'Very high: you may receive much less than expected.'
    return bps > slippageLimits.high ? 'High: you may receive noticeably less than expected.' : ''
  },
  cost: 'Network cost',
  costUnknown: 'Not told',
  costDear: 'More than a tenth of what you swap.',
  route: 'Route',
  routeHidden: 'Not told',
  dex: (name: string) => `through ${name}`,
  minimumUnknown: 'Not told',
  estimateNote: (isByHand: boolean) =>
    isByHand
      ? 'An estimate for no address in particular. Enter yours for a quote you can act on.'
      : 'An estimate for no account in particular. Connect a wallet for a quote you can act on.',
  age: (seconds: number) => (seconds < 1 ? 'now' : `${seconds} s`),
  refresh: 'Refresh the quote',
})
