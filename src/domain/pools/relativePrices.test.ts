import { expect, test } from 'vitest'
import { relativePrices } from './poolChange'

const past = (from: number, ...prices: readonly number[]) =>
  prices.map((value, index) => ({ at: from + index * 10, value }))

test('prices of different sizes become changes since the first moment that all of them know', () => {
  const lines = relativePrices([past(0, 100, 200, 300, 150), past(10, 4, 5, 6)])
  expect(lines).toEqual([
    [
      { at: 10, change: 0 },
      { at: 20, change: 0.5 },
      { at: 30, change: -0.25 },
    ],
    [
      { at: 10, change: 0 },
      { at: 20, change: 0.25 },
      { at: 30, change: 0.5 },
    ],
  ])
})

test('one whose prices are of other moments begins at its last price before', () => {
  const [first] = relativePrices([past(0, 100, 200, 300), past(15, 1, 2)]) ?? []
  expect(first).toEqual([
    { at: 15, change: 0 },
    { at: 20, change: 0.5 },
  ])
})

test('nothing is laid over where they have no time in common, or one has no past', () => {
  expect(relativePrices([past(0, 1, 2), past(1_000, 1, 2)])).toBeUndefined()
  expect(relativePrices([past(0, 1, 2), []])).toBeUndefined()
})
