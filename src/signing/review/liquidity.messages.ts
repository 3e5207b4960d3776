import { defineMessages } from '../../ui/messages'

/** Every word of the review of a deposit or a withdrawal, but for those it shares with swaps. */
export const liquidityReviewMessages = defineMessages({
  title: 'Review deposit',
  titleInto: (id: bigint) => `Review deposit into position No. ${id}`,
  into: 'Into your position',
  number: (id: bigint) => `No. ${id}`,
  holds: (amounts: string) => `It holds ${amounts} now.`,
  confirm: 'Confirm deposit',
  preparing: 'Preparing the deposit, checking it, and trying it out…',
  unprepared: 'The deposit could not be prepared',
  again: 'Try again',
  sends: 'The service is asked first; your wallet is asked next, one step at a time.',
  sendsAlone: 'The service is asked once. What it does with it is watched here.',
  asking: 'Asking the service…',
  waitingForPool: 'The service starts the pool; its first record is waited for…',
  noPool: 'The service said yes, but the pool has not shown up. Nothing was signed and nothing has left your account.',
  refused: 'The service said no. Nothing has happened.',
  unreadable: 'The service said yes, but its answer has no meaning for us. Nothing was signed.',
  answered: 'The service answered with transactions of its own. Look at them before you sign.',
  accepted:
    'The service has accepted the deposit, but it is not begun: nothing was signed and nothing has left your account. Confirm it here to go on; the service is not asked again.',
  delayed:
    'The service has accepted the deposit and is not asked again. Nothing was signed and nothing has left your account: try again to go on.',
  unknownPool:
    'The pool is not there yet, so nothing can be checked beforehand. As soon as the service has started it, the deposit is prepared and checked; whatever the checks find, you see before you sign.',
  unknownManager:
    'Neither the deployment nor the pool names a position manager, so nothing can be checked beforehand. If the service answers with transactions, you see them before you sign.',
  underWay: 'the same deposit may already be on its way, and this one would come on top of it',
  startOff: (percent: string) =>
    `the pool starts ${percent} off the market, and whoever trades first takes the difference from this deposit`,
  startUnknown: 'nothing tells what these tokens are worth in each other, so the starting price cannot be checked',
  why: {
    blocked: 'This plan is blocked; the reasons are listed above.',
    consent: 'Agree to the points above first.',
  },
  deposit: 'You deposit at most',
  pool: 'Pool',
  poolFee: (pair: string, fee: string | undefined) => (fee === undefined ? pair : `${pair}, fee ${fee}`),
  newPool: (pair: string) => `${pair}, new`,
  range: 'Price range',
  rangeText: (low: string, high: string, quote: string, base: string) => `${low} to ${high} ${quote} per ${base}`,
  everything: 'All prices',
  ticks: (lower: number, upper: number) => `ticks ${lower} to ${upper}`,
  startsAt: 'The pool starts at',
  tolerance: 'Tolerance',
  owner: 'Belongs to',
  yourself: 'Your own account',
  whereabouts: 'Where your money is after each step',
  after: {
    approve: 'Allowance: nothing has moved; the position manager may take what you deposit.',
    reset: 'Reset: nothing has moved.',
    deposit: 'Deposit: the tokens work in the pool, and the position belongs to you.',
    increase: 'Deposit: the tokens work in the pool, as part of your position.',
    withdraw: 'Withdrawal: what was taken out is in your account; what was left goes on in the pool.',
  },
  request: 'The request, word for word',
  manager: 'the position manager',
  positions: (count: bigint) => (count === 1n ? '1 position' : `${count} positions`),
})
