import { expect, test } from 'vitest'
import { createPreferences, defaultPreferences, preferencesKey, readPreferences } from '../components/preferences'
import { withRecent } from '../components/tokens/search'
import type { SlippageUnit } from '../protocol/deployment/deployment'
import { rawSlippage, slippageBpsOf, slippageLimits } from './slippage'
import { readSlippage } from './typedSlippage'

test.each([
  ['0.5', 50, 'usual'],
  ['0,5', 50, 'usual'],
  ['0.5 %', 50, 'usual'],
  ['0.1', 10, 'tight'],
  ['3', 300, 'usual'],
  ['3.01', 301, 'loose'],
  ['50', 5_000, 'loose'],
])('%s percent is %d basis points', (typed, bps, level) => {
  expect(readSlippage(typed)).toEqual({ is: 'slippage', bps, level })
})

test.each([
  ['', 'not a number'],
  ['a lot', 'not a number'],
  ['-1', 'not a number'],
  ['0', 'too low'],
  ['0.09', 'too low'],
  ['50.01', 'too high'],
  ['0.505', 'too precise'],
])('"%s" is no tolerance: %s', (typed, why) => {
  expect(readSlippage(typed)).toMatchObject({ is: 'invalid', why })
})

test('the service is sent the tolerance in its own unit', () => {
  expect(rawSlippage(50, 'basis points')).toBe(50)
  expect(rawSlippage(50, 'per mille')).toBe(5)
  expect(rawSlippage(50, 'percent')).toBe(0.5)
})

test.each<SlippageUnit>(['basis points', 'per mille', 'percent', 1_000, 0.01])(
  'a tolerance in "%s" is read back from the request to the basis point',
  (unit) => {
    for (let bps = slippageLimits.lowest; bps <= slippageLimits.highest; bps++)
      expect(slippageBpsOf(rawSlippage(bps, unit), unit)).toBe(bps)
  },
)

test('what was stored is believed only where it makes sense', () => {
  expect(readPreferences(undefined)).toEqual(defaultPreferences)
  expect(readPreferences({ theme: 'pink', slippageBps: 9_999, hasShortcuts: 1, recentTokens: [1] })).toEqual(
    defaultPreferences,
  )
  expect(readPreferences({ theme: 'dark', slippageBps: 75 })).toMatchObject({ theme: 'dark', slippageBps: 75 })
})

test('a choice outlives the visit', () => {
  const storage = drawer()
  createPreferences(storage).getState().change({ slippageBps: 100, theme: 'dark' })
  expect(createPreferences(storage).getState()).toMatchObject({ slippageBps: 100, theme: 'dark' })
})

test('storage that is broken or closed costs only the memory', () => {
  const closed = {
    getItem: () => '{"slippageBps":',
    setItem: () => {
      throw new Error('quota exceeded')
    },
  }
  const preferences = createPreferences(closed)
  preferences.getState().change({ slippageBps: 100 })
  expect(preferences.getState().slippageBps).toBe(100)
})

test('a token chosen again moves to the front of the recent ones', () => {
  expect(withRecent(['a', 'b', 'c'], 'c')).toEqual(['c', 'a', 'b'])
  expect(withRecent(['1', '2', '3', '4', '5', '6', '7', '8'], '9')).toHaveLength(8)
})

test('preferences are kept under the name that the page reads before its first paint', async () => {
  const { readFileSync } = await import('node:fs')
  expect(readFileSync('index.html', 'utf8')).toContain(`'${preferencesKey}'`)
})

function drawer() {
  const kept = new Map<string, string>()
  return {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, text: string) => kept.set(key, text),
  }
}

test('any unit can be configured by how many of it are one percent', () => {
  expect(rawSlippage(50, 1_000)).toBe(500)
  expect(rawSlippage(50, 0.01)).toBe(0.005)
  expect(rawSlippage(30, 10_000)).toBe(3_000)
  expect(slippageBpsOf(500, 1_000)).toBe(50)
})
