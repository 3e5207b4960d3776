import { expect, test } from 'vitest'
import { anchorNo, hashNo, planOf, receiptOf, swap } from '../../../test/orders/plans'
import { failureOf } from '../failure'
import { openOrder } from '../openOrder'
import type { BlockedReason, Order } from '../order'
import type { StepProgress } from '../progress'
import { availableActions, type OfferedAction } from './orderActions'

function orderAt(progress: StepProgress, blocked?: BlockedReason): Order {
  const order = openOrder('o', planOf({ steps: [swap] }), 0)
  return { ...order, blocked, tasks: order.tasks.map((task) => ({ ...task, progress })) }
}

function withLost(order: Order): Order {
  return { ...order, tasks: order.tasks.map((task) => ({ ...task, lastAnchor: anchor, isLost: true })) }
}

const anchor = anchorNo(7)
const hash = hashNo(1)

test.each<[string, Order, readonly OfferedAction[]]>([
  ['waits', orderAt({ at: 'waiting' }), ['dismiss']],
  ['stands paused after a reload', orderAt({ at: 'waiting' }, 'paused'), ['resume', 'dismiss']],
  ['was put away', { ...orderAt({ at: 'waiting' }), isDismissed: true }, ['resume']],
  ['waits for another tab', orderAt({ at: 'waiting' }, 'other tab'), ['take over', 'dismiss']],
  [
    'has an offer',
    { ...orderAt({ at: 'waiting' }, 'price moved'), updatedPlan: { plan: planOf(), why: 'price moved' } },
    ['accept', 'dismiss'],
  ],
  ['is before the wallet', orderAt({ at: 'signing', anchor }), []],
  [
    'F-43 is before a silent wallet',
    orderAt({ at: 'signing', anchor }, 'no answer'),
    ['open wallet', 'rejected it', 'look', 'paste hash'],
  ],
  ['F-59 is checked by nodes that are silent', orderAt({ at: 'checking' }, 'unreachable'), ['retry', 'dismiss']],
  [
    'F-28 F-59 is checked again after a lost request, by nodes that are silent',
    withLost(orderAt({ at: 'checking' }, 'unreachable')),
    ['retry', 'paste hash', 'dismiss'],
  ],
  [
    'F-60 is on its way past silent nodes',
    orderAt({ at: 'sent', anchor, hash }, 'unreachable'),
    ['look', 'paste hash'],
  ],
  [
    'F-57 is on its way and no node knows it yet',
    orderAt({ at: 'sent', anchor, hash }, 'not found'),
    ['look', 'paste hash', 'dismiss'],
  ],
  [
    'waits until an older request is gone from the wallet',
    orderAt({ at: 'waiting' }, 'older request'),
    ['rejected it', 'look', 'dismiss'],
  ],
  [
    'was put away and may still be sent',
    { ...orderAt({ at: 'unknown', anchor, hash: undefined, isUnseen: true, failure: undefined }), isDismissed: true },
    ['look', 'paste hash'],
  ],
  ['is on its way', orderAt({ at: 'sent', anchor, hash }), []],
  ['was rejected', orderAt({ at: 'rejected' }), ['retry', 'dismiss']],
  ['failed', orderAt({ at: 'failed', failure: failureOf('busy'), hash: undefined }), ['retry', 'dismiss']],
  ['reverted', orderAt({ at: 'reverted', hash, why: undefined }), ['retry', 'dismiss']],
  ['F-24 was cancelled', orderAt({ at: 'replaced', hash, by: hash, how: 'cancelled' }), ['retry', 'dismiss']],
  [
    'F-28 has an unknown outcome',
    orderAt({ at: 'unknown', anchor, hash: undefined, isUnseen: false, failure: undefined }),
    ['look', 'paste hash', 'not sent', 'dismiss'],
  ],
  [
    'F-25 F-40 is missing on chain',
    orderAt({ at: 'unknown', anchor, hash, isUnseen: true, failure: undefined }),
    ['look', 'paste hash', 'retry', 'dismiss'],
  ],
  ['is done', orderAt({ at: 'done', anchor, hash, receipt: receiptOf(hash) }), []],
])('an order that %s offers what helps, and nothing that could send twice', (_, order, choices) => {
  expect(availableActions(order, false)).toEqual(choices)
})

test('an order another tab carries can only be taken over', () => {
  expect(availableActions(orderAt({ at: 'signing', anchor }), true)).toEqual(['take over'])
  expect(availableActions(orderAt({ at: 'done', anchor, hash, receipt: receiptOf(hash) }), true)).toEqual([])
})
