import { screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { farUsdc, me, plan } from '../../../test/builders/swap'
import { clientListing, renderIn, servicesWith } from '../../../test/services'
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
  renderIn(servicesWith(), <DestinationView order={paidCrossing({ at: 'awaited', isSilent: true })} />)
  const side = screen.getByRole('region', { name: `On ${farUsdc.chain.name}` })
  expect(side).toHaveTextContent(/cannot be read at the moment, so we cannot see what arrived\. We keep trying\./)
  expect(side).not.toHaveTextContent('Waiting for your tokens')
})

test('one that answers is waited for', () => {
  renderIn(servicesWith(), <DestinationView order={paidCrossing({ at: 'awaited' })} />)
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
