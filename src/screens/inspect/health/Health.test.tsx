import { screen, within } from '@testing-library/react'
import { beforeEach, expect, test } from 'vitest'
import { poolsSaid, usdc, weth } from '../../../../test/builders/liquidity'
import * as records from '../../../../test/fixtures/poolRecords'
import { clientListing, renderIn, servicesWith } from '../../../../test/services'
import { refuse } from '../../../protocol/refusal'
import Health from './Health'

beforeEach(() => {
  localStorage.clear()
  window.history.replaceState(null, '', '/inspect?view=health')
})

test('all networks are on one page, with what is wrong, where, and since when', async () => {
  // Fees that do not fit the volume, and a list that had more pools an hour ago.
  const odd = { ...records.embedded, fees24h: 1_000_000 }
  localStorage.setItem(
    'tidegate.health ',
    JSON.stringify({ since: {}, ended: [], most: { Harbor: { count: 5, at: 1_000_000 - 3_600_000 } } }),
  )
  const client = clientListing([weth, usdc], { pools: async () => poolsSaid([odd]) })
  renderIn(servicesWith({ client }), <Health />)
  const findings = await screen.findByRole('table', { name: 'Findings' })
  expect(await within(findings).findByText(/Self-check fails in 1 pool: Fees = volume/)).toBeVisible()
  expect(within(findings).getByText('The list shrank from 5 to 1 pools within a day')).toBeVisible()
  expect(within(findings).getAllByRole('link', { name: 'WETH / USDC' })[0]?.getAttribute('href')).toContain('/pools/')
  expect(localStorage.getItem('tidegate.health ')).toContain('Harbor list shrank')
})

test('a network that does not respond is distinguished from one without findings', async () => {
  const client = clientListing([weth, usdc], { pools: async () => ({ is: 'refused', refusal: refuse('failing') }) })
  renderIn(servicesWith({ client }), <Health />)
  expect(await screen.findByText('No response: The exchange has a problem.')).toBeVisible()
})
