import { defineMessages } from '../../ui/messages'

/** Every word of a deposit that is waited for. */
export const landingWords = defineMessages({
  region: 'Deposit under way',
  dismiss: 'Put away',
  title: {
    waiting: 'Accepted, not yet seen',
    late: 'Accepted, still not seen',
    unknown: 'Outcome unknown',
    seen: 'Seen in the pool',
  },
  what: (pair: string, lower: number, upper: number) => `Your deposit into ${pair}, ticks ${lower} to ${upper}.`,
  now: {
    yes: {
      waiting: 'The service said yes and acts by itself. The pool is looked at every five seconds.',
      late: 'The service said yes more than a minute ago. Nothing is asked for again: that could deposit twice.',
      unknown:
        'Ten minutes have passed and the pool shows nothing. Look at your account in an explorer, and ask the service.',
    },
    nothing: {
      waiting:
        'The answer of the service was lost: it may have acted or not. The pool is looked at every five seconds.',
      late: 'The answer of the service was lost. Nothing is asked for again: that could deposit twice.',
      unknown:
        'Ten minutes have passed and the pool shows nothing. It probably never happened; your balances tell for sure.',
    },
  },
  seen: (percent: number, position: string | undefined) =>
    `${position === undefined ? 'Your liquidity in this range' : `Position ${position}`} has grown by ${percent}% of what you asked.`,
})
