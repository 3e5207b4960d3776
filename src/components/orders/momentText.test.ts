import { expect, test } from 'vitest'
import { depositIntent, liquidityOrder, withdrawIntent } from '../../../test/builders/liquidityOrders'
import { plan } from '../../../test/builders/swap'
import { openOrder } from '../../orders/openOrder'
import { activityMessages } from './messages'
import { momentText } from './momentText'

const messages = activityMessages.english
const moment = { when: 0, task: undefined, note: undefined }
const moments = ['renewed', 'offered', 'accepted'] as const

test('the timeline of a deposit or a withdrawal tells of no quote, because none was asked for', () => {
  for (const order of [liquidityOrder(depositIntent, undefined), liquidityOrder(withdrawIntent(5n), undefined)])
    expect(moments.map((what) => momentText({ ...moment, what }, order, messages))).toEqual([
      'Prepared again for the current block',
      'Updated transactions shown',
      'You accepted the updated transactions',
    ])
})

test('that of a swap tells of the quotes that were asked for', () => {
  const order = openOrder('order-1', plan(), 0)
  for (const what of moments) expect(momentText({ ...moment, what }, order, messages)).toMatch(/quote/i)
})
