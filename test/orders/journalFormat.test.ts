import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { isLiquidity } from '../../src/guard/plan'
import { isIntact, seal } from '../../src/guard/seal'
import { availableActions } from '../../src/orders/actions/orderActions'
import type { DeliveryTracker } from '../../src/orders/delivery'
import { isComplete, type Order } from '../../src/orders/order'
import type { Requote } from '../../src/orders/ports'
import { decodeOrder } from '../../src/orders/store/orderCodec'
import { knownJson } from '../knownJson'
import { type Browser, createBrowser, createWillingWallet, settled, type Tab } from './testBrowser'

/*
 * The examples of journal formats 1 and 2. In format 1 are orders carried out on the embedded exchange (swaps, transfers across
 * chains, deposits and payments by hand), each stopped at another point. In format 2 are deposits that the service carries out.
 * In every later format these stay readable, and can be finished.
 */

const example = knownJson(readFileSync(join(import.meta.dirname, '..', 'fixtures', 'journal.json'), 'utf8'))
const stored = (name: string) => JSON.stringify(example.orders[name])
const names = Object.keys(example.orders)

let tabs: Tab[] = []
afterEach(() => {
  for (const tab of tabs) tab.close()
  tabs = []
})

function orderIn(name: string): Order {
  const entry = decodeOrder(stored(name))
  if (entry.is !== 'order') throw new Error(`${name} cannot be read: ${JSON.stringify(entry)}`)
  return entry.order
}

/** A browser with this journal, opened with the app of today. */
async function openedOn(name: string) {
  const browser = createBrowser()
  const { id } = orderIn(name)
  browser.journal.entries.set(id, stored(name))
  const wallet = createWillingWallet(browser.chain)
  const requote = (order: Order) => requoted(order, browser.clock.now())
  const tab = browser.openTab({ wallet, requote, isIntact, deliveryTracker: fillsEverything })
  tabs.push(tab)
  await tab.orders.load()
  await settled()
  return { browser, tab, id }
}

/** A new plan for the remaining steps. */
function requoted({ plan, tasks }: Order, receivedAt: number): Requote {
  const left = tasks.filter(({ progress }) => progress.at !== 'done').map(({ step }, index) => ({ ...step, index }))
  const fresh = { steps: left, receivedAt }
  const renewed = isLiquidity(plan) ? seal({ ...plan, ...fresh }) : seal({ ...plan, ...fresh })
  return { is: 'plan', plan: renewed, needsConfirmation: false }
}

const fillsEverything: DeliveryTracker = {
  readBaseline: async () => ({ block: 1n, balance: 0n }),
  getStatus: async () => ({ at: 'filled', units: 10n ** 18n, hash: '0xfar' }),
}

/** Clicks every offered action until the order is done. */
async function finish(browser: Browser, tab: Tab, id: string) {
  for (let round = 0; round < 12; round++) {
    await browser.clock.pass(70_000)
    const order = tab.order(id)
    const choices = availableActions(order, false)
    if (choices.length === 0) return
    if (choices.includes('accept')) void tab.orders.act(id, { type: 'accept' })
    else if (choices.includes('resume')) void tab.orders.act(id, { type: 'resume' })
    else if (choices.includes('retry')) void tab.orders.act(id, { type: 'retry' })
    else if (choices.includes('rejected it')) void tab.orders.act(id, { type: 'rejected it' })
    else if (choices.includes('paste hash')) void tab.orders.act(id, { type: 'paste hash', hash: 'a'.repeat(64) })
    await settled()
  }
}

