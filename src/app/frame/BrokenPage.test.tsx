import { act, fireEvent, render, screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { BrokenPage } from './BrokenPage'

let isOnline = false
beforeEach(() => {
  isOnline = false
  vi.spyOn(navigator, 'onLine', 'get').mockImplementation(() => isOnline)
})
afterEach(() => void vi.restoreAllMocks())

const missing = new TypeError('Failed to fetch dynamically imported module: /assets/pools.js')

function goOnline() {
  isOnline = true
  act(() => void fireEvent(window, new Event('online')))
}

test('a page that was missing offline loads once the browser is online again', () => {
  const reload = vi.fn()
  render(<BrokenPage error={missing} isBusy={false} onRetry={() => {}} reload={reload} />)
  expect(screen.getByText('You are offline')).toBeVisible()
  goOnline()
  expect(reload).toHaveBeenCalledTimes(1)
})

test('it never reloads by itself while an order is unfinished, and does once that is over', () => {
  const reload = vi.fn()
  const page = (isBusy: boolean) => <BrokenPage error={missing} isBusy={isBusy} onRetry={() => {}} reload={reload} />
  const { rerender } = render(page(true))
  goOnline()
  expect(reload).not.toHaveBeenCalled()
  expect(screen.getByRole('button', { name: 'Reload the page' })).toBeVisible()
  rerender(page(false))
  expect(reload).toHaveBeenCalledTimes(1)
})

test('a page that broke for another reason is left as it is', () => {
  const reload = vi.fn()
  render(<BrokenPage error={new Error('Out of range')} isBusy={false} onRetry={() => {}} reload={reload} />)
  goOnline()
  expect(reload).not.toHaveBeenCalled()
})
