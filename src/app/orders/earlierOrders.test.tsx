import { QueryClient } from '@tanstack/react-query'
import { act, render, screen } from '@testing-library/react'
import { Profiler } from 'react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { ordersWith } from '../../../test/builders/orderService'
import { plan } from '../../../test/builders/swap'
import { clientListing, servicesWith, usdc } from '../../../test/services'
import { openOrder } from '../../orders/openOrder'
import type { Order } from '../../orders/order'
import type { OrderService } from '../../orders/orderService'
import { noOrders, type OrdersSnapshot } from '../../orders/ordersSnapshot'
import { App } from '../App'
import { loadEarlierOrders } from './earlierOrders'
import { lazyOrderService } from './lazyOrderService'

/** Jobs that wait for the browser to be idle, with the maximum wait. */
let waiting: { readonly act: () => void; readonly timeout: number | undefined }[]

beforeEach(() => {
  waiting = []
  vi.stubGlobal('requestIdleCallback', (act: () => void, { timeout }: IdleRequestOptions) =>
    waiting.push({ act, timeout }),
  )
})
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

function journals(canWait = false) {
  const load = vi.fn(() => Promise.resolve())
  const loadNewest = vi.fn(() => Promise.resolve(canWait))
  const orderService = { load, loadNewest } as Partial<OrderService> as OrderService
  return { load, loadNewest, services: { orderService } }
}

function becomeIdle() {
  for (const { act } of waiting.splice(0)) act()
}

test('unfinished orders are read once the browser is idle, and a second later at the latest', async () => {
  const { load, loadNewest, services } = journals()
  loadEarlierOrders(services)
  expect(loadNewest).not.toHaveBeenCalled()
  expect(waiting.map(({ timeout }) => timeout)).toEqual([1_000])
  becomeIdle()
  await vi.waitFor(() => expect(load).toHaveBeenCalledOnce())
})

test('where nothing is unfinished, older orders are read when the start is over and the browser idle', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  const { load, loadNewest, services } = journals(true)
  loadEarlierOrders(services)
  becomeIdle()
  await vi.advanceTimersByTimeAsync(4_000)
  expect([loadNewest, load].map((each) => each.mock.calls.length)).toEqual([1, 0])
  expect(waiting).toEqual([])
  await vi.advanceTimersByTimeAsync(1_000)
  expect(load).not.toHaveBeenCalled()
  becomeIdle()
  expect(load).toHaveBeenCalledOnce()
})

test('the frame is not drawn again by orders that change nothing in it', async () => {
  window.history.replaceState(null, '', '/inspect')
  window.scrollTo = vi.fn()
  const finished: Order = { ...openOrder('done-1', plan(), 940_000), isDismissed: true }
  let snapshot: OrdersSnapshot = noOrders
  const listeners = new Set<() => void>()
  const subscribe = (listener: () => void) => {
    listeners.add(listener)
    return () => void listeners.delete(listener)
  }
  const orderService = ordersWith({}, { getSnapshot: () => snapshot, subscribe })
  const publish = (next: OrdersSnapshot) =>
    act(async () => {
      snapshot = next
      for (const listener of listeners) listener()
    })
  const services = servicesWith({ client: clientListing([usdc]), orderService })
  const opening = Promise.resolve({ queries: new QueryClient(), services })
  const draw = vi.fn()
  await act(async () =>
    render(
      <Profiler id="app" onRender={draw}>
        <App opening={opening} />
      </Profiler>,
    ),
  )
  await screen.findByRole('heading', { level: 1 })
  // Until what the page itself has loaded is drawn.
  do {
    await act(() => vi.dynamicImportSettled())
    draw.mockClear()
    await act(() => new Promise((resolve) => setTimeout(resolve, 400)))
  } while (draw.mock.calls.length > 0)
  for (let unread = 13; unread >= 0; unread--) await publish({ ...noOrders, orders: [finished], unread })
  // Once at most for something that the page itself was still loading.
  expect(draw.mock.calls.length).toBeLessThan(2)
  draw.mockClear()
  await publish({ ...noOrders, orders: [finished], unfinished: [openOrder('left-1', plan(), 940_000)] })
  expect(draw).toHaveBeenCalled()
})

test('an unfinished order of an earlier visit is announced in the header, on every page', async () => {
  window.history.replaceState(null, '', '/inspect')
  window.scrollTo = vi.fn()
  const orders = [openOrder('left-1', plan(), 940_000)]
  const orderService = lazyOrderService(async () => ordersWith({ orders }))
  const services = servicesWith({ client: clientListing([usdc]), orderService })
  await act(async () => render(<App opening={Promise.resolve({ queries: new QueryClient(), services })} />))
  loadEarlierOrders(services)
  expect(screen.getByRole('link', { name: 'Activity' })).toBeVisible()
  await act(async () => becomeIdle())
  expect(await screen.findByRole('link', { name: 'Activity, 1 in progress' })).toBeVisible()
})

test('orders whose code could not be fetched are read when the device is online again, and then no more', async () => {
  const { loadNewest: load, services } = journals(true)
  load.mockRejectedValueOnce(new TypeError('Failed to fetch dynamically imported module'))
  loadEarlierOrders(services)
  becomeIdle()
  await new Promise((resolve) => setTimeout(resolve, 0))
  window.dispatchEvent(new Event('online'))
  window.dispatchEvent(new Event('online'))
  expect(load).toHaveBeenCalledTimes(2)
})
