/**
 * Why an order waits though nothing has failed. It continues by itself when the reason is gone, except for
 * `price moved`, `paused` and `older request`, which need a click. `no answer`: the wallet has not answered for a minute.
 * `older request`: the wallet may still have one open for the same step. `not accepted`: no node has taken what was
 * signed yet. `not found`: no node knows what was sent yet.
 */
export const blockedReasons = [
  'wrong network',
  'wallet gone',
  'other account',
  'other tab',
  'other order',
  'offline',
  'unreachable',
  'no answer',
  'older request',
  'not accepted',
  'not found',
  'price moved',
  'paused',
] as const

export type BlockedReason = (typeof blockedReasons)[number]
