import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, expect, test, vi } from 'vitest'
import { Route } from 'wouter'
import { poolsSaid, usdc, weth } from '../../../../test/builders/liquidity'
import * as records from '../../../../test/fixtures/poolRecords'
import { clientListing, renderIn, servicesWith, walletsWith } from '../../../../test/services'
import { memberOf, type RpcPort } from '../../../chain/rpc'
import type { PoolSnapshot } from '../../../domain/pools/poolHistory'
import PoolScreen from './PoolScreen'

const swap = '0xc42079f94a6350d7e6235f29174924f928cc2ac818eb64fed8004e115fbcca67'
const mint = '0x7a53080ba414158be7ec69b987b5fb7d07dee101fe85488f0853ae16239d0bde'
const word = (value: bigint) => BigInt.asUintN(256, value).toString(16).padStart(64, '0')

const past = vi.hoisted(() => ({ read: vi.fn<() => Promise<readonly PoolSnapshot[]>>(async () => []) }))
vi.mock('../../../api/poolHistoryStore', () => ({
  openPoolHistory: () => ({ ...past, record: async () => {}, forget: async () => {} }),
}))

beforeEach(() => window.history.replaceState(null, '', `/pools/Harbor/${records.poolAddress}`))

test('the pool’s price, charts and trades are turned together, and the address keeps it', async () => {
  open()
  const figures = await screen.findByLabelText('Key figures')
  expect(figures).toHaveTextContent('3,000 USDC')
  const trades = await screen.findByRole('table', { name: 'Trades' })
  expect(within(trades).getByRole('columnheader', { name: 'USDC per WETH' })).toBeVisible()
  await userEvent.click(screen.getByRole('button', { name: 'Invert price' }))
  expect(figures).toHaveTextContent(/0\.000333\d* WETH/)
  expect(within(trades).getByRole('columnheader', { name: 'WETH per USDC' })).toBeVisible()
  expect(window.location.search).toBe('?turned=1')
})

test("the pool's activity comes from its logs: trades, and added and removed liquidity", async () => {
  open()
  const trades = await screen.findByRole('table', { name: 'Trades' })
  const [, row] = within(trades).getAllByRole('row')
  expect(row).toHaveTextContent('Sold WETH for USDC')
  // With the signs of the trader, who pays WETH and receives USDC.
  expect(row).toHaveTextContent(/Sold WETH for USDC−[\d.]+\+2,990/)
  await userEvent.click(screen.getByRole('radio', { name: 'Liquidity changes' }))
  const changes = screen.getByRole('table', { name: 'Liquidity changes' })
  expect(changes).toHaveTextContent(/Deposited5.*7/)
})

test('TVL is drawn from the logs where neither the record nor this browser has a past', async () => {
  window.history.replaceState(null, '', `/pools/Harbor/${records.poolAddress}?chart=tvl`)
  open()
  expect(await screen.findByText(/data points from the pool’s logs on chain/)).toBeVisible()
})

test('a network without logs is reported', async () => {
  open(() => Promise.reject(new Error('no logs here')))
  expect(await screen.findByText('The logs of this pool could not be read from the network.')).toBeVisible()
})

test('earlier blocks are read on a press, and on the next one if that failed', async () => {
  let isDown = false
  open(async (method, params) => {
    if (method === 'eth_blockNumber') return '0xc350'
    if (isDown) throw new Error('busy')
    return logsAt(memberOf(params[0], 'toBlock'))
  })
  expect(await screen.findByText('1 of 1 read')).toBeVisible()
  isDown = true
  await userEvent.click(screen.getByRole('button', { name: 'Show earlier' }))
  const again = await screen.findByRole('button', { name: 'Show earlier' }, { timeout: 5_000 })
  expect(screen.getByText('1 of 1 read')).toBeVisible()
  isDown = false
  await userEvent.click(again)
  expect(await screen.findByText('2 of 2 read')).toBeVisible()
})

test('all positions of a record can be reached, counted, and searched by owner or number', async () => {
  window.history.replaceState(null, '', `/pools/Harbor/${records.poolAddress}?tab=positions`)
  const [one] = records.embedded.positions
  const positions = Array.from({ length: 450 }, (_, place) => ({
    ...one,
    id: String(place),
    owner: `0x${(place < 3 ? 'a' : 'b').repeat(40)}`,
  }))
  open(logs, { ...records.embedded, positions })
  const table = await screen.findByRole('table', { name: 'Positions' })
  expect(screen.getByText('200 of 450 positions shown')).toBeVisible()
  await userEvent.click(screen.getByRole('button', { name: 'Show 200 more' }))
  await userEvent.click(screen.getByRole('button', { name: 'Show 50 more' }))
  expect(within(table).getAllByRole('row')).toHaveLength(451)
  expect(screen.getByText('450 positions')).toBeVisible()
  const search = screen.getByRole('searchbox', { name: 'Search owner or number' })
  await userEvent.click(search)
  await userEvent.paste(`0x${'A'.repeat(40)}`)
  expect(screen.getByText('3 of 450 positions found')).toBeVisible()
  expect(window.location.search).toContain('owner=0x')
  await userEvent.clear(search)
  await userEvent.type(search, '449')
  expect(within(screen.getByRole('table', { name: 'Positions' })).getAllByRole('row')).toHaveLength(2)
  await userEvent.type(search, '9')
  expect(screen.getByText('No position has this owner or number.')).toBeVisible()
})

test('a support bundle waits for the past that this browser knows', async () => {
  let finish = (_: readonly PoolSnapshot[]) => {}
  past.read.mockReturnValueOnce(new Promise((resolve) => (finish = resolve)))
  open()
  const bundle = await screen.findByRole('button', { name: 'Support bundle' })
  expect(bundle).toBeDisabled()
  finish([])
  await waitFor(() => expect(bundle).toBeEnabled())
})

test('an address that is no pool here leads to where else it may be', async () => {
  window.history.replaceState(null, '', '/pools/Harbor/0x0000000000000000000000000000000000000001')
  open()
  expect(await screen.findByRole('link', { name: 'Find this address on other networks.' })).toHaveAttribute(
    'href',
    '/inspect?view=find&q=0x0000000000000000000000000000000000000001',
  )
})

/** The indexed members of a log. */
const none = `0x${word(0n)}`

const logs: RpcPort = async (method) => (method === 'eth_blockNumber' ? '0x20' : logsAt('0x10'))

function logsAt(blockNumber: unknown) {
  const log = {
    address: records.embedded.address,
    blockNumber,
    transactionHash: `0x${'a'.repeat(64)}`,
    blockTimestamp: '0x6a000000',
  }
  const price = BigInt(records.embedded.sqrtPriceX96)
  return [
    {
      ...log,
      logIndex: '0x0',
      topics: [mint, none, none, none],
      data: `0x${[1n, 1n, 5n * 10n ** 18n, 7_000_000n].map(word).join('')}`,
    },
    {
      ...log,
      logIndex: '0x1',
      topics: [swap, none, none],
      data: `0x${[10n ** 18n, -2_990_000_000n, price, 1n, 0n].map(word).join('')}`,
    },
  ]
}

function open(ask: RpcPort = logs, record: unknown = records.embedded) {
  const listed = [
    { ...weth, address: records.wethAddress },
    { ...usdc, address: records.usdcAddress },
  ]
  const client = clientListing(listed, { pools: async () => poolsSaid([record]) })
  renderIn(
    servicesWith({ client, wallets: walletsWith({ rpc: () => ask }) }),
    <Route path="/pools/:network/:pool">
      <PoolScreen />
    </Route>,
  )
}
