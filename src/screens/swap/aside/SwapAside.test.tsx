import { fireEvent, screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, expect, test } from 'vitest'
import { ordersWith } from '../../../../test/builders/orderService'
import { eth, localSolana, plan } from '../../../../test/builders/swap'
import { clientListing, deployment, renderIn, servicesWith, usdc } from '../../../../test/services'
import { openOrder } from '../../../orders/openOrder'
import SwapAside from './SwapAside'

beforeEach(() => window.localStorage.clear())

const client = clientListing([usdc])

test('the last five swaps of this browser are next to the form, the newest first, each with its page', async () => {
  const orders = [1, 2, 3, 4, 5, 6].map((at) => openOrder(`order-${at}`, plan(), at))
  renderIn(
    servicesWith({ client, orderService: ordersWith({ orders }) }),
    <SwapAside pair={{ sell: undefined, buy: undefined }} />,
  )
  const list = await screen.findByRole('list', { name: 'Your recent swaps' })
  const links = within(list).getAllByRole('link')
  expect(links.map((link) => link.getAttribute('href'))).toEqual([6, 5, 4, 3, 2].map((at) => `/activity/order-${at}`))
})

test('before the first swap no empty card is shown for swaps', async () => {
  const services = servicesWith({ client, orderService: ordersWith() })
  renderIn(services, <SwapAside pair={{ sell: undefined, buy: undefined }} />)
  await screen.findByRole('region', { name: 'You are in demo mode' })
  expect(screen.queryByText('Your recent swaps')).toBeNull()
})

test('a first visitor reads what is different here, and a person who has chosen tokens does not', async () => {
  const services = servicesWith({ client, orderService: ordersWith() })
  const { unmount } = renderIn(services, <SwapAside pair={{ sell: undefined, buy: undefined }} />)
  expect(screen.getByRole('heading', { name: 'Swap with nothing hidden.' })).toBeVisible()
  unmount()
  services.preferences.getState().change({ recentTokens: ['1:native'] })
  renderIn(services, <SwapAside pair={{ sell: undefined, buy: undefined }} />)
  await screen.findByRole('region', { name: 'You are in demo mode' })
  expect(screen.queryByRole('heading', { name: 'Swap with nothing hidden.' })).toBeNull()
})

test('a newcomer to demo mode sees once what the networks are', async () => {
  const services = servicesWith({ client, orderService: ordersWith({ orders: [openOrder('order-1', plan(), 1)] }) })
  const { unmount } = renderIn(services, <SwapAside pair={{ sell: undefined, buy: undefined }} />)
  const notice = await screen.findByRole('region', { name: 'You are in demo mode' })
  expect(notice).toHaveTextContent('Harbor works like Ethereum.')
  expect(notice).toHaveTextContent('Their tokens are free and worth nothing')
  await userEvent.click(within(notice).getByRole('button', { name: 'Got it' }))
  expect(notice).not.toBeInTheDocument()
  unmount()
  renderIn(services, <SwapAside pair={{ sell: undefined, buy: undefined }} />)
  await screen.findByRole('region', { name: 'Your recent swaps' })
  expect(screen.queryByText('You are in demo mode')).toBeNull()
})

test('with real money no page claims otherwise', async () => {
  const hosted = { ...deployment, mode: 'hosted' } as const
  renderIn(
    servicesWith({
      client,
      deployment: hosted,
      orderService: ordersWith({ orders: [openOrder('order-1', plan(), 1)] }),
    }),
    <SwapAside pair={{ sell: undefined, buy: undefined }} />,
  )
  await screen.findByRole('region', { name: 'Your recent swaps' })
  expect(screen.queryByText('You are in demo mode')).toBeNull()
})

test('a pair of two networks reports immediately that it has no chart, without a gap', () => {
  const sell = { ...eth, chain: localSolana }
  renderIn(servicesWith({ client: clientListing([sell, usdc]) }), <SwapAside pair={{ sell, buy: usdc }} />)
  fireEvent.click(screen.getByRole('button', { name: 'Price chart' }))
  expect(screen.getByText('No chart: no token on this network prices these tokens.')).toBeVisible()
})
