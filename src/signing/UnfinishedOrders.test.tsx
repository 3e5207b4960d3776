import { render, screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { plan } from '../../test/builders/swap'
import { openOrder } from '../orders/openOrder'
import type { Order } from '../orders/order'
import { UnfinishedOrders } from './UnfinishedOrders'

const order = openOrder('order-1', plan(), 1)
const anchor = { kind: 'evm', account: '0x1', nonce: 1, block: 1n, minedNonce: 1 } as const
const progress = { at: 'unknown', anchor, hash: undefined, failure: undefined, isUnseen: false } as const
const uncertain: Order = { ...order, id: 'order-2', tasks: order.tasks.map((task) => ({ ...task, progress })) }

test('the form warns of an order of which it is unknown whether it was sent, before that is started a second time', () => {
  const { rerender } = render(<UnfinishedOrders unfinished={[order]} onShow={() => {}} />)
  expect(screen.getByText('1 order is in progress')).toBeVisible()
  rerender(<UnfinishedOrders unfinished={[order, uncertain]} onShow={() => {}} />)
  expect(screen.getByText('We do not know whether an order was sent')).toBeVisible()
  expect(screen.getByText(/spends a second time/)).toBeVisible()
})
