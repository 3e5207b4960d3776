import { screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test, vi } from 'vitest'
import { ordersWith } from '../../../test/builders/orderService'
import { approval, farUsdc, me, plan, router, usdc, weth } from '../../../test/builders/swap'
import { accountWith, clientListing, deployment, renderIn, servicesWith, walletsWith } from '../../../test/services'
import { openOrder } from '../../orders/openOrder'
import type { OrderService } from '../../orders/orderService'
import { decodeOrder, encodeOrder } from '../../orders/store/orderCodec'
import AccountApprovals from './AccountApprovals'

const trusted = '0x00000000000000000000000000000000000000dD'

/** Renders allowances, keyed by the last letters of token and spender. */
function show(
  allowances: Readonly<Record<string, bigint>>,
  part: Partial<OrderService> = {},
  { isAlone = false, unread = 0 } = {},
) {
  const calls: string[] = []
  const rpc = (chainId: number) => async (_: string, params: readonly unknown[]) => {
    if (chainId !== 741001) throw new Error('No node.')
    const { to, data } = params[0] as { to: string; data: string }
    calls.push(data)
    const amount = allowances[`${to.slice(-3)} ${data.slice(-2)}`] ?? 0n
    return `0x${amount.toString(16).padStart(64, '0')}`
  }
  const [harbor, delta] = deployment.chains
  const services = servicesWith({
    deployment: {
      ...deployment,
      chains: [{ ...harbor!, trusted: [trusted] }, ...(isAlone ? [] : [{ ...delta!, trusted: [trusted] }])],
    },
    client: clientListing([usdc, weth, farUsdc]),
    wallets: walletsWith({ accounts: [accountWith({ address: me })], rpc }),
    orderService: ordersWith({ orders: [openOrder('order-1', plan({}, [approval]), 0)], unread }, part),
  })
  renderIn(services, <AccountApprovals account={me} />)
  return { calls }
}

test('nothing is read until someone wants to know', async () => {
  const { calls } = show({})
  expect(calls).toEqual([])
  await userEvent.click(screen.getByRole('button', { name: 'Show approvals' }))
  await waitFor(() => expect(calls.length).toBeGreaterThan(0))
})

test('what the service’s contracts and earlier orders may spend is listed, each to be revoked', async () => {
  const open = vi.fn(async (_plan: Parameters<OrderService['open']>[0]) => 'order-2')
  const act = vi.fn(async () => {})
  show({ '501 cc': 7_000_000n, [`${weth.address.slice(-3)} dd`]: 2n ** 256n - 1n }, { open, act })
  await userEvent.click(screen.getByRole('button', { name: 'Show approvals' }))
  expect(await screen.findByText(/can spend 7 USDC on Harbor/)).toBeVisible()
  expect(screen.getByText(/can spend any amount of WETH on Harbor/)).toBeVisible()
  await userEvent.click(screen.getByRole('button', { name: 'Revoke USDC' }))
  await waitFor(() => expect(act).toHaveBeenCalledWith('order-2', { type: 'start' }))
  const [taken] = open.mock.calls[0] ?? []
  expect(taken?.steps).toMatchObject([{ to: usdc.address, value: 0n, purpose: { does: 'reset', spender: router } }])
  const stored = openOrder('order-2', taken!, 1)
  expect(decodeOrder(encodeOrder(stored))).toEqual({ is: 'order', order: stored })
})

test('a network that does not answer is named, and never counted as free of approvals', async () => {
  show({})
  await userEvent.click(screen.getByRole('button', { name: 'Show approvals' }))
  expect(await screen.findByText('Could not read approvals on Delta.')).toBeVisible()
  expect(screen.queryByText(/No contract of this exchange/)).not.toBeInTheDocument()
})

test.each([
  ['is said once all orders are read', 0, true],
  ['is not said before: a spender may be in an order further back', 900, false],
])('that nothing can spend %s', async (_, unread, isSaid) => {
  show({}, {}, { isAlone: true, unread })
  await userEvent.click(screen.getByRole('button', { name: 'Show approvals' }))
  await screen.findByText(/^Checked: /)
  expect(screen.queryByText(/No contract of this exchange/) !== null).toBe(isSaid)
})
