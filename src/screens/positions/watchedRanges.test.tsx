import { expect, test, vi } from 'vitest'

const alert = {
  ...{ network: 'Harbor', chainId: 741001, pool: '0xaa', id: '46', pair: 'WETH/USDC' },
  ...{ tickLower: -60, tickUpper: 60 },
}

/** The module as a reload finds it. */
async function reloaded() {
  vi.resetModules()
  return import('./watchedRanges')
}

test('a range that is watched is watched after a reload, and what was seen of it is known', async () => {
  const first = await reloaded()
  first.toggleRangeAlert(alert)
  first.noteTick(alert, 0)
  expect(first.noteTick(alert, 90)).toMatchObject({ isInRange: false })
  const again = await reloaded()
  expect(again.rangeAlerts.getState()).toEqual([{ ...alert, isInRange: false, isSeen: false }])
  expect(again.noteTick(alert, 90)).toBeUndefined()
  window.localStorage.clear()
})
