import { expect, test } from 'vitest'
import { stretchOf } from './tableSize'

test('the columns that have room fill it, so that none is cut', () => {
  expect(stretchOf(500, [200, 100, 100, 150])).toBe(500 / 400)
  expect(stretchOf(399, [200, 100, 100, 150])).toBe(399 / 300)
  expect(stretchOf(400, [200, 100, 100, 150])).toBe(1)
})

test('columns that all have room, or a box that shows none of them whole, stay as they are', () => {
  expect(stretchOf(550, [200, 100, 100, 150])).toBe(1)
  expect(stretchOf(2_000, [200, 100])).toBe(1)
  expect(stretchOf(150, [200, 100])).toBe(1)
  expect(stretchOf(-124, [200, 100])).toBe(1)
  expect(stretchOf(300, [])).toBe(1)
})
