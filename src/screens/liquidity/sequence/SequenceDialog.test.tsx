import { act, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, expect, test } from 'vitest'
import { poolsSaid, usdc, weth } from '../../../../test/builders/liquidity'
import { liquidityOrder, provider, withdrawIntent } from '../../../../test/builders/liquidityOrders'
import { ordersWith } from '../../../../test/builders/orderService'
import { zap as anyZap, stepOf } from '../../../../test/builders/sequences'
import * as records from '../../../../test/fixtures/poolRecords'
import { accountWith, clientListing, renderIn, servicesWith, walletsWith } from '../../../../test/services'
import type { Order } from '../../../orders/order'
import { applyEvent } from '../../../orders/orderReducer'
import type { OrdersSnapshot } from '../../../orders/ordersSnapshot'
import AddLiquidityScreen from '../AddLiquidityScreen'

const listed = [
  { ...weth, address: records.wethAddress },
  { ...usdc, address: records.usdcAddress },
]
const zap = {
  ...anyZap,
  goal: {
    ...anyZap.goal,
    pool: records.poolAddress,
    tokens: [records.wethAddress, records.usdcAddress] as const,
    range: { tickLower: -197_040, tickUpper: -195_000 },
  },
}
const begun = liquidityOrder(withdrawIntent(5n), undefined)
/** One that does not open by itself. */
const failed: Order = {
  ...begun,
  tasks: begun.tasks.map((task) => ({ ...task, progress: { at: 'reverted', hash: '0x01', why: undefined } as const })),
}
/** Its review can be opened again. */
const rejected: Order = {
  ...begun,
  isDismissed: true,
  tasks: begun.tasks.map((task) => ({ ...task, progress: { at: 'rejected' } as const })),
}

beforeEach(() => window.history.replaceState(null, '', '/liquidity/add'))

/** The screen with a swap of the sequence, and what another tab makes of the orders. */
async function goOn(swap: Order) {
  const listeners = new Set<() => void>()
  let snapshot: OrdersSnapshot
  const show = (orders: readonly Order[]) => {
    snapshot = ordersWith({ orders }).getSnapshot()
    for (const listener of listeners) listener()
  }
  const step = (order: Order, id: string) => stepOf(zap, 'swap', { ...order, id })
  show([step(swap, 's')])
  const wallets = walletsWith({ accounts: [accountWith({ address: provider })] })
  const services = servicesWith({
    client: clientListing(listed, { pools: async () => poolsSaid([records.embedded]) }),
    wallets,
    orderService: ordersWith(
      {},
      {
        getSnapshot: () => snapshot,
        subscribe: (listener) => {
          listeners.add(listener)
          return () => void listeners.delete(listener)
        },
        act: async (id, { type }) => {
          if (type === 'stop sequence')
            show(
              snapshot.orders.map((order) =>
                order.id === id ? applyEvent(order, { type: 'sequence stopped', when: 1 }) : order,
              ),
            )
        },
      },
    ),
  })
  renderIn(services, <AddLiquidityScreen />)
  await userEvent.click(await screen.findByRole('button', { name: 'Continue' }))
  return { wallets, beginElsewhere: () => act(() => show([step(failed, 'newer'), ...snapshot.orders])) }
}

test('a step that is in progress is shown as it is, and its sequence can be stopped when it failed', async () => {
  await goOn(failed)
  expect(await screen.findByRole('status', { name: 'Order' })).toBeVisible()
  expect(screen.queryByText('Preparing, checking and simulating…')).toBeNull()
  await userEvent.click(screen.getAllByRole('button', { name: 'Close' })[0]!)
  await userEvent.click(await screen.findByRole('button', { name: 'Stop here' }))
  expect(screen.queryByText(/^Unfinished swap and deposit/)).toBeNull()
})

test('a step that another tab begins while it is reviewed here turns into its progress', async () => {
  const { beginElsewhere } = await goOn(rejected)
  await screen.findByRole('list', { name: 'Steps' })
  beginElsewhere()
  expect(await screen.findByRole('status', { name: 'Order' })).toBeVisible()
})

test('another account that is connected during the review is not asked to pay for it', async () => {
  const { store } = (await goOn(rejected)).wallets
  await screen.findByRole('list', { name: 'Steps' })
  act(() => store.setState({ accounts: [accountWith({ address: '0x00000000000000000000000000000000000000bb' })] }))
  expect(await screen.findByText(/To continue, connect/)).toHaveTextContent(provider)
  expect(screen.queryByRole('list', { name: 'Steps' })).toBeNull()
})
