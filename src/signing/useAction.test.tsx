import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { act, renderHook, waitFor } from '@testing-library/react'
import type { ReactNode } from 'react'
import { expect, test } from 'vitest'
import { useAction } from './useAction'

test('a double-click runs an action once, and a later press runs it again', async () => {
  const client = new QueryClient()
  const wrapper = ({ children }: { children: ReactNode }) => (
    <QueryClientProvider client={client}>{children}</QueryClientProvider>
  )
  let runs = 0
  const { result } = renderHook(() => useAction(async () => void runs++), { wrapper })
  act(() => {
    result.current.run()
    result.current.run()
  })
  await waitFor(() => expect(result.current.isBusy).toBe(false))
  expect(runs).toBe(1)
  act(() => result.current.run())
  await waitFor(() => expect(runs).toBe(2))
})
