import { screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { ordersWith } from '../../../../test/builders/orderService'
import { deployment, eth, harbor, renderIn, servicesWith, tokenWith } from '../../../../test/services'
import { CostAndTime } from './RouteDetails'

const delta = { ...harbor, id: 2, chainId: 741002, name: 'Delta' }
const far = { ...tokenWith('USDC', 'USD Coin', { address: `0x${'7'.repeat(40)}` }), chain: delta }
const near = { ...far, chain: harbor }

test.each([
  ['a crossing by the local bridge is usually there within a minute', 'embedded', far, '$1 cost, under 1 min'],
  ['a crossing by another bridge has no time before the first one', 'hosted', far, '$1 network cost'],
  ['a swap on one network has no time before the first one', 'embedded', near, '$1 network cost'],
] as const)('%s', (_, mode, buy, text) => {
  const services = servicesWith({ deployment: { ...deployment, mode }, orderService: ordersWith({}) })
  renderIn(services, <CostAndTime cost="$1" sell={eth} buy={buy} />)
  expect(screen.getByText(text)).toBeVisible()
})
