import { act, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { useState } from 'react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { ordersWith } from '../../../test/builders/orderService'
import { eth, me, plan, usdc } from '../../../test/builders/swap'
import { clientListing, renderIn, servicesWith, walletsWith } from '../../../test/services'
import { WalletBusy } from '../../orders/actions/actionHandlers'
import type { Executor } from '../../orders/executor'
import { openOrder } from '../../orders/openOrder'
import type { Order } from '../../orders/order'
import type { OrderService } from '../../orders/orderService'
import type { EvmAnchor } from '../../orders/requests/transactionAnchor'
import { CancelTransaction } from './CancelTransaction'

const hash = `0x${'7'.repeat(64)}`
const fees = { gas: 21_000n, maxFeePerGas: 10n ** 10n, maxPriorityFeePerGas: 1n }
const cancellation = { chainId: 741001, from: me, nonce: 4, ...fees, cost: 21_000n * 10n ** 10n }

beforeEach(() => void vi.useFakeTimers({ shouldAdvanceTime: true }))
afterEach(() => void vi.useRealTimers())

function sentOrder(anchor: Partial<EvmAnchor> = {}): Order {
  const order = openOrder('1', plan(), 0)
  const sent = { kind: 'evm', account: me, nonce: 4, block: 1n, ...anchor } as const
  const tasks = order.tasks.map((task, index) =>
    index === 0 ? { ...task, progress: { at: 'sent', anchor: sent, hash } as const } : task,
  )
  return { ...order, tasks }
}

function show(
  order: Order,
  { cancel: asked = async (_pending, _cancellation) => {}, ...part }: Partial<Executor> = {},
) {
  const cancel = vi.fn(asked)
  const toFailure = () => ({ code: 'rejected', facts: { is: 'code alone' }, detail: undefined }) as const
  const executor = { quoteCancellation: async () => cancellation, toFailure, ...part }
  const actOn: OrderService['act'] = async (_, action) => {
    if (action.type === 'cancel transaction') await cancel(action.pending, action.cancellation)
  }
  const wallets = walletsWith({ executor: async () => executor as never })
  const client = clientListing([eth, usdc])
  renderIn(
    servicesWith({ wallets, client, orderService: ordersWith({ orders: [order] }, { act: actOn }) }),
    <Shown order={order} />,
  )
  return { cancel, pass: (milliseconds: number) => act(() => vi.advanceTimersByTimeAsync(milliseconds)) }
}

function Shown({ order }: { order: Order }) {
  const [isElsewhere, setElsewhere] = useState(false)
  return (
    <>
      <button type="button" onClick={() => setElsewhere((was) => !was)}>
        other tab
      </button>
      <CancelTransaction order={order} isOwnedByOtherTab={isElsewhere} />
    </>
  )
}

const button = () => screen.queryByRole('button', { name: 'Cancel transaction' })

test('a transaction that is not in a block after ten seconds can be cancelled at the cost shown', async () => {
  const { cancel, pass } = show(sentOrder())
  await pass(9_000)
  expect(button()).toBeNull()
  await pass(2_000)
  expect(await screen.findByText(/This costs at most/)).toHaveTextContent('0.00021 ETH ($0.63)')
  await userEvent.setup({ advanceTimers: vi.advanceTimersByTime }).click(button()!)
  expect(cancel).toHaveBeenCalledWith(expect.objectContaining({ hash }), cancellation)
  expect(await screen.findByText(/This page shows which of the two the network includes/)).toBeVisible()
})

test('after another tab gives the order back, the earlier cost is not offered: the wait begins again', async () => {
  let cost = cancellation.cost
  const { pass } = show(sentOrder(), { quoteCancellation: async () => ({ ...cancellation, cost }) })
  const user = userEvent.setup({ advanceTimers: vi.advanceTimersByTime })
  await pass(11_000)
  await screen.findByText(/This costs at most/)
  await user.click(screen.getByText('other tab'))
  cost *= 2n
  await pass(60_000)
  await user.click(screen.getByText('other tab'))
  await pass(1_000)
  expect(button()).toBeNull()
  await pass(10_000)
  expect(await screen.findByText(/This costs at most/)).toHaveTextContent('0.00042 ETH')
})

test('a transaction that waits for a missing nonce names it, and offers that nonce instead of a cancellation', async () => {
  let missing = 2
  const { cancel, pass } = show(sentOrder(), {
    quoteCancellation: async () => ({ ...cancellation, nonce: missing, ...(missing < 4 && { waiting: 4 }) }),
  })
  await pass(11_000)
  expect(await screen.findByText(/has nonce 4, and the network has none with nonce 2/)).toBeVisible()
  expect(button()).toBeNull()
  const user = userEvent.setup({ advanceTimers: vi.advanceTimersByTime })
  await user.click(screen.getByRole('button', { name: 'Use nonce 2' }))
  expect(cancel).toHaveBeenCalledWith(expect.objectContaining({ hash }), expect.objectContaining({ nonce: 2 }))
  expect(await screen.findByText(/Once it is in a block, this transaction goes on/)).toBeVisible()
  missing = 3
  await pass(11_000)
  expect(await screen.findByRole('button', { name: 'Use nonce 3' })).toBeVisible()
  missing = 4
  await pass(11_000)
  expect(button()).toBeVisible()
})

test('a cancellation that was declined in the wallet is reported, and offered again', async () => {
  const { pass } = show(sentOrder(), { cancel: () => Promise.reject(new Error('no')) })
  await pass(11_000)
  await screen.findByText(/This costs at most/)
  await userEvent.setup({ advanceTimers: vi.advanceTimersByTime }).click(button()!)
  expect(await screen.findByText(/You rejected|declined|rejected/i)).toBeVisible()
  expect(button()).toBeEnabled()
})

test('while the wallet asks for something else, the cancellation waits for the answer to that', async () => {
  const { pass } = show(sentOrder(), { cancel: () => Promise.reject(new WalletBusy()) })
  await pass(11_000)
  await screen.findByText(/This costs at most/)
  await userEvent.setup({ advanceTimers: vi.advanceTimersByTime }).click(button()!)
  expect(await screen.findByText(/Your wallet already has a request open/)).toBeVisible()
  expect(button()).toBeEnabled()
})

test.each([
  ['a contract account, whose transactions others send', { isContract: true }],
  ['a wallet that chose the number itself', { isOpenNonce: true }],
  ['a batch', { batch: { id: '0x1' } }],
] as const)('cancellation is not offered for %s', async (_, anchor) => {
  const { pass } = show(sentOrder(anchor))
  await pass(20_000)
  expect(button()).toBeNull()
})

test('cancellation is not offered once the transaction is in a block', async () => {
  const { pass } = show(sentOrder(), { quoteCancellation: async () => undefined })
  await pass(20_000)
  expect(button()).toBeNull()
})
