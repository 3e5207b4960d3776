import { screen, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { Route } from 'wouter'
import { poolsSaid } from '../../../../test/builders/liquidity'
import * as records from '../../../../test/fixtures/poolRecords'
import {
  accountWith,
  clientListing,
  deployment,
  eth,
  renderIn,
  servicesWith,
  tokenWith,
  usdc,
  walletsWith,
} from '../../../../test/services'
import TokenScreen from './TokenScreen'

const weth = tokenWith('WETH', 'Wrapped Ether', { address: records.wethAddress, decimals: 18, price: '3000' })
const dollar = { ...usdc, address: records.usdcAddress, price: '1' }
const puff = tokenWith('PUFF', 'Puff', { address: `0x${'9'.repeat(40)}`, cautions: [{ is: 'shared ticker' }] })

function open(path: string, isConnected = false) {
  window.history.replaceState(null, '', path)
  const rpc = () => async () => '0xde0b6b3a7640000'
  const chains = deployment.chains.map((chain) => ({ ...chain, wrappedNative: records.wethAddress }))
  const services = servicesWith({
    deployment: { ...deployment, chains },
    client: clientListing([eth, weth, dollar, puff], { pools: async () => poolsSaid([records.embedded]) }),
    wallets: walletsWith({ ...(isConnected && { accounts: [accountWith()] }), rpc }),
  })
  renderIn(
    services,
    <Route path="/tokens/:network/:address">
      <TokenScreen />
    </Route>,
  )
}

test.each([
  ['a token', `/tokens/Harbor/${records.wethAddress}`, 'WETH on Harbor', `741001:${records.wethAddress}`],
  ['a native coin', '/tokens/Harbor/native', 'ETH on Harbor', '741001:native'],
])('the page of %s has its price, its pools, and leads to buying and selling it', async (_, path, title, ref) => {
  open(path)
  expect(await screen.findByRole('heading', { level: 1, name: title })).toBeVisible()
  const about = screen.getByRole('region', { name: 'About' })
  expect(about).toHaveTextContent('Price$3,000')
  expect(within(about).getByRole('link', { name: 'Buy' })).toHaveAttribute('href', `/swap?to=${ref}`)
  expect(within(about).getByRole('link', { name: 'Sell' })).toHaveAttribute('href', `/swap?from=${ref}`)
  expect(about).toHaveTextContent('No wallet on this network is connected.')
  // A native coin is in pools in its wrapped form.
  const pools = await screen.findByRole('table', { name: 'Pools' })
  expect(within(pools).getByRole('link', { name: 'WETH / USDC' })).toHaveAttribute(
    'href',
    `/pools/Harbor/${records.poolAddress}`,
  )
  expect(screen.getByRole('link', { name: 'All pools' }).getAttribute('href')).toContain(
    `token%3A${records.wethAddress}`,
  )
})

test('the page of a token shows the connected account’s balance with its worth', async () => {
  open('/tokens/Harbor/native', true)
  const about = await screen.findByRole('region', { name: 'About' })
  expect(await within(about).findByText('$3,000.00')).toBeVisible()
})

test('the page of a suspicious token shows a warning, and that no pool has it', async () => {
  open(`/tokens/Harbor/${puff.address}`)
  expect(await screen.findByText(/Several tokens use this name/)).toBeVisible()
  expect(await screen.findByText('No pool on this network has this token.')).toBeVisible()
})

test.each([
  ['/tokens/Harbor/0x4444444444444444444444444444444444444444', 'Token not found'],
  ['/tokens/Nowhere/native', 'This exchange has no network “Nowhere”'],
])('the page at %s names what is wrong with the link', async (path, problem) => {
  open(path)
  expect(await screen.findByText(problem)).toBeVisible()
})
