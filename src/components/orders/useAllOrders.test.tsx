import { act, renderHook } from '@testing-library/react'
import type { ReactNode } from 'react'
import { expect, test, vi } from 'vitest'
import { ordersWith } from '../../../test/builders/orderService'
import { me, plan } from '../../../test/builders/swap'
import { hashNo, receiptOf } from '../../../test/orders/plans'
import { servicesWith } from '../../../test/services'
import { openOrder } from '../../orders/openOrder'
import type { Order } from '../../orders/order'
import { noOrders, type OrdersSnapshot } from '../../orders/ordersSnapshot'
import type { StepProgress } from '../../orders/progress'
import { usePrepareDeps } from '../../signing/usePrepareDeps'
import { ServicesContext } from '../services'
import { useAllOrders } from './useAllOrders'

const newest = openOrder('newest', plan(), 2)
const opened = openOrder('older', plan(), 1)
const done: StepProgress = {
  at: 'done',
  anchor: { kind: 'evm', account: me, nonce: 1, block: 1n },
  hash: hashNo(1),
  receipt: receiptOf(hashNo(1)),
}
const older: Order = { ...opened, tasks: opened.tasks.map((task) => ({ ...task, progress: done })) }

/** A long journal of which a start has read one order. */
function longJournal(load: () => Promise<void> = async () => {}) {
  let snapshot: OrdersSnapshot = { ...noOrders, orders: [newest], unread: 1 }
  const listeners = new Set<() => void>()
  const orderService = ordersWith(
    {},
    {
      getSnapshot: () => snapshot,
      subscribe: (listener) => {
        listeners.add(listener)
        return () => void listeners.delete(listener)
      },
      load: vi.fn(async () => {
        await load()
        snapshot = { ...noOrders, isLoaded: true, orders: [newest, older] }
        for (const listener of listeners) listener()
      }),
    },
  )
  const services = servicesWith({ orderService })
  const wrapper = ({ children }: { children: ReactNode }) => (
    <ServicesContext value={services}>{children}</ServicesContext>
  )
  return { orderService, wrapper }
}

test('a page that shows older orders has them read, once', async () => {
  const { orderService, wrapper } = longJournal()
  const { result, rerender } = renderHook(useAllOrders, { wrapper })
  expect(result.current.orders).toEqual([newest])
  await act(async () => {})
  rerender()
  expect(result.current.orders).toEqual([newest, older])
  expect(orderService.load).toHaveBeenCalledOnce()
})

test('a check waits for all orders, so that a plan that was sent long ago is known', async () => {
  const { wrapper } = longJournal()
  const { result } = renderHook(() => usePrepareDeps([]), { wrapper })
  const { sent } = await result.current.history()
  expect(sent).toEqual(older.tasks.map(({ planHash }) => ({ hash: planHash, at: 1 })))
})

test('if the journal cannot be read, a check uses the orders in memory', async () => {
  const { orderService, wrapper } = longJournal(() => Promise.reject(new Error('The disk is asleep.')))
  const { result } = renderHook(() => usePrepareDeps([]), { wrapper })
  expect(await result.current.history()).toEqual({ contracts: [], sent: [], underWay: [] })
  expect(orderService.load).toHaveBeenCalledOnce()
})
