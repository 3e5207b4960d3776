import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, expect, test } from 'vitest'
import { isIntact } from '../../src/guard/seal'
import type { OrdersSnapshot } from '../../src/orders/ordersSnapshot'
import type { Shortlist } from '../../src/orders/ports'
import { decodeOrder } from '../../src/orders/store/orderCodec'
import { knownJson } from '../knownJson'
import { planOf, swap } from './plans'
import { createBrowser, createWillingWallet, settled, type Tab } from './testBrowser'

/*
 * A browser that was used for years: its newest and its unfinished orders are shown before the rest is read, and nothing
 * is done about any of them until all are known.
 */

const example = knownJson(readFileSync(join(import.meta.dirname, '..', 'fixtures', 'journal.json'), 'utf8'))
const stored = (name: string) => JSON.stringify(example.orders[name])

let tabs: Tab[] = []
afterEach(() => {
  for (const tab of tabs) tab.close()
  tabs = []
})

/** So many finished orders, and before all of them one that someone left in this state. */
function browserWith(finished: number, unfinished: string) {
  const browser = createBrowser()
  const oldest = stored(unfinished)
    .replace(/"id":"[^"]*"/, '"id":"left"')
    .replace(/"openedAt":\d+/, '"openedAt":1000')
  browser.journal.entries.set('left', oldest)
  for (let place = 0; place < finished; place++) {
    const entry = stored('swap-done').replace(/"id":"[^"]*"/, `"id":"done-${place}"`)
    browser.journal.entries.set(`done-${place}`, entry.replace(/"openedAt":\d+/, `"openedAt":${2_000_000 + place}`))
  }
  /** How many entries were unread whenever the chain was asked. */
  const looks: number[] = []
  const wallet = createWillingWallet(browser.chain, {
    look: async (_step, _anchor, hash) => {
      looks.push(tab.orders.getSnapshot().unread)
      return { is: 'pending', hash: hash ?? '', confirmations: 0 }
    },
  })
  const tab = browser.openTab({ wallet, isIntact })
  tabs.push(tab)
  const seen: OrdersSnapshot[] = []
  tab.orders.subscribe(() => seen.push(tab.orders.getSnapshot()))
  return { browser, tab, looks, seen }
}

/** Every pause of the reading ends immediately. */
async function readToEnd({ browser }: ReturnType<typeof browserWith>) {
  await browser.clock.pass(0)
}

test('screens hear of a long journal when its newest orders are known, and when all are', async () => {
  const world = browserWith(2_000, 'swap-done')
  withShortlist(world, { ids: Array.from({ length: 20 }, (_, place) => `done-${1_999 - place}`), entries: 2_001 })
  const loaded = world.tab.orders.load()
  await readToEnd(world)
  await loaded
  expect(world.seen.map(({ isLoaded, orders, unread }) => [isLoaded, orders.length, unread])).toEqual([
    [false, 20, 1_981],
    [true, 2_001, 0],
  ])
  expect(world.seen.map(({ balanceChanges }) => balanceChanges)).toEqual([0, 0])
})

test('the list of unfinished orders is the same until one of them has changed', async () => {
  const world = browserWith(300, 'crossing-late')
  withShortlist(world, { ids: [...finished, 'left'], entries: 301 })
  const loaded = world.tab.orders.load()
  await readToEnd(world)
  await loaded
  const lists = new Set(world.seen.map(({ unfinished }) => unfinished).filter(({ length }) => length > 0))
  expect([...lists].map((orders) => orders.map(({ id }) => id))).toEqual([['left']])
})

/** A shortlist as an earlier visit has left it, and how often all entries were read. */
function withShortlist(world: ReturnType<typeof browserWith>, left: Shortlist) {
  const { port } = world.browser.journal
  const { all } = port
  const reads = { all: 0 }
  const count = () => {
    reads.all++
    return all()
  }
  Object.assign(port, { all: count, shortlist: { read: () => left, write: () => {} } })
  return reads
}

const finished = Array.from({ length: 20 }, (_, place) => `done-${299 - place}`)

test('of a long journal without unfinished orders the newest are read, and the others are left for later', async () => {
  const world = browserWith(300, 'swap-done')
  const reads = withShortlist(world, { ids: finished, entries: 301 })
  const begun = world.tab.orders.loadNewest()
  await readToEnd(world)
  expect(await begun).toBe(true)
  expect(reads.all).toBe(0)
  expect(world.seen.map(({ isLoaded, orders, unread }) => [isLoaded, orders.length, unread])).toEqual([
    [false, 20, 281],
  ])
  const loaded = world.tab.orders.load()
  await readToEnd(world)
  await loaded
  expect(world.seen.slice(1).map(({ isLoaded, orders }) => [isLoaded, orders.length])).toEqual([[true, 301]])
})

