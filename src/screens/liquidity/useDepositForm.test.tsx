import { act, renderHook } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { useDepositForm } from './useDepositForm'

beforeEach(() => {
  vi.useFakeTimers()
  window.history.replaceState(null, '', '/liquidity/add')
})
afterEach(() => {
  vi.useRealTimers()
})

function typed() {
  const { result } = renderHook(() => useDepositForm())
  act(() => result.current[1]({ amount: '5' }))
}

test('the address follows the deposit', () => {
  typed()
  act(() => vi.advanceTimersByTime(400))
  expect(window.location.pathname + window.location.search).toBe('/liquidity/add?amount0=5')
})

test('a screen that is opened right after a change of the deposit stays open, although it is still being drawn', () => {
  typed()
  window.history.pushState(null, '', '/pools')
  act(() => vi.advanceTimersByTime(400))
  expect(window.location.pathname).toBe('/pools')
})
