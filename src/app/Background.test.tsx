import { afterEach, expect, test, vi } from 'vitest'
import { followContrast } from './Background'

afterEach(() => vi.unstubAllGlobals())

test('a wish for more contrast darkens secondary text and lines, and ends with the wish', () => {
  const wish = Object.assign(new EventTarget(), { matches: true })
  const asked = vi.fn(() => wish)
  vi.stubGlobal('matchMedia', asked)
  const root = document.createElement('div')
  const stop = followContrast(root)
  expect(asked).toHaveBeenCalledWith('(prefers-contrast: more)')
  expect(root.style.getPropertyValue('--color-quiet')).toBe('var(--color-text)')
  wish.matches = false
  wish.dispatchEvent(new Event('change'))
  expect(root.style.getPropertyValue('--color-quiet')).toBe('')
  wish.matches = true
  stop()
  wish.dispatchEvent(new Event('change'))
  expect(root.style.getPropertyValue('--color-quiet')).toBe('')
})
