import { describe, expect, test } from 'vitest'
import type { Step } from '../../src/guard/plan'
import { WalletBusy } from '../../src/orders/actions/actionHandlers'
import { availableActions } from '../../src/orders/actions/orderActions'
import type { TransactionStatus } from '../../src/orders/executor'
import { failureOf } from '../../src/orders/failure'
import type { EvmAnchor } from '../../src/orders/requests/transactionAnchor'
import { OrderStore } from '../../src/orders/store/orderStore'
import { browser, freshPlan, leaveUnchecked, opened, setBrowser, states, tabWith, walletWith } from './orderTabs'
import { anchorNo, hashNo, receiptOf, swap } from './plans'
import { lockless, never, settled } from './testBrowser'

setBrowser()

describe('two tabs', () => {
  test('F-33 F-6 the same account is asked by one tab; the other waits and goes on after it', async () => {
    let answer: (hash: string) => void = () => undefined
    const one = tabWith({ wallet: walletWith({ send: () => new Promise<string>((resolve) => (answer = resolve)) }) })
    const two = tabWith()
    await two.orders.load()
    const first = await opened(one, { steps: [swap] })
    const second = await opened(two, { steps: [swap], minimumReceived: 5n })
    expect(two.order(second)).toMatchObject({ blocked: 'other tab' })
    expect(two.orders.getSnapshot().ownedByOtherTab.has(first)).toBe(true)
    expect(availableActions(two.order(first), true)).toEqual(['take over'])
    expect(two.wallet.requests).toHaveLength(0)
    answer(browser.chain.take(one.order(first).tasks[0]!.step))
    await browser.clock.pass(10_000)
    expect(states(one.order(first))).toEqual(['done'])
    expect(states(two.order(first))).toEqual(['done'])
    expect(states(two.order(second))).toEqual(['done'])
  })

  test('a cancellation is asked for by one tab at a time, and not while the account is asked for anything else', async () => {
    let answer: (hash: string) => void = () => undefined
    let cancelled = () => {}
    const asked: string[] = []
    const cancelling = (name: string) => {
      const wallet = walletWith({ send: () => new Promise<string>((resolve) => (answer = resolve)) })
      const cancel = () => {
        asked.push(name)
        return new Promise<void>((resolve) => (cancelled = resolve))
      }
      return { ...wallet, executor: { ...wallet.executor, cancel } }
    }
    const one = tabWith({ wallet: cancelling('one') })
    const two = tabWith({ wallet: cancelling('two') })
    await two.orders.load()
    const id = await opened(one, { steps: [swap] })
    const { step } = one.order(id).tasks[0]!
    if (step.kind !== 'evm') throw new Error('This plan is on an EVM chain.')
    const pending = { step, anchor: anchorNo(1), hash: hashNo(1) }
    const fees = { gas: 1n, maxFeePerGas: 1n, maxPriorityFeePerGas: 1n, cost: 1n }
    const cancellation = { chainId: step.chainId, from: step.from, nonce: 1, ...fees }
    const cancel = (tab: typeof one) => tab.orders.act(id, { type: 'cancel transaction', pending, cancellation })
    await expect(cancel(two)).rejects.toThrow(WalletBusy)
    answer(browser.chain.take(step, 7))
    await browser.clock.pass(1_000)
    const first = cancel(one)
    await settled()
    await expect(cancel(two)).rejects.toThrow(WalletBusy)
    await expect(cancel(one)).rejects.toThrow(WalletBusy)
    cancelled()
    await first
    expect(asked).toEqual(['one'])
    const next = cancel(two)
    await settled()
    cancelled()
    await next
    expect(asked).toEqual(['one', 'two'])
  })

  test('F-64 an action in one tab is shown in the other one immediately', async () => {
    const one = tabWith()
    const two = tabWith()
    await two.orders.load()
    let changes = 0
    two.orders.subscribe(() => changes++)
    const id = await opened(one, { steps: [swap] })
    await browser.clock.pass(2_000)
    expect(states(two.order(id))).toEqual(['done'])
    expect(changes).toBeGreaterThan(3)
    expect(two.order(id)).toEqual(one.order(id))
  })

  test('F-49 when the tab that holds an order dies, the other watches on and asks nothing', async () => {
    const one = tabWith()
    browser.chain.decide(hashNo(1), (hash) => ({ is: 'pending', hash, confirmations: 0 }))
    const two = tabWith()
    await two.orders.load()
    const id = await opened(one)
    await browser.clock.pass(1_000)
    expect(two.orders.getSnapshot().ownedByOtherTab.has(id)).toBe(true)
    one.close()
    browser.chain.decide(hashNo(1), (hash) => ({ is: 'done', receipt: receiptOf(hash) }))
    await browser.clock.pass(10_000)
    expect(states(two.order(id))).toEqual(['done', 'waiting'])
    expect(two.order(id).blocked).toBe('paused')
    expect(two.orders.getSnapshot().ownedByOtherTab.has(id)).toBe(false)
    expect(two.wallet.requests).toHaveLength(0)
  })

  test('F-49 an order taken over while its prompt is open is looked for, and a late answer is heard by both', async () => {
    let answer: (hash: string) => void = () => undefined
    const one = tabWith({ wallet: walletWith({ send: () => new Promise<string>((resolve) => (answer = resolve)) }) })
    const two = tabWith()
    await two.orders.load()
    const id = await opened(one, { steps: [swap] })
    await two.orders.act(id, { type: 'take over' })
    await settled()
    expect(two.order(id).tasks[0]?.progress).toMatchObject({ at: 'unknown', isUnseen: true })
    answer(browser.chain.take(one.order(id).tasks[0]!.step, 7))
    await browser.clock.pass(10_000)
    expect(states(two.order(id))).toEqual(['done'])
    expect(states(one.order(id))).toEqual(['done'])
    expect(two.wallet.requests).toHaveLength(0)
  })

  test('a tab whose order was taken over asks nothing any more, not even when it gets it back', async () => {
    const one = tabWith({ checkStep: () => never() })
    const two = tabWith()
    await two.orders.load()
    const id = await opened(one)
    expect(states(one.order(id))).toEqual(['checking', 'waiting'])
    await two.orders.act(id, { type: 'take over' })
    await settled()
    two.close()
    await browser.clock.pass(10_000)
    expect(one.wallet.requests).toHaveLength(0)
    expect(two.wallet.requests).toHaveLength(0)
  })

  test('I2 a swap is not left out because another tab found its approval on chain in the meantime', async () => {
    let answer: ((steps: readonly Step[]) => void) | undefined
    const remaining = (steps: readonly Step[]) =>
      answer ? Promise.resolve(steps) : new Promise<readonly Step[]>((resolve) => (answer = resolve))
    const one = tabWith({ wallet: walletWith({ remaining }) })
    const id = await opened(one)
    expect(states(one.order(id))).toEqual(['checking', 'waiting'])
    // The other tab's wallet answers late: it sent the approval, which is recorded while the first tab asks the chain.
    const anchor = anchorNo(7)
    const hash = browser.chain.take(one.order(id).tasks[0]!.step, 7)
    const ports = { journal: browser.journal.port, clock: browser.clock, channel: silentChannel, locks: lockless }
    const other = new OrderStore(ports)
    await other.load()
    await other.record(id, [
      { type: 'asked', anchor },
      { type: 'sent', hash },
      { type: 'confirmed', receipt: receiptOf(hash) },
    ])
    answer?.([])
    await browser.clock.pass(10_000)
    expect(one.order(id).tasks.map(({ step }) => step.purpose.does)).toEqual(['approve', 'swap'])
    expect(states(one.order(id))).toEqual(['done', 'done'])
  })

  test('A-40 a tab asks nothing by itself after another has carried the order on and closed', async () => {
    const answers = [() => Promise.reject(failureOf('unknown')), () => never<string>()]
    const send = (step: Step, { nonce }: EvmAnchor) => {
      const next = answers.shift() ?? never
      if (answers.length === 0) browser.chain.take(step, nonce)
      return next()
    }
    const wallet = () => walletWith({ send: (step, anchor) => send(step, anchor as EvmAnchor) })
    const one = tabWith({ wallet: wallet() })
    const id = await opened(one)
    const two = tabWith({ wallet: wallet() })
    await two.orders.load()
    await two.orders.act(id, { type: 'take over' })
    void two.orders.act(id, { type: 'retry' }).then(() => two.orders.act(id, { type: 'accept' }))
    await browser.clock.pass(1_000)
    expect(states(two.order(id))).toEqual(['signing', 'waiting'])
    two.close()
    await browser.clock.pass(20_000)
    expect(states(one.order(id))).toEqual(['done', 'waiting'])
    expect(one.order(id).blocked).toBe('paused')
    expect(one.wallet.requests).toHaveLength(1)
  })

  test('A-40 a tab asks nothing by itself after a click in another, however long that took', async () => {
    const answers = [() => Promise.reject(failureOf('unknown')), () => never<string>()]
    const send = (step: Step, { nonce }: EvmAnchor) => {
      const next = answers.shift() ?? never
      if (answers.length === 0) browser.chain.take(step, nonce)
      return next()
    }
    const wallet = () => walletWith({ send: (step, anchor) => send(step, anchor as EvmAnchor) })
    const one = tabWith({ wallet: wallet() })
    const id = await opened(one)
    const two = tabWith({ wallet: wallet() })
    await two.orders.load()
    await two.orders.act(id, { type: 'take over' })
    await two.orders.act(id, { type: 'retry' })
    await browser.clock.pass(5_000)
    expect(two.order(id).updatedPlan).toBeDefined()
    void two.orders.act(id, { type: 'accept' })
    await browser.clock.pass(300)
    expect(states(two.order(id))).toEqual(['signing', 'waiting'])
    two.close()
    await browser.clock.pass(20_000)
    expect(states(one.order(id))).toEqual(['done', 'waiting'])
    expect(one.order(id).blocked).toBe('paused')
    expect(one.wallet.requests).toHaveLength(1)
  })

  test('F-29 two tabs whose nodes disagree about a lost request poll as rarely as one', async () => {
    let looks = 0
    const look = async (): Promise<TransactionStatus> => ({ is: looks++ % 2 === 0 ? 'undecided' : 'not seen' })
    const wallet = () => walletWith({ send: () => Promise.reject(failureOf('unknown')), look })
    const one = tabWith({ wallet: wallet() })
    const two = tabWith({ wallet: wallet() })
    await two.orders.load()
    const id = await opened(one, { steps: [swap] })
    await two.orders.act(id, { type: 'take over' })
    expect(states(two.order(id))).toEqual(['unknown'])
    const before = looks
    await browser.clock.pass(60_000)
    expect(looks - before).toBeGreaterThan(4)
    expect(looks - before).toBeLessThan(40)
  })

  test('I2 without any locks at all the journal still lets only one tab ask', async () => {
    const one = tabWith({ hasNoLocks: true })
    const two = tabWith({ hasNoLocks: true })
    await two.orders.load()
    await one.orders.load()
    const id = await one.orders.open(freshPlan({ steps: [swap] }))
    await settled()
    void one.orders.act(id, { type: 'start' })
    void two.orders
      .act(id, { type: 'resume' })
      .then(() => (two.order(id).updatedPlan ? two.orders.act(id, { type: 'accept' }) : undefined))
    await browser.clock.pass(10_000)
    expect(one.wallet.requests.length + two.wallet.requests.length).toBe(1)
    expect(states(one.order(id))).toEqual(['done'])
  })
})

