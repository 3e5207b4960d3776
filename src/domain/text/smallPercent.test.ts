import { expect, test } from 'vitest'
import { smallPercentText } from './smallPercent'

test('a share that is there is never written as none', () => {
  expect(smallPercentText(0.49)).toBe('<0.01%')
  expect(smallPercentText(1e-12)).toBe('<0.01%')
  expect(smallPercentText(0)).toBe('0%')
  expect(smallPercentText(125)).toBe('1.25%')
})
