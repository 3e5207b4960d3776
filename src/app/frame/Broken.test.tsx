import { render, screen } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { Broken } from './Broken'

vi.mock('./BrokenPage', () => {
  throw new TypeError('Failed to fetch dynamically imported module')
})

test('if the code of the failure screen is missing too, the page reports that orders are unknown and offers no form', async () => {
  const shout = vi.spyOn(console, 'error').mockImplementation(() => {})
  render(<Broken error={new Error('insertBefore')} journals={undefined} onRetry={() => {}} />)
  expect(await screen.findByRole('heading', { name: 'This page stopped working' })).toBeVisible()
  expect(screen.getByRole('alert')).toHaveTextContent(/do not know whether a transaction was sent.*Error: insertBefore/)
  expect(screen.getAllByRole('button').map(({ textContent }) => textContent)).toEqual(['Reload the page'])
  expect(screen.queryByRole('link')).toBeNull()
  shout.mockRestore()
})