test('looking for a lost transaction keeps no other tab from trading', async () => {
  const one = tabWith({ wallet: walletWith({ send: () => Promise.reject(failureOf('unknown')) }) })
  const two = tabWith()
  await two.orders.load()
  const lost = await opened(one, { steps: [swap] })
  expect(states(one.order(lost))).toEqual(['unknown'])
  const id = await opened(two, { steps: [swap], minimumReceived: 5n })
  await browser.clock.pass(5_000)
  expect(states(two.order(id))).toEqual(['done'])
})

const silentChannel = { post: () => undefined, subscribe: () => () => undefined }
test('an order that could not be written down keeps no other tab from trading', async () => {
  const [one, two] = [tabWith(), tabWith()]
  await Promise.all([one.orders.load(), two.orders.load()])
  browser.journal.break()
  await expect(one.orders.open(freshPlan())).rejects.toThrow('did not let the order be written down')
  browser.journal.break(false)
  const id = await opened(two, { steps: [swap] })
  await browser.clock.pass(5_000)
  expect(states(two.order(id))).toEqual(['done'])
  expect([...browser.locks.holders.keys()]).toEqual([])
})

test.each([
  ['accept', false],
  ['resume', false],
  ['retry', true],
] as const)('a click on %s that comes to nothing keeps no other tab from trading', async (type, isFull) => {
  const wallet = walletWith({ send: () => Promise.reject(failureOf('unknown')) })
  const [one, two] = [tabWith({ wallet }), tabWith()]
  await two.orders.load()
  const first = await opened(one, { steps: [swap] })
  await browser.clock.pass(5_000)
  expect(states(one.order(first))).toEqual(['unknown'])
  browser.journal.break(isFull)
  await Promise.race([one.orders.act(first, { type }).catch(() => undefined), browser.clock.pass(5_000)])
  browser.journal.break(false)
  const second = await opened(two, { steps: [swap] })
  await browser.clock.pass(5_000)
  expect(two.order(second).blocked).not.toBe('other tab')
  expect(two.wallet.requests).toHaveLength(1)
})

