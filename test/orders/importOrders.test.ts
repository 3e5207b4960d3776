import { expect, test } from 'vitest'
import { openOrder } from '../../src/orders/openOrder'
import type { Order } from '../../src/orders/order'
import { planOf } from './plans'
import { createBrowser } from './testBrowser'

test('an imported history adds what is over, overwrites nothing, and asks no wallet', async () => {
  const browser = createBrowser()
  const tab = browser.openTab()
  await tab.orders.load()
  const mine = over('mine', 5)
  expect(await tab.orders.importOrders([mine])).toEqual({ added: 1, known: 0, open: 0 })

  const changed = { ...mine, openedAt: 1, history: [] }
  const open = openOrder('open', planOf(), 9)
  const paused: Order = { ...openOrder('paused', planOf(), 9), blocked: 'paused' }
  expect(await tab.orders.importOrders([changed, over('theirs', 7), open, paused])).toEqual({
    added: 1,
    known: 1,
    open: 2,
  })
  expect(tab.orders.getSnapshot().orders.map(({ id }) => id)).toEqual(['theirs', 'mine'])
  expect(tab.order('mine')).toEqual(mine)

  const later = browser.openTab()
  await later.orders.load()
  await browser.clock.pass(60_000)
  expect(later.orders.getSnapshot().orders).toHaveLength(2)
  expect([...tab.wallet.requests, ...later.wallet.requests]).toEqual([])
  tab.close()
  later.close()
})

/** An order that its owner ended before anything was sent. */
function over(id: string, openedAt: number): Order {
  return { ...openOrder(id, planOf(), openedAt), isDismissed: true }
}
