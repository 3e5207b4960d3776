import { screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test, vi } from 'vitest'
import { usdc, weth } from '../../../test/builders/liquidity'
import { liquidityOrder, provider, withdrawIntent } from '../../../test/builders/liquidityOrders'
import { ordersWith } from '../../../test/builders/orderService'
import { zap } from '../../../test/builders/sequences'
import { accountWith, clientListing, renderIn, servicesWith, walletsWith } from '../../../test/services'
import type { Order } from '../../orders/order'
import type { Sequence } from '../../orders/sequence'
import SequenceNotices from './SequenceNotices'

const begun: Order = { ...liquidityOrder(withdrawIntent(5n), undefined), id: 's' }
const failed: Order = {
  ...begun,
  tasks: begun.tasks.map((task) => ({ ...task, progress: { at: 'reverted', hash: '0x01', why: undefined } as const })),
}

function open(sequence: Sequence, orders: readonly Order[], account = provider) {
  const act = vi.fn(async () => {})
  const onContinue = vi.fn()
  const services = servicesWith({
    client: clientListing([weth, usdc]),
    wallets: walletsWith({ accounts: [accountWith({ address: account })] }),
    orderService: ordersWith({ orders }, { act }),
  })
  renderIn(services, <SequenceNotices open={[sequence]} onContinue={onContinue} />)
  return { act, onContinue }
}

test('goes on with the order that is in progress, and cannot be stopped while it is', async () => {
  const after = { ...zap, orders: { swap: 's' } }
  const { onContinue } = open(after, [begun])
  expect(screen.getByText('The swap is not finished.')).toBeVisible()
  expect(screen.queryByRole('button', { name: 'Stop here' })).toBeNull()
  await userEvent.click(screen.getByRole('button', { name: 'Continue' }))
  expect(onContinue).toHaveBeenCalledExactlyOnceWith(after, 's')
})

test('a sequence whose order failed is reported, and can be stopped', async () => {
  const { act } = open({ ...zap, orders: { swap: 's' } }, [failed])
  expect(screen.getByText(/^The swap did not succeed\./)).toBeVisible()
  await userEvent.click(screen.getByRole('button', { name: 'Stop here' }))
  expect(act).toHaveBeenCalledExactlyOnceWith('s', { type: 'stop sequence' })
})

test('a sequence whose order was abandoned but may still happen is reported, and can be stopped', () => {
  const anchor = { kind: 'evm', account: provider, nonce: 0, block: 1n } as const
  const tasks = begun.tasks.map((task) => ({ ...task, progress: { at: 'sent', anchor, hash: '0x01' } as const }))
  open({ ...zap, orders: { swap: 's' } }, [{ ...begun, isDismissed: true, tasks }])
  expect(screen.getByText(/^The swap was cancelled, but may still be carried out\./)).toBeVisible()
  expect(screen.getByRole('button', { name: 'Stop here' })).toBeVisible()
})

test('of an account that is not connected names it, and does not go on with another one', () => {
  open(zap, [], '0x00000000000000000000000000000000000000bb')
  expect(screen.getByText(/To continue, connect/)).toHaveTextContent(provider)
  expect(screen.queryByRole('button', { name: 'Continue' })).toBeNull()
  expect(screen.queryByText(/in your wallet/)).toBeNull()
})
