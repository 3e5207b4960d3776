import { expect, test, vi } from 'vitest'
import type { OrderService, OrdersSnapshot } from '../orders/orderService'
import { lazyOrderService } from './lazyOrderService'

const snapshot: OrdersSnapshot = { isLoaded: true, orders: [], ownedByOtherTab: new Set(), unreadable: 0 }

function realService() {
  const load = vi.fn(() => Promise.resolve())
  const act = vi.fn(() => Promise.resolve())
  const orderService = { load, act, getSnapshot: () => snapshot, subscribe: vi.fn(() => () => {}) }
  return { load, act, orderService: orderService as Partial<OrderService> as OrderService }
}

test('the order service is built with the first wish, once, and then told to those who watch', async () => {
  const { orderService, load, act } = realService()
  const build = vi.fn(() => Promise.resolve(orderService))
  const lazy = lazyOrderService(build)
  const heard = vi.fn()
  lazy.subscribe(heard)
  expect(lazy.getSnapshot().isLoaded).toBe(false)
  expect(build).not.toHaveBeenCalled()

  await Promise.all([lazy.load(), lazy.act('1', { type: 'start' })])
  expect(build).toHaveBeenCalledOnce()
  expect(load).toHaveBeenCalledOnce()
  expect(act).toHaveBeenCalledWith('1', { type: 'start' })
  expect(heard).toHaveBeenCalledOnce()
  expect(lazy.getSnapshot()).toBe(snapshot)
})

test('an order service that could not be fetched is fetched again with the next wish', async () => {
  const { orderService, load } = realService()
  const build = vi.fn(() => Promise.resolve(orderService)).mockRejectedValueOnce(new TypeError('Failed to fetch'))
  const lazy = lazyOrderService(build)
  await expect(lazy.load()).rejects.toThrow('Failed to fetch')
  await lazy.load()
  expect(load).toHaveBeenCalledOnce()
})
