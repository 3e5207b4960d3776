import { slippageLimits } from '../../../preparation/slippage'
import { defineMessages } from '../../../ui/messages'

/** The words of the quote: loaded with the first one. */
export const quoteMessages = defineMessages({
  atLeast: 'Minimum received',
  estimateAtLeast: 'Minimum received (est.)',
  expected: 'Estimated received',
  expectedDerived: 'Estimated received (from the minimum)',
  expectedContradicts: {
    minimum: 'The quote estimates less than its own minimum, so its estimate is not used.',
    price: 'The quote’s estimate contradicts the price, so it is not used.',
  },
  rateUnknown: 'Rate unavailable',
  details: 'Quote details',
  costs: (dollars: string) => `${dollars} network cost`,
  costAndTime: (dollars: string, time: string) => `${dollars} cost, ≈ ${time}`,
  costUnderMinute: (dollars: string) => `${dollars} cost, under 1 min`,
  invertRate: 'Invert the rate',
  impact: 'Price impact',
  impactUnknown: 'Unknown',
  impactUnknownNote: (symbols: readonly string[]) =>
    symbols.length > 0
      ? `No market price for ${symbols.join(' and ')}, so the price impact is unknown.`
      : 'The quote has no amount, so the price impact is unknown.',
  impactLevel: {
    none: '',
    mild: 'Slightly worse than the listed price.',
    high: 'High price impact.',
    severe: 'Very high price impact. Try a smaller amount.',
    extreme: 'Extreme price impact: over 10% of the value. Try a smaller amount.',
    ruinous: 'Price impact too high. Try a smaller amount.',
  },
  tooGood: 'Far above the listed price: a price is wrong, or something is hidden.',
  slippage: 'Slippage tolerance',
  slippageInForce: (percent: string) => `The quote itself allows ${percent}.`,
  /** Advice on a tolerance before choosing it; '' for the usual ones. */
  slippageNote: (bps: number) => {
    if (bps < slippageLimits.low) return 'Low: the swap may fail if the price moves.'
    if (bps > 500) return 'Very high: you may receive much less.'
    return bps > slippageLimits.high ? 'High: you may receive noticeably less.' : ''
  },
  cost: 'Network cost',
  costUnknown: 'Unavailable',
  costDear: 'Over 10% of your swap.',
  route: 'Route',
  routeHidden: 'Unavailable',
  dex: (name: string) => (name === 'native' ? 'via Tidegate pools' : `via ${name}`),
  wraps: '1:1, no fee',
  poolFees: 'Pool fees',
  bridgeFee: 'Bridge fee',
  crossingCost: 'Bridge fee and price impact',
  inImpact: 'Part of the price impact, not on top of it.',
  poolFeeOf: (percent: string) => `${percent} pool`,
  anyPool: 'pool',
  bridge: (chain: string) => `Bridge to ${chain}`,
  share: (percent: string) => `${percent} of the amount`,
  picture: 'Route, step by step',
  time: 'Usual time',
  underMinute: 'Under a minute',
  timeOfLocal: 'The local exchange delivers within seconds.',
  timeLearned: (count: number) =>
    count === 1 ? 'From your last swap on this route.' : `From your last ${count} swaps on this route.`,
  took: (milliseconds: number) => {
    const seconds = Math.max(1, Math.round(milliseconds / 1_000))
    return seconds < 90 ? `${seconds} s` : `${Math.round(seconds / 60)} min`
  },
  minimumUnknown: 'Unavailable',
  estimateNote: (isByHand: boolean) =>
    isByHand
      ? 'Estimate only. Enter your address for a live quote.'
      : 'Estimate only. Connect a wallet for a live quote.',
  age: (seconds: number) => (seconds < 1 ? 'now' : `${seconds} s`),
  refresh: 'Refresh quote',
})
