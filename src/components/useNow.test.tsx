import { act, renderHook } from '@testing-library/react'
import type { ReactNode } from 'react'
import { afterEach, expect, test, vi } from 'vitest'
import { servicesWith } from '../../test/services'
import { ServicesContext } from './services'
import { useAge } from './useNow'

afterEach(() => vi.useRealTimers())

test('an old answer that replaces no answer has its true age immediately', () => {
  vi.useFakeTimers({ now: 0 })
  const services = servicesWith({ clock: () => Date.now() })
  const wrapper = ({ children }: { children: ReactNode }) => (
    <ServicesContext value={services}>{children}</ServicesContext>
  )
  const { result, rerender } = renderHook(useAge, { wrapper, initialProps: undefined as number | undefined })
  act(() => void vi.advanceTimersByTime(100_000))
  expect(result.current).toBeUndefined()
  rerender(65_000)
  expect(result.current).toBe(35_000)
  act(() => void vi.advanceTimersByTime(2_000))
  expect(result.current).toBe(37_000)
})
