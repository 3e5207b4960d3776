import { renderHook } from '@testing-library/react'
import { expect, test } from 'vitest'
import { useLastError } from './useLastError'

type Asked = { data?: string; error?: string; of?: string }

function asked(first: Asked) {
  const { result, rerender } = renderHook(
    ({ data, error, of }: Asked) => useLastError({ data, error: error ?? null }, of),
    { initialProps: first },
  )
  return { result, next: (props: Asked) => rerender(props) }
}

test('a failure counts until the answer, also while the question is asked again, and then no longer', () => {
  const { result, next } = asked({})
  expect(result.current).toBeNull()
  next({ error: 'offline' })
  expect(result.current).toBe('offline')
  next({})
  expect(result.current).toBe('offline')
  next({ error: 'busy' })
  expect(result.current).toBe('busy')
  next({ data: 'answer' })
  expect(result.current).toBeNull()
  // The answer was thrown away, and is asked for again.
  next({})
  expect(result.current).toBeNull()
})

test('a failed refetch is reported once', () => {
  const { result, next } = asked({ data: 'answer' })
  next({ data: 'answer', error: 'offline' })
  expect(result.current).toBe('offline')
  next({ data: 'answer' })
  expect(result.current).toBeNull()
})

test('the failure of one query is not reported for another', () => {
  const { result, next } = asked({ error: 'offline', of: 'Harbor' })
  next({ of: 'Harbor' })
  expect(result.current).toBe('offline')
  next({ of: 'Delta' })
  expect(result.current).toBeNull()
  next({ of: 'Harbor' })
  expect(result.current).toBeNull()
})
