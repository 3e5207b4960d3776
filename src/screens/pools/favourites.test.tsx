import { expect, test, vi } from 'vitest'

test('favourite pools are known after a reload', async () => {
  const { toggleFavourite } = await import('./favourites')
  toggleFavourite('741001:0xaa')
  vi.resetModules()
  const { favourites } = await import('./favourites')
  expect(favourites.getState()).toEqual(['741001:0xaa'])
  window.localStorage.clear()
})
