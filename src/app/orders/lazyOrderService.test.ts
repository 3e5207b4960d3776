import { expect, test, vi } from 'vitest'
import type { OrderService } from '../../orders/orderService'
import { noOrders, type OrdersSnapshot } from '../../orders/ordersSnapshot'
import { lazyOrderService } from './lazyOrderService'

const snapshot: OrdersSnapshot = { ...noOrders, isLoaded: true }

function realService() {
  const load = vi.fn(() => Promise.resolve())
  const act = vi.fn(() => Promise.resolve())
  const orderService = { load, act, getSnapshot: () => snapshot, subscribe: vi.fn(() => () => {}) }
  return { load, act, orderService: orderService as Partial<OrderService> as OrderService }
}

test('the order service is loaded once, with the first call, and subscribers are notified', async () => {
  const { orderService, load, act } = realService()
  const build = vi.fn(() => Promise.resolve(orderService))
  const lazy = lazyOrderService(build)
  const listener = vi.fn()
  lazy.subscribe(listener)
  expect(lazy.getSnapshot().isLoaded).toBe(false)
  expect(build).not.toHaveBeenCalled()

  await Promise.all([lazy.load(), lazy.act('1', { type: 'start' })])
  expect(build).toHaveBeenCalledOnce()
  expect(load).toHaveBeenCalledOnce()
  expect(act).toHaveBeenCalledWith('1', { type: 'start' })
  expect(listener).toHaveBeenCalledOnce()
  expect(lazy.getSnapshot()).toBe(snapshot)
})

test('an order service whose code could not be fetched is fetched again with the next call', async () => {
  const { orderService, load } = realService()
  const build = vi.fn(() => Promise.resolve(orderService)).mockRejectedValueOnce(new TypeError('Failed to fetch'))
  const lazy = lazyOrderService(build)
  await expect(lazy.load()).rejects.toThrow('Failed to fetch')
  await lazy.load()
  expect(load).toHaveBeenCalledOnce()
})
