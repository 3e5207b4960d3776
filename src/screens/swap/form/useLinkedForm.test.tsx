import { act, renderHook } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { useLinkedForm } from './useLinkedForm'

beforeEach(() => {
  vi.useFakeTimers()
  window.history.replaceState(null, '', '/swap')
})
afterEach(() => {
  vi.useRealTimers()
})

function typed() {
  const { result } = renderHook(() => useLinkedForm())
  act(() => result.current[1]((form) => ({ ...form, amount: '5' })))
}

test('the address follows the form', () => {
  typed()
  act(() => vi.advanceTimersByTime(400))
  expect(window.location.pathname + window.location.search).toBe('/swap?amount=5')
})

test('a screen that is opened right after a change stays open, although its code is still loading', () => {
  typed()
  window.history.pushState(null, '', '/activity')
  act(() => vi.advanceTimersByTime(400))
  expect(window.location.pathname).toBe('/activity')
})
