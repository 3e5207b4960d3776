import { expect, test } from 'vitest'
import { plan } from '../../../test/builders/swap'
import { refundPlan } from '../../guard/plan/refundFromEscrow'
import { openOrder } from '../../orders/openOrder'
import type { Order } from '../../orders/order'
import { activityMessages } from './messages'
import { summarizeOrder } from './orderSummary'
import { orderStateText, orderTitle } from './orderTitle'

const messages = activityMessages.english

test('an order that a bridge refunded is not called failed', () => {
  const order = openOrder('order-1', plan(), 0)
  const delivery = { at: 'refunded', token: 'native', units: 5n, hash: `0x${'c'.repeat(64)}` } as const
  const refunded: Order = { ...order, destination: { since: undefined, delivery } }
  expect(orderStateText(summarizeOrder(refunded), messages)).toBe('Refunded')
  expect(orderStateText(summarizeOrder(order), messages)).not.toBe('Refunded')
})

test('the claim of a refund is named as one, not as another swap', () => {
  const escrow = { chainId: 741_001, contract: `0x${'e'.repeat(40)}`, id: 7n }
  const { intent } = plan()
  if (intent.kind !== 'swap') throw new Error('Only swaps have refunds.')
  const order = openOrder('order-2', refundPlan(intent, escrow, 0), 0)
  expect(orderTitle(summarizeOrder(order), messages)).toBe('Claim bridge refund')
})
