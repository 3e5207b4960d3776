import { QueryClient } from '@tanstack/react-query'
import { act, render, screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { ordersWith } from '../../../test/builders/orderService'
import { plan } from '../../../test/builders/swap'
import { clientListing, servicesWith, usdc } from '../../../test/services'
import { openOrder } from '../../orders/openOrder'
import type { OrderService } from '../../orders/orderService'
import type { DepositJournal } from '../../preparation/liquidity/depositJournal'
import { App } from '../App'
import { loadEarlierOrders } from './earlierOrders'
import { lazyOrderService } from './lazyOrderService'

/** What waits for the browser to be idle, and how long at most. */
let waiting: { readonly act: () => void; readonly timeout: number | undefined }[]

beforeEach(() => {
  waiting = []
  vi.stubGlobal('requestIdleCallback', (act: () => void, { timeout }: IdleRequestOptions) =>
    waiting.push({ act, timeout }),
  )
})
afterEach(() => vi.unstubAllGlobals())

function journals() {
  const load = vi.fn(() => Promise.resolve())
  const loadDeposits = vi.fn(() => Promise.resolve())
  const orderService = { load } as Partial<OrderService> as OrderService
  const deposits: DepositJournal = { ...servicesWith().deposits, load: loadDeposits }
  return { load, loadDeposits, services: { orderService, deposits } }
}

function becomeIdle() {
  for (const { act } of waiting.splice(0)) act()
}

test('unfinished orders are read once the browser is idle, and a second later at the latest', () => {
  const { load, loadDeposits, services } = journals()
  loadEarlierOrders(services)
  expect(load).not.toHaveBeenCalled()
  expect(waiting.map(({ timeout }) => timeout)).toEqual([1_000, 1_000])
  becomeIdle()
  expect([load, loadDeposits].map((each) => each.mock.calls.length)).toEqual([1, 1])
})

test('an order that an earlier visit left unfinished is announced in the header, whatever page is open', async () => {
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
  const { load, loadDeposits, services } = journals()
  load.mockRejectedValueOnce(new TypeError('Failed to fetch dynamically imported module'))
  loadEarlierOrders(services)
  becomeIdle()
  await Promise.resolve()
  window.dispatchEvent(new Event('online'))
  window.dispatchEvent(new Event('online'))
  expect(load).toHaveBeenCalledTimes(2)
  expect(loadDeposits).toHaveBeenCalledTimes(1)
})
