import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { act, renderHook, waitFor } from '@testing-library/react'
import type { ReactNode } from 'react'
import { expect, test } from 'vitest'
import { harbor, poolsSaid, usdc, weth } from '../../../test/builders/liquidity'
import { embedded, usdcAddress, wethAddress } from '../../../test/fixtures/poolRecords'
import { clientListing, servicesWith } from '../../../test/services'
import { ServicesContext } from '../services'
import { usePools } from './usePools'

test('a list stays the same during a drag, also while something else on the page polls it', async () => {
  const queries = new QueryClient()
  let tick = -196_257
  const pools = async () => poolsSaid([{ ...embedded, price: undefined, sqrtPriceX96: undefined, tick }])
  const tokens = [
    { ...weth, address: wethAddress },
    { ...usdc, address: usdcAddress },
  ]
  const services = servicesWith({ client: clientListing(tokens, { pools }) })
  const wrapper = ({ children }: { readonly children: ReactNode }) => (
    <QueryClientProvider client={queries}>
      <ServicesContext value={services}>{children}</ServicesContext>
    </QueryClientProvider>
  )
  // As the watch over deposits that the service carries out does.
  const watch = renderHook(() => usePools(harbor), { wrapper })
  const { result, rerender } = renderHook(({ isHeld }) => usePools(harbor, isHeld), {
    wrapper,
    initialProps: { isHeld: false },
  })
  await waitFor(() => expect(result.current.pools[0]?.tick).toBe(-196_257))

  rerender({ isHeld: true })
  tick = -196_000
  await act(() => queries.refetchQueries({ queryKey: ['pools'] }))
  await waitFor(() => expect(watch.result.current.pools[0]?.tick).toBe(-196_000))
  rerender({ isHeld: true })
  expect(result.current.pools[0]?.tick).toBe(-196_257)

  rerender({ isHeld: false })
  await waitFor(() => expect(result.current.pools[0]?.tick).toBe(-196_000))
})
