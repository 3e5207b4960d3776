import { fireEvent, screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { eth, localSolana, usdc } from '../../../../test/builders/swap'
import { clientListing, renderIn, servicesWith } from '../../../../test/services'
import { PairAside } from './PairAside'

test('a pair of two networks reports immediately that it has no chart, without a gap', () => {
  const sell = { ...eth, chain: localSolana }
  renderIn(servicesWith({ client: clientListing([sell, usdc]) }), <PairAside sell={sell} buy={usdc} />)
  fireEvent.click(screen.getByRole('button', { name: 'Price chart' }))
  expect(screen.getByText('No chart: no token on this network prices these tokens.')).toBeVisible()
})
