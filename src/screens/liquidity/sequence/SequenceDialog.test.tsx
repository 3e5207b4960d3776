import { act, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, expect, test } from 'vitest'
import { poolsSaid, usdc, weth } from '../../../../test/builders/liquidity'
import { liquidityOrder, noon, provider, withdrawIntent } from '../../../../test/builders/liquidityOrders'
import { ordersWith } from '../../../../test/builders/orderService'
import * as records from '../../../../test/fixtures/poolRecords'
import { accountWith, clientListing, renderIn, servicesWith, walletsWith } from '../../../../test/services'
import {
  closeSequence,
  noteSequenceOrder,
  openSequence,
  openSequences,
} from '../../../components/sequences/sequenceStore'
import type { Order } from '../../../orders/order'
import type { Sequence } from '../../../preparation/liquidity/sequenceCodec'
import AddLiquidityScreen from '../AddLiquidityScreen'

const listed = [
  { ...weth, address: records.wethAddress },
  { ...usdc, address: records.usdcAddress },
]
const zap: Sequence = {
  id: 'one',
  account: provider,
  chainId: weth.chain.chainId,
  pool: records.poolAddress,
  tokens: [records.wethAddress, records.usdcAddress],
  symbols: ['WETH', 'USDC'],
  range: { tickLower: -197_040, tickUpper: -195_000 },
  toleranceBps: 200,
  paysCoin: false,
  budget: { amount0: 10n ** 18n, amount1: 0n },
  orders: {},
  openedAt: noon,
}
const begun = liquidityOrder(withdrawIntent(5n), undefined)
/** One that does not open by itself. */
const failed: Order = {
  ...begun,
  id: 's',
  tasks: begun.tasks.map((task) => ({ ...task, progress: { at: 'reverted', hash: '0x01', why: undefined } as const })),
}

beforeEach(() => {
  window.history.replaceState(null, '', '/liquidity/add')
  for (const { id } of openSequences()) closeSequence(id)
})

async function goOn(sequence: Sequence) {
  openSequence(sequence)
  const wallets = walletsWith({ accounts: [accountWith({ address: provider })] })
  const services = servicesWith({
    client: clientListing(listed, { pools: async () => poolsSaid([records.embedded]) }),
    wallets,
    orderService: ordersWith({ orders: [failed] }),
  })
  renderIn(services, <AddLiquidityScreen />)
  await userEvent.click(await screen.findByRole('button', { name: 'Continue' }))
  return wallets
}

test('a step that is in progress is shown as it stands, and its sequence can be stopped when it failed', async () => {
  await goOn({ ...zap, orders: { swap: 's' } })
  expect(await screen.findByRole('dialog', { name: 'Your order' })).toBeVisible()
  expect(screen.queryByText('Preparing, checking and simulating…')).toBeNull()
  await userEvent.click(screen.getAllByRole('button', { name: 'Close' })[0]!)
  await userEvent.click(await screen.findByRole('button', { name: 'Stop here' }))
  expect(screen.queryByText(/^Unfinished swap and deposit/)).toBeNull()
})

test('a step that another tab begins while it is reviewed here turns into its progress', async () => {
  await goOn(zap)
  await screen.findByRole('list', { name: 'Steps' })
  act(() => noteSequenceOrder('one', 'swap', 's'))
  expect(await screen.findByRole('dialog', { name: 'Your order' })).toBeVisible()
})

test('another account that is connected during the review is not asked to pay for it', async () => {
  const { store } = await goOn(zap)
  await screen.findByRole('list', { name: 'Steps' })
  act(() => store.setState({ accounts: [accountWith({ address: '0x00000000000000000000000000000000000000bb' })] }))
  expect(await screen.findByText(/To continue, connect/)).toHaveTextContent(provider)
  expect(screen.queryByRole('list', { name: 'Steps' })).toBeNull()
})
