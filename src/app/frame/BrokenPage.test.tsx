import { act, fireEvent, render, screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { createStore } from 'zustand/vanilla'
import { ordersWith } from '../../../test/builders/orderService'
import { plan } from '../../../test/builders/swap'
import { openOrder } from '../../orders/openOrder'
import type { OrderService } from '../../orders/orderService'
import { noOrders, type OrdersSnapshot } from '../../orders/ordersSnapshot'
import BrokenPage from './BrokenPage'

let isOnline = true
beforeEach(() => {
  isOnline = true
  window.history.replaceState(null, '', '/swap?amount=5')
  vi.spyOn(navigator, 'onLine', 'get').mockImplementation(() => isOnline)
})
afterEach(() => void vi.restoreAllMocks())

const missing = new TypeError('Failed to fetch dynamically imported module: /assets/pools.js')
const other = new Error('insertBefore')
const order = openOrder('order-1', plan(), 1)

function go(online: boolean) {
  isOnline = online
  act(() => void fireEvent(window, new Event(online ? 'online' : 'offline')))
}

function open(error: Error, orderService: OrderService | 'not there' = ordersWith()) {
  const [onRetry, reload] = [vi.fn(), vi.fn()]
  const journals = orderService === 'not there' ? undefined : { orderService }
  render(<BrokenPage error={error} journals={journals} onRetry={onRetry} reload={reload} />)
  return { onRetry, reload }
}

const retryButton = () => screen.queryByRole('button', { name: 'Try again' })

test('while an order is unfinished the failure screen links to it and offers no form, and later reports its end', () => {
  const busy = { ...noOrders, isLoaded: true, orders: [order], unfinished: [order] }
  const store = createStore<OrdersSnapshot>(() => busy)
  open(other, ordersWith({}, { getSnapshot: store.getState, subscribe: store.subscribe }))
  expect(screen.getByText(/An order is in progress and may ask your wallet/)).toBeVisible()
  expect(screen.getByRole('link', { name: 'Open the order in progress' })).toHaveAttribute('href', '/activity/order-1')
  expect(screen.queryByText(/was sent/)).toBeNull()
  expect(screen.queryByRole('button', { name: /Try again|Reload/ })).toBeNull()
  act(() => store.setState({ unfinished: [] }))
  expect(screen.getByRole('link', { name: 'Open the order that ended' })).toBeVisible()
  fireEvent.click(retryButton()!)
  // The form that comes back must not offer the same amount again.
  expect(window.location.search).toBe('')
})

test('without an unfinished order the failure screen shows that, and the page can be tried again', () => {
  const { onRetry } = open(other)
  expect(screen.getByText('No order of this browser is in progress.')).toBeVisible()
  fireEvent.click(retryButton()!)
  expect(onRetry).toHaveBeenCalledTimes(1)
  expect(window.location.search).toBe('?amount=5')
})

test.each<readonly [string, OrderService | 'not there']>([
  ['cannot be opened', ordersWith({ isLoaded: false }, { load: () => Promise.reject(new Error('gone')) })],
  [
    'throws',
    ordersWith(
      {},
      {
        getSnapshot: () => {
          throw new Error('gone')
        },
      },
    ),
  ],
  ['is not there yet', 'not there'],
])('a journal that %s is reported as unreadable, and no statement is made about money', async (_, orderService) => {
  const shout = vi.spyOn(console, 'error').mockImplementation(() => {})
  open(other, orderService)
  expect(await screen.findByText(/cannot be read, so we do not know whether a transaction was sent/)).toBeVisible()
  expect(retryButton()).toBeNull()
  shout.mockRestore()
})

test('while the journal is being read, nothing is stated about orders', () => {
  open(other, ordersWith({ isLoaded: false }, { load: () => new Promise(() => {}) }))
  expect(screen.getByText('Reading your orders…')).toBeVisible()
  expect(retryButton()).toBeNull()
})

test('a page that was missing offline loads once the browser is online again', () => {
  isOnline = false
  const { reload } = open(missing)
  expect(screen.getByRole('heading', { name: 'You are offline' })).toBeVisible()
  go(true)
  expect(reload).toHaveBeenCalledTimes(1)
})

test('a page whose orders could not be read offline either loads once the browser is online again', async () => {
  isOnline = false
  const { reload } = open(
    missing,
    ordersWith({ isLoaded: false }, { load: () => Promise.reject(new Error('Failed to fetch')) }),
  )
  await act(async () => {})
  go(true)
  expect(reload).toHaveBeenCalledTimes(1)
})

test('the failure screen never reloads the page by itself while an order is unfinished', () => {
  isOnline = false
  const { reload } = open(missing, ordersWith({ orders: [order] }))
  go(true)
  expect(reload).not.toHaveBeenCalled()
  expect(screen.getByRole('link', { name: 'Open the order in progress' })).toBeVisible()
})

test('a page that broke for another reason is left as it is when the browser is online again', () => {
  isOnline = false
  const { reload } = open(other)
  go(true)
  expect(reload).not.toHaveBeenCalled()
})
