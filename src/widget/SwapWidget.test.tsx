import { render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, expect, test, vi } from 'vitest'
import { SwapWidget } from './SwapWidget'

afterEach(() => {
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
})

test('on a page that forbids storage the widget reports that it could not start, also to the page, and can be tried again', async () => {
  const settings = { mode: 'hosted', name: 'Acme', chains: [] }
  const asked = vi.fn(async () => Response.json(settings))
  vi.stubGlobal('fetch', asked)
  vi.spyOn(window, 'localStorage', 'get').mockImplementation(() => {
    throw new DOMException('The operation is insecure.', 'SecurityError')
  })
  const onError = vi.fn()
  render(<SwapWidget gateway="https://swap.example" swap="" onTheme={() => {}} onOrder={() => {}} onError={onError} />)
  expect(await screen.findByText(/^The swap form could not start\./)).toBeVisible()
  expect(onError).toHaveBeenLastCalledWith('not started')
  await userEvent.click(screen.getByRole('button', { name: 'Try again' }))
  expect(await screen.findByText(/^The swap form could not start\./)).toBeVisible()
  expect(asked).toHaveBeenCalledTimes(2)
})

test('a visitor reads that the gateway is not reached, and the owner of the page opens the reason', async () => {
  vi.stubGlobal('fetch', () => Promise.reject(new TypeError('Failed to fetch')))
  vi.stubGlobal(
    'Image',
    class {
      onerror = () => {}
      set src(_: string) {
        queueMicrotask(() => this.onerror())
      }
    },
  )
  render(<SwapWidget gateway="https://swap.example" swap="" onTheme={() => {}} onOrder={() => {}} onError={() => {}} />)
  expect(await screen.findByText(/swap\.example cannot be reached from this page\./)).toBeVisible()
  expect(screen.getByText(/TIDEGATE_WIDGET_ORIGINS/)).not.toBeVisible()
  await userEvent.click(screen.getByText('For the owner of this page'))
  expect(screen.getByText(/TIDEGATE_WIDGET_ORIGINS/)).toBeVisible()
})
