import { expect, test } from 'vitest'
import { depositIntent, liquidityOrder, withdrawIntent } from '../../../test/builders/liquidityOrders'
import { plan } from '../../../test/builders/swap'
import { activityMessages } from '../../components/orders/messages'
import { openOrder } from '../../orders/openOrder'
import { momentText, noteText } from './Timeline'

const messages = activityMessages.english
const moment = { when: 0, task: undefined, note: undefined }
const moments = ['renewed', 'offered', 'accepted'] as const

test('the timeline of a deposit or a withdrawal has no quote, because none was requested', () => {
  for (const order of [liquidityOrder(depositIntent, undefined), liquidityOrder(withdrawIntent(5n), undefined)])
    expect(moments.map((what) => momentText({ ...moment, what }, order, messages))).toEqual([
      'Prepared again for the current block',
      'Updated transactions shown',
      'You accepted the updated transactions',
    ])
})

test('the timeline of a swap has the requested quotes', () => {
  const order = openOrder('order-1', plan(), 0)
  for (const what of moments) expect(momentText({ ...moment, what }, order, messages)).toMatch(/quote/i)
})

test('the note of a moment is in words, never a code', () => {
  const notes = [
    ['blocked', 'wallet gone', 'The wallet was not connected'],
    ['delivery', 'awaited', 'Not received yet'],
    ['offered', 'resumed', undefined],
    ['offered', 'price moved', 'The price had changed'],
    ['seen', '1', '1 confirmation'],
    ['seen', '12', '12 confirmations'],
    ['replaced', `cancelled by 0x${'a'.repeat(64)}`, `0x${'a'.repeat(64)}`],
    ['blocked', 'of a later version', undefined],
    ['reverted', 'Too little received', 'Too little received'],
    ['opened', undefined, undefined],
  ] as const
  for (const [what, note, text] of notes) expect(noteText({ what, note }, messages)).toBe(text)
})
