import { act, screen } from '@testing-library/react'
import { hydrateRoot } from 'react-dom/client'
import { expect, onTestFinished, test, vi } from 'vitest'
import { App } from './App'
import { prerender } from './prerender'

test('the app takes over the page that was written at build time without changing a thing', async () => {
  const shout = vi.spyOn(console, 'error')
  onTestFinished(() => shout.mockRestore())
  window.history.replaceState(null, '', '/swap')
  const root = document.createElement('div')
  root.innerHTML = prerender()
  document.body.append(root)
  const before = root.innerHTML
  const errors: unknown[] = []
  await act(async () => {
    const opening = new Promise<never>(() => {})
    const hydrated = hydrateRoot(root, <App opening={opening} />, {
      onRecoverableError: (error) => errors.push(error),
    })
    onTestFinished(() => {
      act(() => hydrated.unmount())
      root.remove()
    })
  })
  expect(errors).toEqual([])
  expect(shout).not.toHaveBeenCalled()
  expect(root.innerHTML).toBe(before)
  expect(screen.getByRole('link', { name: 'Swap' })).toHaveAttribute('aria-current', 'page')
})

test('the written page obeys its own policy: no style attributes, no scripts, no event handlers', () => {
  expect(prerender()).not.toMatch(/\sstyle=|<script|\son\w+=/)
})
