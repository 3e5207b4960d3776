import { expect, test, vi } from 'vitest'
import type { OrderService, OrdersSnapshot } from '../orders/orderService'
import { lazyOrderService } from './lazyOrderService'

const snapshot: OrdersSnapshot = { isLoaded: true, orders: [], ownedByOtherTab: new Set(), unreadable: 0 }

function realDesk() {
  const load = vi.fn(() => Promise.resolve())
  const run = vi.fn(() => Promise.resolve())
  const orderService = { load, run, getSnapshot: () => snapshot, subscribe: vi.fn(() => () => {}) }
  return { load, run, orderService: orderService as Partial<OrderService> as OrderService }
}

test('the order service is built with the first wish, once, and then told to those who watch', async () => {
  const { orderService, load, run } = realDesk()
  const build = vi.fn(() => Promise.resolve(orderService))
  const lazy = lazyOrderService(build)
  const heard = vi.fn()
  lazy.subscribe(heard)
  expect(lazy.getSnapshot().isLoaded).toBe(false)
  expect(build).not.toHaveBeenCalled()

  await Promise.all([lazy.load(), lazy.run('1')])
  expect(build).toHaveBeenCalledOnce()
  expect(load).toHaveBeenCalledOnce()
  expect(run).toHaveBeenCalledWith('1')
  expect(heard).toHaveBeenCalledOnce()
  expect(lazy.getSnapshot()).toBe(snapshot)
})

test('an order service that could not be fetched is fetched again with the next wish', async () => {
  const { orderService, load } = realDesk()
  const build = vi.fn(() => Promise.resolve(orderService)).mockRejectedValueOnce(new TypeError('Failed to fetch'))
  const lazy = lazyOrderService(build)
  await expect(lazy.load()).rejects.toThrow('Failed to fetch')
  await lazy.load()
  expect(load).toHaveBeenCalledOnce()
})
