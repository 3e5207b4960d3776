import { defineMessages } from '../../ui/messages'

/** Every word of a deposit that is waited for. */
export const landingWords = defineMessages({
  region: 'Pending deposit',
  dismiss: 'Dismiss',
  title: {
    waiting: 'Accepted, not on chain yet',
    late: 'Accepted, still not on chain',
    unknown: 'Outcome unknown',
    seen: 'Deposit arrived',
  },
  what: (pair: string, lower: number, upper: number) => `Your deposit into ${pair}, ticks ${lower} to ${upper}.`,
  now: {
    yes: {
      waiting: 'The exchange accepted your deposit and sends it. We check the pool every 5 seconds.',
      late: 'The exchange accepted your deposit more than a minute ago. We do not send it again: that could deposit twice.',
      unknown: 'Nothing arrived in 10 minutes. Check your account in an explorer, and contact support.',
    },
    nothing: {
      waiting: 'The response was lost, so the deposit may or may not happen. We check the pool every 5 seconds.',
      late: 'The response was lost. We do not send it again: that could deposit twice.',
      unknown: 'Nothing arrived in 10 minutes. The deposit probably did not happen; check your balances.',
    },
  },
  seen: (percent: number, position: string | undefined) =>
    `${position === undefined ? 'Your liquidity in this range' : `Position ${position}`} grew by ${percent}% of your deposit.`,
})
