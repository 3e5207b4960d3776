import { describe, expect, test } from 'vitest'
import { anchorNo, hashNo, receiptOf } from '../../../test/orders/plans'
import type { TransactionStatus } from '../executor'
import { failureOf } from '../failure'
import type { PendingEvent } from '../orderReducer'
import type { StepProgress } from '../progress'
import { eventsForStatus } from './statusEvents'

const [hash, other] = [hashNo(1), hashNo(2)]
const anchor = anchorNo(7)
const sent: StepProgress = { at: 'sent', anchor, hash }
const confirming: StepProgress = { at: 'confirming', anchor, hash, confirmations: 2 }
const signing: StepProgress = { at: 'signing', anchor }
const unknown: StepProgress = { at: 'unknown', anchor, hash: undefined, isUnseen: false, failure: failureOf('unknown') }
const minute = 60_000

test.each<[string, StepProgress, TransactionStatus, number, readonly PendingEvent[]]>([
  ['still waiting', sent, { is: 'pending', hash, confirmations: 0 }, 0, []],
  ['in a block', sent, { is: 'pending', hash, confirmations: 1 }, 0, [{ type: 'seen', confirmations: 1 }]],
  ['no deeper than before', confirming, { is: 'pending', hash, confirmations: 2 }, 0, []],
  [
    'F-58 taken out of its block',
    confirming,
    { is: 'pending', hash, confirmations: 0 },
    0,
    [{ type: 'seen', confirmations: 0 }],
  ],
  [
    'F-23 sped up',
    sent,
    { is: 'pending', hash: other, confirmations: 0 },
    0,
    [
      { type: 'repriced', hash: other },
      { type: 'seen', confirmations: 0 },
    ],
  ],
  ['done', confirming, { is: 'done', receipt: receiptOf(hash) }, 0, [{ type: 'confirmed', receipt: receiptOf(hash) }]],
  [
    'F-93 reverted under its new hash',
    sent,
    { is: 'reverted', hash: other, why: 'x' },
    0,
    [
      { type: 'repriced', hash: other },
      { type: 'reverted', why: 'x' },
    ],
  ],
  [
    'F-56 cancelled',
    sent,
    { is: 'replaced', hash, by: other, how: 'cancelled' },
    0,
    [{ type: 'replaced', by: other, how: 'cancelled' }],
  ],
  ['expired', sent, { is: 'expired' }, 0, [{ type: 'expired' }]],
  ['F-57 not heard of for a moment', sent, { is: 'not seen' }, 2.9 * minute, []],
  ['F-25 not heard of for three minutes', sent, { is: 'not seen' }, 3 * minute, [{ type: 'lost', isUnseen: true }]],
  ['not to be placed for a while', sent, { is: 'undecided' }, 19 * minute, []],
  [
    'F-57 not to be placed for twenty minutes',
    sent,
    { is: 'undecided' },
    20 * minute,
    [{ type: 'lost', isUnseen: false }],
  ],
  ['F-28 found', signing, { is: 'pending', hash, confirmations: 0 }, 0, [{ type: 'sent', hash }]],
  ['found and done', unknown, { is: 'done', receipt: receiptOf(hash) }, 0, [{ type: 'sent', hash }]],
  ['found and reverted', unknown, { is: 'reverted', hash, why: undefined }, 0, [{ type: 'sent', hash }]],
  ['F-32 not on chain', signing, { is: 'not seen' }, 0, [{ type: 'lost', isUnseen: true }]],
  ['quiet at last', unknown, { is: 'not seen' }, 0, [{ type: 'lost', isUnseen: true }]],
  ['nothing new', unknown, { is: 'undecided' }, 0, []],
  ['of no concern to a step that waits', { at: 'waiting' }, { is: 'not seen' }, 0, []],
])('%s', (_, progress, status, unseenFor, news) => {
  expect(eventsForStatus(status, progress, unseenFor)).toEqual(news)
})

describe('sequences of statuses', () => {
  const statuses: readonly TransactionStatus[] = [
    { is: 'pending', hash, confirmations: 1 },
    { is: 'done', receipt: receiptOf(hash) },
    { is: 'reverted', hash, why: undefined },
    { is: 'replaced', hash, by: other, how: 'altered' },
    { is: 'expired' },
    { is: 'not seen' },
    { is: 'undecided' },
  ]

  test.each(statuses)('I2 a look that finds it $is never asks for anything again', (status) => {
    for (const progress of [sent, confirming, signing, unknown]) {
      const types = eventsForStatus(status, progress, 60 * minute).map(({ type }) => type)
      expect(types).not.toContain('retried')
      expect(types).not.toContain('failed')
    }
  })
})
