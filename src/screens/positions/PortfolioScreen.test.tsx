import { screen, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { poolsSaid } from '../../../test/builders/liquidity'
import { ordersWith } from '../../../test/builders/orderService'
import * as records from '../../../test/fixtures/poolRecords'
import { accountWith, clientListing, eth, renderIn, servicesWith, usdc, walletsWith } from '../../../test/services'
import PortfolioScreen from './PortfolioScreen'

const owner = '0x5555555555555555555555555555555555555555'
const tokens = [eth, { ...usdc, address: records.usdcAddress }]

function open(rpc?: (method: string) => Promise<unknown>, pools = [records.embedded]) {
  const services = servicesWith({
    client: clientListing(tokens, { pools: async () => poolsSaid(pools) }),
    wallets: walletsWith({ accounts: [accountWith({ address: owner })], ...(rpc && { rpc: () => rpc }) }),
    orderService: ordersWith(),
  })
  renderIn(services, <PortfolioScreen />)
}

test('without an account the portfolio asks for a wallet, and leads to the view of any address', () => {
  const services = servicesWith({ client: clientListing(tokens), wallets: walletsWith({}), orderService: ordersWith() })
  renderIn(services, <PortfolioScreen />)
  screen.getByRole('button', { name: 'Connect wallet' }).click()
  expect(services.dialogs.connect).toHaveBeenCalledOnce()
  expect(screen.getByRole('link', { name: 'View any address' })).toHaveAttribute('href', '/positions')
})

test('tokens are listed with their worth, and the page leads to positions and to a deposit', async () => {
  open((method) => Promise.resolve(method === 'eth_getBalance' ? '0xde0b6b3a7640000' : '0x'))
  const card = await screen.findByRole('region', { name: 'Tokens' })
  expect(await within(card).findByRole('list', { name: 'Balances' })).toHaveTextContent(/ETH.*\$3,000\.00/)
  expect(within(card).getByRole('link', { name: 'ETH' })).toHaveAttribute('href', '/tokens/Harbor/native')
  const tabs = within(screen.getByRole('navigation', { name: 'Portfolio' }))
  expect(tabs.getByRole('link', { name: 'Positions' })).toHaveAttribute('href', '/positions')
  expect(screen.getByRole('link', { name: 'Add liquidity' })).toHaveAttribute('href', '/liquidity/add')
})

test('a total is unknown, not zero, where nothing could be read', async () => {
  open(() => Promise.reject(new Error('busy')), [])
  const total = await screen.findByText('Unknown')
  expect(total).toBeVisible()
  expect(screen.queryByText('$0.00')).toBeNull()
})

test('a total without an unreadable part has a note', async () => {
  open()
  expect(await screen.findByText(/could not be read, so the total may be too low/)).toBeVisible()
})
