import { expect, test, vi } from 'vitest'
import type { OrderDesk, OrdersSnapshot } from '../orders/orderService'
import { lazyOrderService } from './lazyOrderService'

const snapshot: OrdersSnapshot = { isLoaded: true, orders: [], elsewhere: new Set(), unreadable: 0 }

function realDesk() {
  const load = vi.fn(() => Promise.resolve())
  const run = vi.fn(() => Promise.resolve())
  const desk = { load, run, getSnapshot: () => snapshot, subscribe: vi.fn(() => () => {}) }
  return { load, run, desk: desk as Partial<OrderDesk> as OrderDesk }
}

test('the desk is built with the first wish, once, and then told to those who watch', async () => {
  const { desk, load, run } = realDesk()
  const build = vi.fn(() => Promise.resolve(desk))
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

test('a desk that could not be fetched is fetched again with the next wish', async () => {
  const { desk, load } = realDesk()
  const build = vi.fn(() => Promise.resolve(desk)).mockRejectedValueOnce(new TypeError('Failed to fetch'))
  const lazy = lazyOrderService(build)
  await expect(lazy.load()).rejects.toThrow('Failed to fetch')
  await lazy.load()
  expect(load).toHaveBeenCalledOnce()
})