test.each([
  ['one of them is unfinished', { ids: [...finished, 'left'], entries: 301 }],
  ['there are more than it says', { ids: finished, entries: 300 }],
  ['one of them is gone', { ids: ['gone', ...finished], entries: 301 }],
])('the others do not wait when the shortlist of the last visit is not to be relied on: %s', async (_, left) => {
  const world = browserWith(300, 'swap-sent')
  withShortlist(world, left)
  const begun = world.tab.orders.loadNewest()
  await readToEnd(world)
  expect(await begun).toBe(false)
})

test.each([
  ['without a shortlist', undefined],
  ['with one', { ids: [...finished, 'left'], entries: 301 }],
])('while the journal is read, callers that need all orders have to wait: %s', async (_, left) => {
  const world = browserWith(300, 'swap-sent')
  if (left) withShortlist(world, left)
  expect(world.tab.orders.getSnapshot().unread).toBe(0)
  const begun = left ? world.tab.orders.loadNewest() : world.tab.orders.load()
  expect(world.tab.orders.getSnapshot().unread).toBe(1)
  await readToEnd(world)
  await begun
  expect(world.tab.orders.getSnapshot().unread).toBe(left ? 280 : 0)
})

test('where all orders are known or being read, none of them counts as unread again', async () => {
  const world = browserWith(300, 'swap-done')
  const reads = withShortlist(world, { ids: finished, entries: 301 })
  const loaded = world.tab.orders.load()
  const during = world.tab.orders.loadNewest()
  await readToEnd(world)
  await loaded
  expect(await during).toBe(false)
  const heard = world.seen.length
  const after = world.tab.orders.loadNewest()
  await readToEnd(world)
  expect(await after).toBe(true)
  // The start leaves them for later, and does not know that a page has had them read in the meantime.
  await world.tab.orders.load()
  expect(world.tab.orders.getSnapshot()).toMatchObject({ isLoaded: true, unread: 0 })
  expect([reads.all, world.seen.length]).toEqual([1, heard])
})

test('while the newest orders are read, nothing is done to one of them before the others are known', async () => {
  const world = browserWith(300, 'swap-done')
  withShortlist(world, { ids: finished, entries: 301 })
  const begun = world.tab.orders.loadNewest()
  const acted = world.tab.orders.act('done-299', { type: 'dismiss' })
  await readToEnd(world)
  await begun
  await readToEnd(world)
  await acted
  expect(world.tab.orders.getSnapshot()).toMatchObject({ isLoaded: true, unread: 0 })
})

test('an action on an order, or a change by another tab, loads all orders immediately', async () => {
  for (const provoke of [
    (tab: Tab) => tab.orders.act('done-299', { type: 'look' }),
    (tab: Tab, other: Tab) => other.orders.open(planOf({ steps: [swap], receivedAt: 1 })).then(() => tab),
  ]) {
    const world = browserWith(300, 'swap-done')
    const reads = withShortlist(world, { ids: finished, entries: 301 })
    const begun = world.tab.orders.loadNewest()
    await readToEnd(world)
    await begun
    const other = world.browser.openTab()
    tabs.push(other)
    void provoke(world.tab, other)
    await settled()
    await readToEnd(world)
    await settled()
    expect(reads.all).toBeGreaterThan(0)
    expect(world.tab.orders.getSnapshot().isLoaded).toBe(true)
  }
})

test('an unfinished order is neither watched nor continued until all orders are known', async () => {
  const world = browserWith(300, 'swap-sent')
  withShortlist(world, { ids: [...finished, 'left'], entries: 301 })
  const loaded = world.tab.orders.load()
  await settled()
  expect(world.tab.orders.getSnapshot().unread).toBe(280)
  const acted = world.tab.orders.act('left', { type: 'look' })
  await settled()
  expect(world.looks).toEqual([])
  await readToEnd(world)
  await loaded
  await acted
  expect(world.looks.length).toBeGreaterThan(0)
  expect(new Set(world.looks)).toEqual(new Set([0]))
})

test('an order that is confirmed while the journal is read is carried out here once all are known', async () => {
  const { browser } = browserWith(300, 'swap-done')
  const tab = browser.openTab()
  tabs.push(tab)
  const loaded = tab.orders.load()
  await settled()
  expect(tab.orders.getSnapshot().unread).toBeGreaterThan(0)
  const id = await tab.orders.open(planOf({ steps: [swap], receivedAt: browser.clock.now() }))
  void tab.orders.act(id, { type: 'start' })
  await settled()
  expect(tab.wallet.requests).toEqual([])
  await browser.clock.pass(60_000)
  await loaded
  expect(tab.order(id)).toMatchObject({ isDismissed: false, tasks: [{ progress: { at: 'done' } }] })
  expect(tab.wallet.requests).toHaveLength(1)
  expect(tab.orders.getSnapshot().ownedByOtherTab.size).toBe(0)
})

