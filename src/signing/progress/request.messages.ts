import { tickRangeText } from '../../domain/text/figure'
import type { Order } from '../../orders/order'
import { defineMessages } from '../../ui/messages'

/** Every word of a deposit that the exchange was asked for. */
export const requestMessages = defineMessages({
  region: 'Pending deposit',
  dismiss: 'Dismiss',
  title: {
    waiting: 'Accepted, not on chain yet',
    late: 'Accepted, still not on chain',
    unknown: 'Outcome unknown',
    seen: 'Deposit arrived',
  },
  unclear: 'It may have been accepted',
  now: {
    accepted: {
      waiting: 'The exchange accepted your deposit and sends it. We check the pool every 5 seconds.',
      late: 'The exchange accepted your deposit more than a minute ago. We do not send it again: that could deposit twice.',
      unknown: 'Nothing arrived in 10 minutes. Check your account in an explorer, and contact support.',
    },
    unanswered: {
      waiting:
        'The response was lost, so the deposit may or may not happen. Check your positions before you deposit again. We check the pool every 5 seconds.',
      late: 'The response was lost. Check your positions before you deposit again: that could deposit twice.',
      unknown:
        'The response was lost, and nothing arrived in 10 minutes. The deposit probably did not happen. Check your positions and balances before you deposit again.',
    },
    unclear: {
      waiting:
        'The response does not say whether the deposit will happen, so we watch for it. Check your positions before you deposit again. We check the pool every 5 seconds.',
      late: 'The response did not say whether the deposit would happen, so we watch for it. Check your positions before you deposit again: that could deposit twice.',
      unknown:
        'The response did not say whether the deposit would happen, and nothing arrived in 10 minutes. Check your positions and balances before you deposit again.',
    },
  },
  seen: (percent: number, position: string | undefined) =>
    `${position === undefined ? 'Your liquidity in this range' : `Position #${position}`} grew by ${percent}% of your deposit.`,
  said: (words: string) => `The exchange answered “${words}”.`,
  where: (pair: string, lower: number, upper: number) => `${pair}, ticks ${tickRangeText(lower, upper)}`,
  pool: 'Pool',
  request: 'Full request',
  toSign:
    'The exchange accepted the deposit. Nothing was signed and nothing left your account. Open the same deposit again to continue; we do not send the request again.',
  refused: 'The exchange refused the deposit. Nothing happened.',
})

/** The pool and the range of a deposit; empty for other orders. */
export function poolOfRequest({ plan: { intent } }: Order, messages: (typeof requestMessages)['english']): string {
  if (intent.kind !== 'deposit') return ''
  const { pool, range } = intent
  return messages.where(`${pool.token0.symbol}/${pool.token1.symbol}`, range.tickLower, range.tickUpper)
}
