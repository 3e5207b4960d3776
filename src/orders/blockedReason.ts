/**
 * Why an order waits though nothing has failed. It continues by itself when the reason is gone, except for
 * `price moved` and `paused`, which need a click. `no answer`: the wallet has been silent for a minute.
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
  'price moved',
  'paused',
] as const

export type BlockedReason = (typeof blockedReasons)[number]
