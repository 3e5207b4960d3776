import { screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { renderIn, servicesWith, walletsWith } from '../../../test/services'
import { tickToSqrtPriceX96 } from '../../domain/liquidity/tick'
import { RangeAlerts } from './RangeAlerts'
import { rangeAlerts, toggleRangeAlert } from './watchedRanges'

const watched = {
  ...{ network: 'Harbor', chainId: 741001, pool: `0x${'3'.repeat(40)}`, id: '46', pair: 'WETH/USDC' },
  ...{ tickLower: -197_040, tickUpper: -195_000, isInRange: true },
}

beforeEach(() => {
  rangeAlerts.setState([], true)
  toggleRangeAlert(watched)
})
afterEach(() => vi.unstubAllGlobals())

test('a price that leaves a watched range is reported once, with a link to the position', async () => {
  open(-194_000)
  const alert = await screen.findByRole('status', { name: 'Range alerts' })
  expect(alert).toHaveTextContent('WETH/USDC #46 is out of range')
  expect(screen.getByRole('link', { name: 'Show position' })).toHaveAttribute('href', '/positions/Harbor/46')
  await userEvent.click(screen.getByRole('button', { name: 'Close message' }))
  expect(screen.queryByText(/is out of range/)).toBeNull()
  // It is remembered across a reload that it was seen.
  expect(localStorage.getItem('tidegate.range-alerts')).toContain('"isSeen":true')
})

test('a price that stays inside is not reported', async () => {
  const ask = open(-196_000)
  await waitFor(() => expect(ask).toHaveBeenCalled())
  expect(screen.queryByRole('status')).toBeNull()
  expect(rangeAlerts.getState()[0]).toMatchObject({ isInRange: true, isSeen: true })
})

test('a hidden tab sends a notification, if allowed', async () => {
  const shown: unknown[] = []
  class FakeNotification {
    static readonly permission = 'granted'
    constructor(title: string, options: unknown) {
      shown.push([title, options])
    }
  }
  vi.stubGlobal('Notification', FakeNotification)
  vi.spyOn(document, 'hidden', 'get').mockReturnValue(true)
  open(-198_000)
  await waitFor(() => expect(shown).toHaveLength(1))
  expect(shown[0]).toMatchObject(['WETH/USDC #46 is out of range', { tag: 'range 741001 46' }])
  vi.restoreAllMocks()
})

function open(tick: number) {
  const ask = vi.fn(async () => `0x${tickToSqrtPriceX96(tick).toString(16).padStart(64, '0')}${'0'.repeat(64)}`)
  renderIn(servicesWith({ wallets: walletsWith({ rpc: () => ask }) }), <RangeAlerts />)
  return ask
}
