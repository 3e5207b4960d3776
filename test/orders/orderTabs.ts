import { afterEach, beforeEach, expect } from 'vitest'
import type { Order } from '../../src/orders/order'
import type { EvmAnchor } from '../../src/orders/requests/transactionAnchor'
import { planOf } from './plans'
import { type Browser, createBrowser, createWillingWallet, never, settled, type Tab } from './testBrowser'

/** The browser of the current test. */
export let browser: Browser
let tabs: Tab[] = []

function begin() {
  browser = createBrowser()
  tabs = []
}

/** A tab of it, closed when the test is over. */
export function tabWith(wish?: Parameters<Browser['openTab']>[0]): Tab {
  const tab = browser.openTab(wish)
  tabs.push(tab)
  return tab
}

/** Closes a tab that the invariants below do not hold for. */
export function leaveUnchecked(tab: Tab) {
  tabs = tabs.filter((other) => other !== tab)
  tab.close()
}

/** A wallet on its chain. */
export function walletWith(script: Parameters<typeof createWillingWallet>[1]) {
  return createWillingWallet(browser.chain, script)
}

/** A plan received this very moment. */
export function freshPlan(wish: Parameters<typeof planOf>[0] = {}) {
  return planOf({ receivedAt: browser.clock.now(), ...wish })
}

/** Opens an order in the tab and starts it, as after a click. */
export async function opened(tab: Tab, wish: Parameters<typeof planOf>[0] = {}): Promise<string> {
  await tab.orders.load()
  const id = await tab.orders.open(freshPlan(wish))
  void tab.orders.act(id, { type: 'start' })
  await settled()
  return id
}

/** How far each step is. */
export function states(order: Order): string[] {
  return order.tasks.map(({ progress }) => progress.at)
}

/** Closes the tab in the middle of everything and opens the app again. */
export async function reloaded(tab: Tab, wish?: Parameters<Browser['openTab']>[0]): Promise<Tab> {
  tab.close()
  const next = tabWith(wish)
  await next.orders.load()
  await settled()
  return next
}

/** A wallet whose question to switch the network stays open. */
export function switchForEver(_: unknown, onSwitch: (() => void) | undefined) {
  onSwitch?.()
  return never<void>()
}

/** A browser for each test of a file. I1 to I3 and I5 hold after every one of them. */
export function setBrowser() {
  beforeEach(begin)
  afterEach(() => {
    for (const { wallet, orders, close } of tabs) {
      expect(wallet.mostOpen(), 'I1: one request at a time').toBeLessThanOrEqual(1)
      for (const order of orders.getSnapshot().orders)
        expect(doneHashes(order)).toHaveLength(new Set(doneHashes(order)).size)
      close()
    }
    const asked = tabs.flatMap(({ wallet }) => wallet.requests)
    for (const { step, anchor } of asked) {
      const before = browser.journal.writes.find((order) => {
        const task = order.tasks.find(
          ({ lastAnchor }) => (lastAnchor as EvmAnchor | undefined)?.nonce === (anchor as EvmAnchor).nonce,
        )
        return (
          task?.progress.at === 'signing' &&
          JSON.stringify(task.step.purpose.does) === JSON.stringify(step.purpose.does)
        )
      })
      expect(before, 'I3: written before the wallet was asked').toBeDefined()
    }
  })
}

function doneHashes(order: Order): string[] {
  return order.tasks.flatMap(({ progress }) => (progress.at === 'done' ? [progress.hash] : []))
}