describe.each(names)('a stored order: %s', (name) => {
  test('opens with its plan intact and asks no wallet for anything', async () => {
    const { tab, id } = await openedOn(name)
    const before = JSON.parse(stored(name)) as { openedAt: number; tasks: { progress: { hash?: string | null } }[] }
    const order = tab.order(id)
    expect(isIntact(order.plan)).toBe(true)
    expect(order.openedAt).toBe(before.openedAt)
    expect(order.tasks).toHaveLength(before.tasks.length)
    expect(tab.wallet.requests).toHaveLength(0)
    expect(tab.orders.getSnapshot()).toMatchObject({ isLoaded: true, unreadable: 0 })
  })

  test('resumes and can be finished', async () => {
    const { browser, tab, id } = await openedOn(name)
    const doneBefore = orderIn(name).tasks.flatMap(({ progress }) => (progress.at === 'done' ? [progress.hash] : []))
    await finish(browser, tab, id)
    const order = tab.order(id)
    expect(isComplete(order)).toBe(true)
    const hashes = order.tasks.flatMap(({ progress }) => (progress.at === 'done' ? [progress.hash] : []))
    expect(hashes, 'what was done before is not done again').toEqual(expect.arrayContaining(doneBefore))
    expect(tab.wallet.requests.length).toBeLessThanOrEqual(order.tasks.length - doneBefore.length)
    if (order.destination) expect(order.destination.delivery.at).toBe('filled')
  })
})

test('findings with retired codes are read by the rules of today, in every place of an order', () => {
  const { plan: was, tasks, ...rest } = example.orders['swap-between-approval-and-swap']
  const found = { severity: 'warn', step: null }
  const repeated = { ...found, code: 'V-002', kind: 'repeated', facts: { count: 1 } }
  const lost = { ...found, severity: 'block', code: 'V-005', kind: 'of-another-version', facts: {} }
  const failure = { code: 'refused', facts: { is: 'blocked by checks', findings: [lost] }, detail: null }
  const old = {
    ...rest,
    plan: { ...was, notes: [repeated] },
    tasks: [tasks[0], { ...tasks[1], progress: { at: 'failed', failure, hash: null } }],
    updatedPlan: { plan: was, why: 'resumed', newWarnings: [repeated] },
  }
  const entry = decodeOrder(JSON.stringify(old))
  if (entry.is !== 'order') throw new Error(JSON.stringify(entry))
  const { plan, updatedPlan } = entry.order
  const now = { code: 'V-001', kind: 'repeated', facts: { count: 1 } }
  expect(plan.notes).toMatchObject([now])
  expect(updatedPlan?.newWarnings).toMatchObject([now])
  expect(entry.order.tasks[1]?.progress).toMatchObject({
    failure: { facts: { findings: [{ code: 'V-001', kind: 'unnamed', facts: { was: 'V-005' } }] } },
  })
})

test.each(Object.entries(example.requests))(
  'F-83 F-81 a deposit that was %s opens as it was left, and is not requested again',
  async (name, entry) => {
    const browser = createBrowser()
    const decoded = decodeOrder(JSON.stringify(entry))
    if (decoded.is !== 'order') throw new Error(`${name} cannot be read: ${JSON.stringify(decoded)}`)
    const { order } = decoded
    browser.journal.entries.set(order.id, JSON.stringify(entry))
    const tab = browser.openTab({ isIntact })
    tabs.push(tab)
    await tab.orders.load()
    await settled()
    expect(tab.order(order.id)).toEqual(order)
    expect(isIntact(order.plan)).toBe(true)
    expect(order.request?.progress.at).toBe(name)
    const send = vi.fn(async () => {})
    const { plan, request } = order
    if (!request || !isLiquidity(plan) || plan.intent.kind !== 'deposit') throw new Error('It is no request.')
    const asked = { ...request, plan: { ...plan, intent: plan.intent } }
    const again = await tab.orders.request(asked, new Set(), send)
    expect(again.is).toBe(name === 'to sign' ? 'posted' : 'posted before')
    expect(tab.wallet.requests).toHaveLength(0)
  },
)

test('deposits of format 1 are kept as they were, and counted as unreadable', async () => {
  const browser = createBrowser()
  const texts = example.deposits.map((entry: object) => JSON.stringify(entry))
  for (const [place, text] of texts.entries()) browser.journal.entries.set(`deposit-${place}`, text)
  const tab = browser.openTab()
  tabs.push(tab)
  await tab.orders.load()
  expect(tab.orders.getSnapshot()).toMatchObject({ isLoaded: true, orders: [], unreadable: texts.length })
  expect([...browser.journal.entries.values()]).toEqual(texts)
})
