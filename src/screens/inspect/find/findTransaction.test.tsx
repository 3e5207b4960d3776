import { screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { encodeFunctionData, erc20Abi } from 'viem'
import { beforeEach, expect, test } from 'vitest'
import { usdc } from '../../../../test/builders/liquidity'
import { depositIntent, liquidityOrder, provider } from '../../../../test/builders/liquidityOrders'
import { ordersWith } from '../../../../test/builders/orderService'
import { clientListing, renderIn, servicesWith, walletsWith } from '../../../../test/services'
import type { OrdersSnapshot } from '../../../orders/ordersSnapshot'
import Find from './Find'

const hash = `0x${'ab'.repeat(32)}`
const spender = '0x8000000000000000000000000000000000000008'
const approval = encodeFunctionData({ abi: erc20Abi, functionName: 'approve', args: [spender, 5n] })

beforeEach(() => window.history.replaceState(null, '', '/inspect?view=find'))

test('a hash is found on its chain, decoded, with the order and the step it belongs to', async () => {
  open(741001, '0x1')
  await look(hash)
  const found = await screen.findByRole('region', { name: 'Harbor (741001)' })
  expect(found).toHaveTextContent('StatusConfirmed')
  expect(found).toHaveTextContent('Block18')
  expect(found).toHaveTextContent('Callsapprove')
  expect(found).toHaveTextContent('Order in this browserDeposit 0.0₁₇1 WETH as #46, step 1')
  expect(screen.queryByRole('region', { name: /^Delta/ })).toBeNull()
  expect(window.location.search).toContain(`q=${hash}`)
})

test('a failed transaction and a transaction that no chain has are reported', async () => {
  open(741002, '0x0')
  await look(hash)
  expect(await screen.findByRole('region', { name: 'Delta (741002)' })).toHaveTextContent('StatusFailed on chain')
  await look(`0x${'cd'.repeat(32)}`)
  expect(await screen.findByText('No chain of this deployment knows this transaction.')).toBeVisible()
})

test('an invalid hash is reported, and a chain that does not respond is named', async () => {
  open(741001, '0x1', 741002)
  await look('hello')
  expect(screen.getByText('Enter an address, or a hash: 0x and 64 hexadecimal digits.')).toBeVisible()
  await look(hash)
  expect(await screen.findByText('No response from Delta: the transaction may be there.')).toBeVisible()
})

test('while the journal loads, an order is not reported as missing', async () => {
  open(741001, '0x1', undefined, { orders: [], unread: 900 })
  await look(hash)
  const found = await screen.findByRole('region', { name: 'Harbor (741001)' })
  expect(found).toHaveTextContent('Order in this browser…')
  expect(found).not.toHaveTextContent('None in this browser')
})

async function look(text: string) {
  const field = screen.getByRole('textbox', { name: 'Address or transaction hash' })
  await userEvent.clear(field)
  await userEvent.click(field)
  await userEvent.paste(text)
}

/** A world in which one chain knows the transaction, and one may be silent. */
function open(knownOn: number, status: string, silent?: number, reading?: Partial<OrdersSnapshot>) {
  const order = liquidityOrder(depositIntent, [-1n, 0n])
  const [task] = order.tasks
  const progress = task!.progress.at === 'done' ? { ...task!.progress, hash } : task!.progress
  const orders = [{ ...order, tasks: [{ ...task!, progress }] }]
  const rpc = (chainId: number) => async (method: string, params: readonly unknown[]) => {
    if (chainId === silent) throw new Error('fetch failed')
    if (chainId !== knownOn || params[0] !== hash) return null
    return method === 'eth_getTransactionByHash'
      ? { from: provider, to: usdc.address, input: approval, value: '0x0' }
      : { status, blockNumber: '0x12' }
  }
  renderIn(
    servicesWith({
      client: clientListing([usdc]),
      wallets: walletsWith({ rpc }),
      orderService: ordersWith({ orders, ...reading }),
    }),
    <Find />,
  )
}
