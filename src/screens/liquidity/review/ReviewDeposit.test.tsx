import { screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test, vi } from 'vitest'
import { poolOf, poolsSaid, usdc, weth } from '../../../../test/builders/liquidity'
import { ordersWith } from '../../../../test/builders/orderService'
import * as records from '../../../../test/fixtures/poolRecords'
import { accountWith, clientListing, renderIn, servicesWith, walletsWith } from '../../../../test/services'
import type { Client } from '../../../api/client'
import { tokenAmounts } from '../../../components/positions/proposal'
import { depositRequestOf } from '../depositRequest'
import { OpenReview } from './ReviewDeposit'
import type { Asked } from './useDeposit'

const tokens = [
  { ...weth, address: records.wethAddress },
  { ...usdc, address: records.usdcAddress },
] as const

test('an accepted deposit that cannot be prepared is reported, and only the preparation is retried', async () => {
  const user = userEvent.setup()
  const { addLiquidity, node } = show()
  expect(await screen.findByText(/The pool does not exist yet, so we cannot check the deposit now/)).toBeVisible()
  await user.click(screen.getByRole('button', { name: 'Confirm deposit' }))
  expect(await screen.findByText('Could not prepare the deposit')).toBeVisible()
  expect(screen.getByText(/The request was accepted and is not sent again/)).toBeVisible()
  expect(screen.queryByRole('button', { name: 'Confirm deposit' })).not.toBeInTheDocument()

  const before = node.mock.calls.length
  await user.click(screen.getByRole('button', { name: 'Try again' }))
  expect(await screen.findByText(/The request was accepted and is not sent again/)).toBeVisible()
  expect(node.mock.calls.length).toBeGreaterThan(before)

  const plenty = `0x${(10n ** 30n).toString(16).padStart(64, '0')}`
  node.mockImplementation(async (method) => (method === 'eth_call' ? plenty : { timestamp: '0x1' }))
  await user.click(screen.getByRole('button', { name: 'Try again' }))
  expect(await screen.findByText(/The request was accepted. You signed nothing yet/)).toBeVisible()
  expect(screen.getByRole('button', { name: 'Confirm deposit' })).toBeVisible()
  expect(addLiquidity).toHaveBeenCalledOnce()
})

test('what may leave at most is in large type, with network and worth', async () => {
  show()
  const most = await screen.findByRole('region', { name: 'Maximum deposit' })
  const amounts = within(most).getAllByRole('strong')
  expect(amounts.map(({ textContent }) => textContent)).toEqual(['1 WETH', '3,000 USDC'])
  expect(most).toHaveTextContent('3,000 USDCHarbor · $3,000.00')
  for (const amount of amounts) expect(amount).toHaveClass('text-title')
})

test('the request names the contracts of its tokens in full, also where no transaction is known yet', async () => {
  show()
  await userEvent.click(await screen.findByText('Full request'))
  for (const { symbol, address } of tokens) {
    const named = screen.getByText(address).closest('bdi')!.parentElement!
    expect(named).toHaveTextContent(symbol)
    expect(named).toBeVisible()
  }
})

/** The review of a deposit that starts a pool. The service accepts it and lists the pool; no node responds. */
function show() {
  const said = { message: 'ok', deviations: [], receivedAt: 1_000_000, age: 0, from: 'service' } as const
  const addLiquidity = vi.fn<Client['addLiquidity']>(async () => ({ is: 'answer', answer: { ...said, value: null } }))
  const node = vi.fn(async (_method: string, _params: readonly unknown[]): Promise<unknown> => {
    throw new Error('No node answers.')
  })
  const client = clientListing(tokens, { addLiquidity, pools: async () => poolsSaid([records.embedded]) })
  const wallets = walletsWith({ accounts: [accountWith()], rpc: () => node })
  const known = { tokens, records: [] }
  const noEnd = () => {}
  renderIn(
    servicesWith({ client, orderService: ordersWith(), wallets }),
    <OpenReview
      asked={asked()}
      known={known}
      onReprice={noEnd}
      onConfirmed={noEnd}
      onWatched={noEnd}
      onClose={noEnd}
    />,
  )
  return { addLiquidity, node }
}

function asked(): Asked {
  const me = accountWith().address
  const pool = poolOf({ address: undefined, token0: tokens[0], token1: tokens[1], feePpm: undefined })
  const { positionManager } = records.embedded
  const range = { tickLower: -197_040, tickUpper: -195_000 }
  const pay = tokenAmounts(pool, { amount0: 10n ** 18n, amount1: 3_000n * 10n ** 6n })
  return {
    pool,
    request: depositRequestOf(pool, { pay, range, recipient: me }),
    isNewPool: true,
    liquidity: 1n,
    startsOff: 0,
    intent: {
      kind: 'deposit',
      pool: { token0: tokens[0], token1: tokens[1], feePpm: undefined, startTick: undefined, positionManager },
      pay,
      range,
      toleranceBps: 200,
      sqrtPriceX96: pool.sqrtPriceX96,
      sender: me,
      recipient: me,
    },
  }
}
