import 'fake-indexeddb/auto'
import { QueryClient, useQueryClient } from '@tanstack/react-query'
import { act, waitFor } from '@testing-library/react'
import { expect, test } from 'vitest'
import { clientListing, renderIn, servicesWith, usdc } from '../../../test/services'
import { clearPoolHistory, usePoolHistory } from './recordHistory'

test('what was read of a pool stays while it is read again, so that its chart stays too', async () => {
  const shown: (number | undefined)[] = []
  let queries = new QueryClient()
  function Chart({ pool }: { readonly pool: string }) {
    queries = useQueryClient()
    shown.push(usePoolHistory([{ network: 'Harbor', id: pool }])?.[0]?.length)
    return null
  }
  const client = clientListing([usdc])
  renderIn(servicesWith({ client }), <Chart pool="0xaa" />)
  expect(shown).toEqual([undefined])
  await waitFor(() => expect(shown.at(-1)).toBe(0))
  await act(() => clearPoolHistory(queries, { base: client.base, network: 'Harbor', id: '0xaa' }))
  const [read] = queries.getQueryCache().findAll({ queryKey: ['pool history'] })
  expect(read?.state.dataUpdateCount).toBe(2)
  expect(shown.slice(shown.indexOf(0))).not.toContain(undefined)
})
