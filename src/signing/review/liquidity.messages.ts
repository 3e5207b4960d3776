import type { UnreadableDeposit } from '../../protocol/depositAnswer'
import { defineMessages } from '../../ui/messages'

/** Texts of the review of a deposit or withdrawal, except those shared with swaps. */
export const liquidityReviewMessages = defineMessages({
  title: 'Review deposit',
  titleInto: (id: bigint) => `Review deposit into position #${id}`,
  into: 'Into your position',
  number: (id: bigint) => `#${id}`,
  holds: (amounts: string) => `Now holds ${amounts}.`,
  confirm: 'Confirm deposit',
  preparing: {
    deposit: 'Preparing, checking and simulating your deposit…',
    withdrawal: 'Preparing, checking and simulating…',
  },
  unprepared: { deposit: 'Could not prepare the deposit', withdrawal: 'Could not prepare the withdrawal' },
  sendsAlone: 'We send the request to the exchange once, and track the result here.',
  asking: 'Sending the request…',
  waitingForPool: 'Creating the pool; waiting for its first data…',
  noPool: 'The request was accepted, but the pool has not appeared. You signed nothing, and nothing left your account.',
  refused: 'The request was rejected. Nothing happened.',
  unreadable: 'The request was accepted, but the response could not be read. You signed nothing.',
  unreadableWhy: {
    'no list of transactions': 'The response contains something other than a list of transactions.',
    'bad transaction': 'A transaction of the response could not be read.',
  } satisfies Record<UnreadableDeposit, string>,
  answered: 'The exchange sent its own transactions. Check them before you sign.',
  accepted:
    'The request was accepted. You signed nothing yet, and nothing left your account. Confirm here to continue; the request is not sent again.',
  delayed:
    'The request was accepted and is not sent again. You signed nothing yet, and nothing left your account. Try again to continue.',
  unknownPool:
    'The pool does not exist yet, so we cannot check the deposit now. We check it as soon as the pool is created, and show you the result before you sign.',
  unknownManager:
    'No position manager is known, so we cannot check the deposit now. If the exchange sends transactions, we show them before you sign.',
  underWay: 'the same deposit may already be pending, and this one would be added to it',
  startOff: (percent: string) =>
    `the pool starts ${percent} off the market price, and the first trader takes the difference from this deposit`,
  startUnknown: 'there is no market price for these tokens, so the starting price cannot be checked',
  deposit: 'Maximum deposit',
  pool: 'Pool',
  poolFee: (pair: string, fee: string | undefined) => (fee === undefined ? pair : `${pair}, ${fee}`),
  newPool: (pair: string) => `${pair}, new pool`,
  startsAt: 'Starting price',
  tolerance: 'Slippage tolerance',
  mayMove: 'Price move',
  either: (percent: string) => `±${percent}`,
  atLeast: (amounts: string) => `At least ${amounts}.`,
  toleranceUnsent: 'Not part of the request: the exchange sends the deposit itself.',
  repriced: (before: string, now: string) =>
    `The price moved, so the amounts were updated: ${now}, instead of ${before}.`,
  owner: 'Owner',
  yourself: 'Your account',
})
