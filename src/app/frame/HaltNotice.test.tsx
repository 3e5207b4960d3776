import { act, screen, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { renderIn, servicesWith } from '../../../test/services'
import HaltNotice from './HaltNotice'

vi.mock('./EmergencyExit', () => {
  throw new TypeError('Failed to fetch dynamically imported module')
})

const background = vi.hoisted(() => ({ isLoadable: false }))
vi.mock('../Background', () => ({
  get Background() {
    if (!background.isLoadable) throw new TypeError('Failed to fetch dynamically imported module')
    return () => {
      throw new Error('The archive is gone.')
    }
  },
}))

beforeEach(() => void vi.useFakeTimers({ shouldAdvanceTime: true }))
afterEach(() => void vi.useRealTimers())

test.each([false, true])('what goes on behind the page takes nothing down (loadable: %s)', async (isLoadable) => {
  background.isLoadable = isLoadable
  const shout = vi.spyOn(console, 'error').mockImplementation(() => {})
  renderIn(servicesWith({}), <HaltNotice />)
  await act(() => vi.advanceTimersByTimeAsync(20_000))
  expect(screen.getByRole('status')).toBeInTheDocument()
  shout.mockRestore()
})

test('A-06 a notice that could never be read is reported on every page, until it can be', async () => {
  let fail = true
  const notice = async () => (fail ? Promise.reject(new Error('no answer')) : { halt: undefined })
  const { queries } = renderIn(servicesWith({ notice }), <HaltNotice />)
  expect(await screen.findByText('Trading is on hold')).toBeVisible()
  expect(screen.getByText(/Could not check whether trading is paused/)).toBeVisible()
  fail = false
  await queries.refetchQueries()
  await waitFor(() => expect(screen.queryByText('Trading is on hold')).not.toBeInTheDocument())
})

test('A-06 the message of the operator stays if the way out could not be loaded, and that is reported', async () => {
  renderIn(servicesWith({ notice: async () => ({ halt: 'Until noon.' }) }), <HaltNotice />)
  expect(await screen.findByText(/Instructions for withdrawing without this app could not be loaded/)).toBeVisible()
  expect(screen.getByText('The operator has paused trading. Until noon.')).toBeVisible()
})
