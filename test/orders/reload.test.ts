import { describe, expect, test } from 'vitest'
import { availableActions } from '../../src/orders/actions/orderActions'
import { failureOf } from '../../src/orders/failure'
import type { Order } from '../../src/orders/order'
import type { EvmAnchor } from '../../src/orders/requests/transactionAnchor'
import { encodeOrder } from '../../src/orders/store/orderCodec'
import { OrderStore } from '../../src/orders/store/orderStore'
import {
  browser,
  freshPlan,
  opened,
  reloaded,
  setBrowser,
  states,
  switchForEver,
  tabWith,
  walletWith,
} from './orderTabs'
import { friend, hashNo, planOf, receiptOf, swap } from './plans'
import { lockless, never } from './testBrowser'

setBrowser()

describe('reload', () => {
  test('F-17 before anything was asked: the order is put away and the form is clean', async () => {
    const tab = tabWith({ wallet: walletWith({ ready: switchForEver }) })
    const id = await opened(tab)
    expect(states(tab.order(id))).toEqual(['switching', 'waiting'])
    const after = await reloaded(tab)
    expect(after.order(id)).toMatchObject({ isDismissed: true })
    expect(states(after.order(id))).toEqual(['waiting', 'waiting'])
    await browser.clock.pass(600_000)
    expect(after.wallet.requests).toHaveLength(0)
  })

  test('F-32 during the prompt: nothing is asked again, the outcome is unknown and the person chooses', async () => {
    const tab = tabWith({ wallet: walletWith({ send: never }) })
    const id = await opened(tab)
    const after = await reloaded(tab)
    expect(after.order(id).tasks[0]?.progress).toMatchObject({ at: 'unknown', isUnseen: true })
    await browser.clock.pass(600_000)
    expect(after.wallet.requests).toHaveLength(0)
    expect(availableActions(after.order(id), false)).toEqual(['look', 'paste hash', 'retry', 'dismiss'])
  })

  test('F-32 after the signature but before the hash: the transaction is found by its nonce', async () => {
    const wallet = walletWith({
      send: (step, anchor) => {
        browser.chain.take(step, (anchor as EvmAnchor).nonce)
        return never()
      },
    })
    const tab = tabWith({ wallet })
    const id = await opened(tab, { steps: [swap] })
    const after = await reloaded(tab)
    await browser.clock.pass(5_000)
    expect(states(after.order(id))).toEqual(['done'])
    expect(after.wallet.requests).toHaveLength(0)
  })

  test('F-32 with no node to ask: the outcome is unknown until one answers', async () => {
    const tab = tabWith({ wallet: walletWith({ send: never }) })
    const id = await opened(tab, { steps: [swap] })
    const after = await reloaded(tab, { wallet: walletWith({ look: () => Promise.reject(new Error('500')) }) })
    expect(after.order(id).tasks[0]?.progress).toMatchObject({ at: 'unknown', isUnseen: false })
    expect(availableActions(after.order(id), false)).toContain('not sent')
  })

  test('F-63 while confirming: a step sent before a reload is awaited, never sent again', async () => {
    const tab = tabWith()
    browser.chain.decide(hashNo(1), (hash) => ({ is: 'pending', hash, confirmations: 0 }))
    const id = await opened(tab, { steps: [swap] })
    await browser.clock.pass(2_000)
    browser.chain.decide(hashNo(1), (hash) => ({ is: 'done', receipt: receiptOf(hash) }))
    const after = await reloaded(tab)
    await browser.clock.pass(5_000)
    expect(states(after.order(id))).toEqual(['done'])
    expect(after.wallet.requests).toHaveLength(0)
  })

  test('F-48 A-40 a reload between approval and swap pauses the order, and two clicks with a new quote continue it', async () => {
    const tab = tabWith({ requote: () => never() })
    const id = await opened(tab)
    await browser.clock.pass(3_000)
    expect(states(tab.order(id))).toEqual(['done', 'checking'])
    const after = await reloaded(tab)
    expect(after.order(id)).toMatchObject({ blocked: 'paused' })
    expect(availableActions(after.order(id), false)).toEqual(['resume', 'dismiss'])
    await browser.clock.pass(600_000)
    expect(after.wallet.requests).toHaveLength(0)
    await after.orders.act(id, { type: 'resume' })
    expect(after.order(id)).toMatchObject({ blocked: 'paused', updatedPlan: { why: 'resumed' } })
    expect(after.wallet.requests).toHaveLength(0)
    void after.orders.act(id, { type: 'accept' })
    await browser.clock.pass(5_000)
    expect(states(after.order(id))).toEqual(['done', 'done'])
    expect(after.wallet.requests.map(({ step }) => step.purpose.does)).toEqual(['swap'])
  })

  test('after a rejection: it can be tried again, with a fresh quote to accept first', async () => {
    const tab = tabWith({ wallet: walletWith({ send: () => Promise.reject(failureOf('rejected')) }) })
    const id = await opened(tab, { steps: [swap] })
    const after = await reloaded(tab)
    expect(states(after.order(id))).toEqual(['rejected'])
    await after.orders.act(id, { type: 'retry' })
    expect(after.order(id).updatedPlan).toMatchObject({ why: 'resumed' })
    expect(after.wallet.requests).toHaveLength(0)
    void after.orders.act(id, { type: 'accept' })
    await browser.clock.pass(5_000)
    expect(states(after.order(id))).toEqual(['done'])
  })

  test('F-73 a reload of a plan that has moved value: the remaining steps are shown again and need a click', async () => {
    const tab = tabWith({
      wallet: walletWith({
        send: (step, _, count) => (count === 1 ? Promise.resolve(browser.chain.take(step)) : never()),
      }),
      checkStep: (order) => (order.tasks[0]?.progress.at === 'done' ? never() : { is: 'passed' }),
    })
    const id = await opened(tab, { steps: [swap, { ...swap, data: '0x01' }] })
    await browser.clock.pass(3_000)
    const after = await reloaded(tab)
    await after.orders.act(id, { type: 'resume' })
    expect(after.order(id).updatedPlan?.plan.hash).toBe(after.order(id).plan.hash)
    void after.orders.act(id, { type: 'accept' })
    await browser.clock.pass(5_000)
    expect(states(after.order(id))).toEqual(['done', 'done'])
    expect(after.planChecker.requotes()).toBe(0)
  })

  test('A-40 a hostile journal makes the app watch, never ask', async () => {
    const evil = planOf({ steps: [{ ...swap, to: friend }], recipient: friend })
    const order: Order = {
      ...(await orderLike(evil)),
      tasks: [
        {
          step: evil.steps[0]!,
          progress: { at: 'checking' },
          planHash: evil.hash,
          lastAnchor: { kind: 'evm', account: friend, nonce: 1, block: 1n },
        },
      ],
    }
    browser.journal.entries.set('evil', encodeOrder({ ...order, id: 'evil' }))
    browser.journal.entries.set('junk', '{"version":1}')
    browser.journal.entries.set('newer', '{"version":99}')
    const tab = tabWith()
    await tab.orders.load()
    await browser.clock.pass(600_000)
    expect(tab.order('evil')).toMatchObject({ blocked: 'paused' })
    expect(tab.wallet.requests).toHaveLength(0)
    expect(tab.orders.getSnapshot()).toMatchObject({ unreadable: 1, newer: 1 })
    expect(browser.journal.entries.get('junk')).toBe('{"version":1}')
  })

  test('a reason of any length a contract gives leaves the order readable', async () => {
    const tab = tabWith()
    browser.chain.decide(hashNo(1), (hash) => ({ is: 'reverted', hash, why: 'x'.repeat(30_000) }))
    const id = await opened(tab, { steps: [swap] })
    void tab.orders.act(id, { type: 'start' })
    await browser.clock.pass(20_000)
    const later = tabWith()
    await later.orders.load()
    expect(later.order(id).tasks[0]?.progress).toMatchObject({ at: 'reverted', why: `${'x'.repeat(299)}…` })
  })

  test('what no later visit could read replaces no readable entry: the tab goes on from memory', async () => {
    const ports = { journal: browser.journal.port, channel: { post: () => {}, subscribe: () => () => {} } }
    const store = new OrderStore({ ...ports, clock: browser.clock, locks: lockless })
    await store.add(await orderLike(freshPlan()))
    const [order] = store.all()
    const before = browser.journal.entries.get(order!.id)
    const after = await store.record(order!.id, [{ type: 'noted', note: 'x'.repeat(30_000) }])
    expect(after.history.at(-1)?.what).toBe('noted')
    expect(browser.journal.entries.get(order!.id)).toBe(before)
  })

  test('an order that a later version of the app wrote on is watched, not written over, and no wallet is asked', async () => {
    let answer: (hash: string) => void = () => undefined
    const wallet = walletWith({ send: () => new Promise<string>((resolve) => (answer = resolve)) })
    const tab = tabWith({ wallet })
    const id = await opened(tab, { steps: [swap, { ...swap, data: '0x01' }] })
    const later = '{"version":99,"shape":"new"}'
    browser.journal.entries.set(id, later)
    answer(browser.chain.take(tab.order(id).tasks[0]!.step))
    await browser.clock.pass(60_000)
    expect(states(tab.order(id))[0]).toBe('done')
    expect(wallet.requests).toHaveLength(1)
    expect(browser.journal.entries.get(id)).toBe(later)
  })

  async function orderLike(plan: ReturnType<typeof planOf>): Promise<Order> {
    const tab = tabWith()
    await tab.orders.load()
    const id = await tab.orders.open(plan)
    const order = tab.order(id)
    tab.close()
    browser.journal.entries.clear()
    return order
  }
})
