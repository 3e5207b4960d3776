import { screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { depositIntent, liquidityOrder, withdrawIntent } from '../../../test/builders/liquidityOrders'
import { ordersWith } from '../../../test/builders/orderService'
import { eth, farUsdc, me, plan, usdc, weth } from '../../../test/builders/swap'
import { accountWith, clientListing, renderIn, servicesWith, walletsWith } from '../../../test/services'
import { visibleWords } from '../../../test/visibleWords'
import { openOrder } from '../../orders/openOrder'
import type { Order } from '../../orders/order'
import type { StepProgress } from '../../orders/progress'
import { OrderProgress } from './OrderProgress'

const anchor = { kind: 'evm', account: me, nonce: 1, block: 1n } as const
const hash = `0x${'a'.repeat(64)}`

const states: readonly (readonly [string, StepProgress, Partial<Order>])[] = [
  ['waits', { at: 'waiting' }, {}],
  ['is checked', { at: 'checking' }, {}],
  ['switches the network', { at: 'switching' }, {}],
  ['is in the wallet', { at: 'signing', anchor }, {}],
  ['was sent', { at: 'sent', anchor, hash }, {}],
  ['is being confirmed', { at: 'confirming', anchor, hash, confirmations: 1 }, {}],
  ['waits for another order', { at: 'waiting' }, { blocked: 'other order' }],
  ['was signed and not accepted', { at: 'waiting' }, { blocked: 'not accepted' }],
]

/** Orders of every kind, with the part of their funds that the folded sentence names. */
const kinds: readonly (readonly [string, Order, RegExp])[] = [
  ['a swap', openOrder('order-1', plan(), 0), /Your 100 USDC/],
  ['a swap across networks', openOrder('order-1', plan({ buy: farUsdc }), 0), /Your 100 USDC/],
  ['a deposit', liquidityOrder(depositIntent, undefined), /WETH|deposit/i],
  ['a withdrawal', liquidityOrder(withdrawIntent(1n), undefined), /position/],
  ['a collection of fees', liquidityOrder(withdrawIntent(0n), undefined), /position/],
]
const cases = kinds.flatMap(([kind, opened, funds]) =>
  states.map(([state, progress, change]) => ({ kind, opened, funds, state, progress, change })),
)

test.each(cases)('$kind that $state shows at most twelve words of status', ({ opened, funds, progress, change }) => {
  const tasks = opened.tasks.map((task, index) => (index === 0 ? { ...task, progress } : task))
  const order = { ...opened, tasks, ...change }
  renderIn(
    servicesWith({
      orderService: ordersWith({ orders: [order] }),
      client: clientListing([eth, usdc, weth]),
      wallets: walletsWith({ accounts: [accountWith({ address: me })] }),
    }),
    <OrderProgress order={order} />,
  )
  const status = screen.getByRole('status', { name: 'Order' })
  const words = visibleWords(status)
  expect(words.length, words.join(' ')).toBeLessThanOrEqual(12)
  // Where the money is stays one press away.
  expect(status).toHaveTextContent(funds)
})

test('the step that collects fees is not called a withdrawal', () => {
  const order = liquidityOrder(withdrawIntent(0n), undefined)
  const orderService = ordersWith({ orders: [order] })
  renderIn(servicesWith({ orderService, client: clientListing([usdc, weth]) }), <OrderProgress order={order} />)
  expect(screen.getByText('Collect fees')).toBeVisible()
  expect(screen.queryByText('Withdraw')).toBeNull()
})
