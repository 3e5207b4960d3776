import { defineMessages } from '../../../ui/messages'

/** Every word of a deposit that takes several orders. */
export const sequenceScreenMessages = defineMessages({
  title: (position: string | undefined) =>
    position === undefined ? 'Swap, then deposit' : `Move position #${position}`,
  steps: 'Steps',
  withdraw: (position: string, amounts: string) => `Withdraw all of position #${position}: about ${amounts}.`,
  withdrawnAll: 'Withdrawn, with fees.',
  withdrawn: (amounts: string) => `Withdrawn, with fees: ${amounts}.`,
  swap: (sold: string, bought: string) => `Swap ${sold} for about ${bought}.`,
  swapped: 'Swapped.',
  noSwap: 'No swap needed: the amounts fit the range.',
  deposit: (amounts: string) => `Deposit about ${amounts} in the new position.`,
  leftOver: (amounts: string) => `About ${amounts} stays in your wallet.`,
  note: 'Each step is prepared, checked and reviewed in turn, with the amounts from the step before. You can stop after any step: the tokens are in your wallet.',

  short: (symbol: string) => `Not enough ${symbol}?`,
  swapFirst: (sold: string, bought: string, deposit: string) =>
    `Swap ${sold} for about ${bought} first, then deposit about ${deposit}.`,
  start: 'Swap first',

  moveNote: 'Choose the new range. The pool stays the same, and the whole position is moved.',
  now: 'Now',
  review: 'Review move',
  same: 'Choose another range',
  tooLittle: 'This position has no liquidity to move',
  notYours: 'Connect the owner’s account to move it',
  unknown: 'Position not available',
  leave: 'Add a new position instead',

  goOn: 'Continue with the next step',
  otherAccount: 'These tokens belong to an account that is not connected. To continue, connect',
  preparing: 'Preparing, checking and simulating…',
})
