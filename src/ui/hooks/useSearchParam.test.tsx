import { act, renderHook } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { useSearchParam } from './useSearchParam'

afterEach(() => vi.restoreAllMocks())

test('a value is kept next to the others in the address, also where URLSearchParams has no size', () => {
  // As in Safari 16 and Chrome 111.
  vi.spyOn(URLSearchParams.prototype, 'size', 'get').mockReturnValue(undefined as never)
  window.history.replaceState(null, '', '/positions?q=a%25b')
  const { result } = renderHook(() => useSearchParam('address'))
  expect(result.current[0]).toBeUndefined()
  act(() => result.current[1]('0xa'))
  expect(result.current[0]).toBe('0xa')
  expect(window.location.search).toBe('?q=a%25b&address=0xa')
  act(() => result.current[1](''))
  expect(result.current[0]).toBeUndefined()
  expect(window.location.search).toBe('?q=a%25b')
})

test('without any value the address ends with its path', () => {
  window.history.replaceState(null, '', '/pools/Harbor/100%25?tab=trades')
  const { result } = renderHook(() => useSearchParam('tab'))
  act(() => result.current[1](''))
  expect(window.location.href).toMatch(/\/pools\/Harbor\/100%25$/)
})
