import { expect, test } from 'vitest'
import { AnvilNotFound, findAnvil } from './binary'

test('the anvil that the operator names is used, or reported as missing', () => {
  expect(findAnvil({ TIDEGATE_ANVIL: process.execPath })).toBe(process.execPath)
  expect(() => findAnvil({ TIDEGATE_ANVIL: '/nowhere' })).toThrow(AnvilNotFound)
})
