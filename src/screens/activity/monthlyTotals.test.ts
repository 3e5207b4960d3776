import { expect, test } from 'vitest'
import { requestedDeposit } from '../../../test/builders/liquidityOrders'
import { eth, me, plan, usdc, weth } from '../../../test/builders/swap'
import { summarizeOrder } from '../../components/orders/orderSummary'
import { dollarText } from '../../domain/text/figure'
import type { Token } from '../../domain/token'
import { openOrder } from '../../orders/openOrder'
import { monthlyTotals } from './MonthlyTotals'

const hash = `0x${'b'.repeat(64)}`
const anchor = { kind: 'evm', account: me, nonce: 1, block: 1n } as const

/** A swap of so many units of a token, opened then. */
function swapped(when: Date, token: Token, units: bigint, isDone = true) {
  const order = openOrder(
    `${when.getTime()} ${token.symbol}`,
    plan({ sell: { token, units }, buy: weth }),
    when.getTime(),
  )
  if (!isDone) return summarizeOrder(order)
  const receipt = { hash, block: 1n, fee: 1n, received: undefined, spent: undefined }
  return summarizeOrder({
    ...order,
    tasks: order.tasks.map((task) => ({ ...task, progress: { at: 'done', anchor, hash, receipt } })),
  })
}

const priced = { ...usdc, price: '1' }

test('what was done is counted in its month, the latest first, at the prices of its time', () => {
  const totals = monthlyTotals([
    swapped(new Date(2026, 1, 28, 23, 59), priced, 100_000_000n),
    swapped(new Date(2026, 2, 1, 0, 1), priced, 250_000_000n),
    swapped(new Date(2026, 2, 31, 23), { ...eth, price: '2000' }, 10n ** 18n),
  ])
  expect(totals.map(({ month, swaps, paid }) => [month, swaps, paid && dollarText(paid)])).toEqual([
    ['2026-03', 2, '$2,250.00'],
    ['2026-02', 1, '$100.00'],
  ])
})

test('unfinished orders are not counted; orders without a price and look-alikes are counted without a value', () => {
  const when = new Date(2026, 5, 5)
  const fake = { ...priced, symbol: 'USDС', cautions: [{ is: 'look-alike', of: 'USDC' } as const] }
  const totals = monthlyTotals([
    swapped(when, priced, 5_000_000n, false),
    swapped(when, { ...usdc, price: undefined }, 5_000_000n),
    swapped(when, fake, 10n ** 15n),
  ])
  expect(totals).toEqual([{ month: '2026-06', swaps: 2, paid: undefined, unpriced: 2, liquidity: 0 }])
  expect(monthlyTotals([])).toEqual([])
})

test('deposits that the exchange carried out are counted once they are seen on chain', () => {
  const openedAt = new Date(2026, 5, 5).getTime()
  const seen = { at: 'seen', added: 1n, position: '7' } as const
  const deposits = [requestedDeposit(seen), requestedDeposit(seen), requestedDeposit({ at: 'accepted' })]
  expect(monthlyTotals(deposits.map((order) => summarizeOrder({ ...order, openedAt })))).toEqual([
    { month: '2026-06', swaps: 0, paid: undefined, unpriced: 0, liquidity: 2 },
  ])
})
