import 'fake-indexeddb/auto'
import { act, waitFor } from '@testing-library/react'
import { expect, test } from 'vitest'
import { clientListing, renderIn, servicesWith, usdc } from '../../../test/services'
import { clearPoolHistory, usePoolHistory } from './recordHistory'

test('what was read of a pool stays while it is read again, so that its chart stays too', async () => {
  const shown: (number | undefined)[] = []
  function Chart({ pool }: { readonly pool: string }) {
    shown.push(usePoolHistory('Harbor', [pool])?.[0]?.length)
    return null
  }
  const client = clientListing([usdc])
  renderIn(servicesWith({ client }), <Chart pool="0xaa" />)
  expect(shown).toEqual([undefined])
  await waitFor(() => expect(shown.at(-1)).toBe(0))
  const before = shown.length
  await act(() => clearPoolHistory(client.base, 'Harbor', '0xaa'))
  await waitFor(() => expect(shown.length).toBeGreaterThan(before))
  expect(shown.slice(before)).not.toContain(undefined)
})