test('two tabs whose browser lets nothing be written do not wake each other for ever', async () => {
  const [one, two] = [tabWith({ wallet: walletWith({ send: () => Promise.reject(failureOf('unknown')) }) }), tabWith()]
  await two.orders.load()
  const id = await opened(one, { steps: [swap] })
  await two.orders.act(id, { type: 'take over' })
  browser.journal.break()
  let changes = 0
  for (const { orders } of [one, two]) orders.subscribe(() => void changes++)
  for (const { orders } of [one, two]) await orders.act(id, { type: 'look' })
  for (const { orders } of [one, two]) void orders.act(id, { type: 'retry' })
  await browser.clock.pass(30_000)
  expect(changes).toBeGreaterThan(0)
  browser.journal.break(false)
  await browser.clock.pass(30_000)
  expect(changes).toBeLessThan(1_000)
  expect(one.order(id).tasks).toEqual(two.order(id).tasks)
})

test('a transaction that another tab has recorded while this one could write nothing is recorded once', async () => {
  const tab = tabWith({ wallet: walletWith({ send: () => never() }) })
  const id = await opened(tab, { steps: [swap] })
  const ports = { journal: browser.journal.port, clock: browser.clock, channel: silentChannel, locks: lockless }
  const [one, two] = [new OrderStore(ports), new OrderStore(ports)]
  await Promise.all([one.load(), two.load()])
  browser.journal.break()
  await one.record(id, [{ type: 'sent', hash: hashNo(1) }])
  browser.journal.break(false)
  await two.record(id, [
    { type: 'sent', hash: hashNo(1) },
    { type: 'confirmed', receipt: receiptOf(hashNo(1)) },
  ])
  const { history, tasks } = await one.record(id, [{ type: 'noted', note: 'written again' }])
  expect(tasks.map(({ progress }) => progress.at)).toEqual(['done'])
  const recorded = history.slice(3).map(({ what, note }) => [what, note])
  expect(recorded).toEqual([
    ['sent', hashNo(1)],
    ['confirmed', hashNo(1)],
    ['noted', 'written again'],
  ])
})

test('what is found on chain is followed though the prompt of its request stays open', async () => {
  let isFound = false
  const wallet = walletWith({
    send: (step) => {
      browser.chain.take(step)
      return never()
    },
    look: async (_, __, hash) =>
      isFound || hash === undefined
        ? { is: 'done', receipt: receiptOf(hashNo(1)) }
        : { is: 'replaced', hash, by: hashNo(9), how: 'cancelled' },
  })
  const tab = tabWith({ wallet })
  const id = await opened(tab, { steps: [swap] })
  await tab.orders.act(id, { type: 'look' })
  await settled()
  expect(states(tab.order(id))).toEqual(['replaced'])
  await tab.orders.act(id, { type: 'retry' })
  expect(tab.order(id)).toMatchObject({ blocked: 'other order' })
  isFound = true
  await browser.clock.pass(10_000)
  expect(states(tab.order(id))).toEqual(['done'])
  leaveUnchecked(tab)
})