test('an order that another tab writes while the journal is read is known in the end', async () => {
  const world = browserWith(300, 'swap-sent')
  const loaded = world.tab.orders.load()
  await settled()
  const other = world.browser.openTab()
  tabs.push(other)
  const entry = decodeOrder(stored('swap-done').replace(/"id":"[^"]*"/, '"id":"of the other tab"'))
  if (entry.is !== 'order') throw new Error('The fixture cannot be read.')
  await other.orders.importOrders([entry.order])
  await settled()
  await readToEnd(world)
  await loaded
  expect(world.tab.orders.getSnapshot().orders).toHaveLength(302)
})

test('two concurrent requests read the journal once', async () => {
  const world = browserWith(60, 'swap-sent')
  const [one, other] = [world.tab.orders.load(), world.tab.orders.load()]
  expect(one).toBe(other)
  await settled()
  await readToEnd(world)
  await one
  expect(world.tab.orders.getSnapshot().orders).toHaveLength(61)
})

test('the orders on the shortlist are shown before any other entry is looked at', async () => {
  const world = browserWith(300, 'swap-sent')
  const { port } = world.browser.journal
  let hasRead = false
  const all = port.all
  port.all = async () => {
    hasRead = true
    return all()
  }
  let shortlist: Shortlist | undefined = { ids: ['done-299', 'left', 'is gone'], entries: 301 }
  const write = (next: Shortlist) => {
    shortlist = next
  }
  Object.assign(port, { shortlist: { read: () => shortlist, write } })
  const loaded = world.tab.orders.load()
  await settled()
  expect(hasRead).toBe(false)
  expect(world.tab.orders.getSnapshot()).toMatchObject({ isLoaded: false, unread: 299 })
  expect(world.tab.orders.getSnapshot().orders.map(({ id }) => id)).toEqual(['done-299', 'left'])
  expect(world.looks).toEqual([])
  await readToEnd(world)
  await loaded
  expect(world.tab.orders.getSnapshot().orders).toHaveLength(301)
  expect(shortlist?.entries).toBe(301)
  expect(shortlist?.ids).toEqual([...Array.from({ length: 20 }, (_, place) => `done-${299 - place}`), 'left'])
})

test('a shortlist that is damaged or of another journal only shows the orders later', async () => {
  const world = browserWith(60, 'swap-sent')
  const shortlist = { read: () => ({ ids: ['not here', 'left'], entries: 4_000 }), write: () => {} }
  Object.assign(world.browser.journal.port, { shortlist })
  world.browser.journal.entries.set('not here', '{')
  const loaded = world.tab.orders.load()
  await readToEnd(world)
  await loaded
  expect(world.tab.orders.getSnapshot()).toMatchObject({ isLoaded: true, unread: 0, unreadable: 1 })
  expect(world.tab.orders.getSnapshot().orders).toHaveLength(61)
})

test('a journal that failed in the middle is read again before an order is acted on', async () => {
  const world = browserWith(300, 'swap-sent')
  const { port } = world.browser.journal
  Object.assign(port, { shortlist: { read: () => ({ ids: ['left'], entries: 301 }), write: () => {} } })
  const { all } = port
  port.all = () => Promise.reject(new Error('The disk is asleep.'))
  const failed = expect(world.tab.orders.load()).rejects.toThrow('asleep')
  await readToEnd(world)
  await failed
  expect(world.tab.orders.getSnapshot()).toMatchObject({ isLoaded: false, unread: 300 })
  port.all = all
  const acted = world.tab.orders.act('left', { type: 'look' })
  await readToEnd(world)
  await acted
  expect(world.tab.orders.getSnapshot()).toMatchObject({ isLoaded: true, unread: 0 })
  expect(new Set(world.looks)).toEqual(new Set([0]))
})

test('of a journal that cannot be opened no order is awaited', async () => {
  const world = browserWith(60, 'swap-sent')
  world.browser.journal.port.all = () => Promise.reject(new Error('The disk is asleep.'))
  await expect(world.tab.orders.load()).rejects.toThrow('asleep')
  expect(world.tab.orders.getSnapshot()).toMatchObject({ isLoaded: false, unread: 0, orders: [] })
  expect(world.seen.at(-1)).toBe(world.tab.orders.getSnapshot())
})
