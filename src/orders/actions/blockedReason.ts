/**
 * Why an order waits though nothing has failed. It continues by itself when the reason is gone, except for `price
 * moved`, `paused` and `older request`, which need a click. `no answer`: the wallet has not answered for a minute.
 * `older request`: the wallet may still have one open for the same step. `not accepted`: no node has accepted the
 * signed transaction yet. `not found`: no node has the sent transaction yet. `unreachable`: no answer of a node has
 * come; `limited`, `behind` and `refused`: nodes respond without it. `no details`: it is in a block, and no node shows
 * its balance changes.
 */
export const blockedReasons = [
  'wrong network',
  'wallet gone',
  'other account',
  'other tab',
  'other order',
  'offline',
  'unreachable',
  'limited',
  'behind',
  'refused',
  'no answer',
  'older request',
  'not accepted',
  'not found',
  'no details',
  'price moved',
  'paused',
] as const

/** The chain cannot be read at the moment. */
export function isWithoutNode(reason: BlockedReason | undefined): boolean {
  return reason === 'unreachable' || reason === 'limited' || reason === 'behind' || reason === 'refused'
}

export type BlockedReason = (typeof blockedReasons)[number]
