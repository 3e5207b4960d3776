import { screen } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { renderIn, servicesWith } from '../../test/services'
import { HaltNotice } from './HaltNotice'

vi.mock('./EmergencyExit', () => {
  throw new TypeError('Failed to fetch dynamically imported module')
})

test('A-06 the message of the operator stays where the way out could not be loaded, and that is said', async () => {
  renderIn(servicesWith({ notice: async () => ({ halt: 'Until noon.' }) }), <HaltNotice />)
  expect(await screen.findByText(/How to get out without this app could not be loaded/)).toBeVisible()
  expect(screen.getByText('Whoever runs this deployment has halted it. Until noon.')).toBeVisible()
})
