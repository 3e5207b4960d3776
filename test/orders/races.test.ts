import { describe, expect, test } from 'vitest'
import { type DeliveryStatus, type DeliveryTracker, isSettled, type PaidOrder } from '../../src/orders/delivery'
import { failureOf } from '../../src/orders/failure'
import { openOrder } from '../../src/orders/order'
import { availableActions } from '../../src/orders/orderActions'
import { unsettledRequests } from '../../src/orders/unsettledRequests'
import { browser, freshPlan, leaveUnchecked, opened, reloaded, states, tabWith, walletWith } from './orderTabs'
import { approve, ether, planOf, swap, usd } from './plans'
import { createBrowser, never, settled } from './testBrowser'

/* Two things that happen at one moment: to one order in one tab, in two, and to two orders at once. */

async function ticks(count: number) {
  for (let tick = 0; tick < count; tick++) await Promise.resolve()
}

describe('an order that is ended at the moment it begins', () => {
  test.each(Array.from({ length: 60 }, (_, index) => index))('rests and can be resumed (%i)', async (delay) => {
    const tab = tabWith({ wallet: walletWith({ send: () => never() }) })
    await tab.orders.load()
    const id = await tab.orders.open(freshPlan())
    void tab.orders.act(id, { type: 'start' })
    await ticks(delay)
    await tab.orders.act(id, { type: 'dismiss' })
    await browser.clock.pass(40_000)
    const order = tab.order(id)
    expect(order.isDismissed).toBe(true)
    expect(states(order)[0]).toMatch(/waiting|signing/)
    if (states(order)[0] === 'signing') return
    expect(tab.wallet.requests).toHaveLength(0)
    expect(availableActions(order, false)).toEqual(['resume'])
    void tab.orders.act(id, { type: 'resume' })
    await settled()
    expect(states(tab.order(id))[0]).toBe('signing')
  })
})
