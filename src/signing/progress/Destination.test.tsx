import { screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test, vi } from 'vitest'
import { ordersWith } from '../../../test/builders/orderService'
import { farUsdc, me, other, plan, router, usdc } from '../../../test/builders/swap'
import { clientListing, renderIn, servicesWith } from '../../../test/services'
import type { AnyPlan } from '../../guard/plan'
import type { DeliveryStatus } from '../../orders/delivery'
import { openOrder } from '../../orders/openOrder'
import { DestinationView } from './Destination'
import { OrderReceipt } from './OrderReceipt'

function paidCrossing(delivery: DeliveryStatus) {
  const opened = openOrder('1', plan({ buy: farUsdc }), 0)
  const receipt = { hash: '0x1', block: 1n, fee: 1n, received: undefined, spent: undefined }
  const anchor = { kind: 'evm', account: me, nonce: 1, block: 1n } as const
  const tasks = opened.tasks.map((task) => ({
    ...task,
    progress: { at: 'done', anchor, hash: '0x1', receipt } as const,
  }))
  return { ...opened, tasks, destination: { since: undefined, delivery } }
}

test('a destination chain that cannot be read is reported immediately, instead of an endless wait', () => {
  renderIn(
    servicesWith({ client: clientListing([]) }),
    <DestinationView order={paidCrossing({ at: 'awaited', isSilent: true })} />,
  )
  const side = screen.getByRole('region', { name: `On ${farUsdc.chain.name}` })
  expect(side).toHaveTextContent(/cannot be read at the moment, so we cannot see what arrived\. We keep trying\./)
  expect(side).not.toHaveTextContent('Waiting for your tokens')
})

test('the output is awaited on a destination chain that can be read', () => {
  renderIn(servicesWith({ client: clientListing([]) }), <DestinationView order={paidCrossing({ at: 'awaited' })} />)
  expect(screen.getByText(`Waiting for your tokens on ${farUsdc.chain.name}.`)).toBeVisible()
})

test('native coins that may belong to another order are shown as at least the minimum, with the reason', () => {
  const order = paidCrossing({ at: 'filled', units: 40n * 10n ** 18n, hash: undefined, isAtLeast: true })
  renderIn(
    servicesWith({ client: clientListing([]) }),
    <>
      <DestinationView order={order} />
      <OrderReceipt order={order} />
    </>,
  )
  const side = screen.getByRole('region', { name: `On ${farUsdc.chain.name}` })
  expect(side).toHaveTextContent(/Received\..*Native tokens of another order arrived at the same time\./)
  const receipt = screen.getByRole('region', { name: 'Receipt' })
  expect(receipt).toHaveTextContent(`At least 40 ${farUsdc.symbol}`)
  expect(receipt).toHaveTextContent(
    'Native tokens of another order arrived at the same time, so the exact amount is unknown.',
  )
  expect(receipt).not.toHaveTextContent(/than quoted|as quoted/)
})

test.each([
  ['by its symbol', usdc.address, /Refunded instead: 5.USDC/],
  [
    'by its smallest units and address, where no one lists it,',
    other,
    new RegExp(`Refunded instead: 5000000 ${other}`),
  ],
])('a refund names its token %s on the network that paid', async (_, token, text) => {
  const order = paidCrossing({ at: 'refunded', token, units: 5_000_000n, hash: `0x${'7'.repeat(64)}` })
  renderIn(servicesWith({ client: clientListing([usdc]) }), <DestinationView order={order} />)
  const side = screen.getByRole('region', { name: `On ${usdc.chain.name}` })
  await waitFor(() => expect(side).toHaveTextContent(text))
  expect(side).toHaveTextContent(/0x7777/)
})

test('a late payment in an escrow is claimed by an order of its own; of another only the bridge can give it back', async () => {
  const late = paidCrossing({ at: 'late', escrow: { contract: router, id: 7n } })
  const open = vi.fn(async (_plan: AnyPlan) => 'order-2')
  const act = vi.fn(() => Promise.resolve())
  const { unmount } = renderIn(
    servicesWith({ client: clientListing([usdc]), orderService: ordersWith({}, { open, act }) }),
    <DestinationView order={late} />,
  )
  await userEvent.click(screen.getByRole('button', { name: 'Claim refund' }))
  expect(open.mock.calls[0]?.[0].steps).toMatchObject([
    { chainId: usdc.chain.chainId, to: router, purpose: { does: 'reclaim', id: 7n } },
  ])
  expect(act).toHaveBeenCalledWith('order-2', { type: 'start' })
  unmount()
  renderIn(
    servicesWith({ client: clientListing([usdc]) }),
    <DestinationView order={paidCrossing({ at: 'late', escrow: undefined })} />,
  )
  expect(screen.getByText(/Only the bridge can refund what it holds on Harbor/)).toBeVisible()
  expect(screen.queryByRole('button')).toBeNull()
})
