import { defineMessages } from '../../ui/messages'

/** The words of the review of a withdrawal. */
export const withdrawMessages = defineMessages({
  review: { collect: 'Review fee collection', remove: 'Review withdrawal' },
  confirm: { collect: 'Confirm fee collection', remove: 'Confirm withdrawal' },
  howMuch: 'Remove',
  anyShare: 'Another percentage',
  shareProblem: 'Enter a percentage from 0.01 to 100.',
  tolerance: 'Slippage tolerance in percent',
  toleranceProblem: 'Enter a percentage from 0 to 50, with at most two decimals.',
  asCoin: (coin: string, wrapped: string) => `Receive ${coin} instead of ${wrapped}`,
  out: 'Estimated received',
  least: (percent: string) => `Minimum if the price moves ${percent}`,
  leastWhy: 'What does this minimum mean?',
  leastNote: 'Less of one token comes with more of the other: about the same value.',
  costsMore: (cost: string, fees: string) => `Collecting costs ${cost}, more than the fees of ${fees}.`,
  noFees: 'No fees to collect yet.',
  unclaimed: 'Unclaimed fees',
  feesToo: 'Unclaimed fees included',
  moved: 'The price changed since these amounts were calculated.',
  anew: 'Update amounts',
})
