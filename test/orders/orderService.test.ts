import { describe, expect, test } from 'vitest'
import { availableActions } from '../../src/orders/actions/orderActions'
import { failureOf } from '../../src/orders/failure'
import { currentTask } from '../../src/orders/order'
import { orderPhase } from '../../src/orders/orderPhase'
import { isInFlight } from '../../src/orders/progress'
import { browser, freshPlan, opened, setBrowser, states, tabWith, walletWith } from './orderTabs'
import { approval, friend, hashNo, planOf, receiptOf, reset, swap } from './plans'

setBrowser()

describe('a willing wallet and a quiet chain', () => {
  test('approval and swap succeed, with a fresh quote in between', async () => {
    const tab = tabWith()
    const id = await opened(tab)
    await browser.clock.pass(10_000)
    expect(states(tab.order(id))).toEqual(['done', 'done'])
    expect(tab.wallet.requests.map(({ step }) => step.purpose.does)).toEqual(['approve', 'swap'])
    expect(tab.planChecker.requotes()).toBe(1)
    expect(tab.planChecker.checks()).toBe(2)
  })

  test('a reset, an approval and a swap each wait for the one before', async () => {
    const tab = tabWith()
    const id = await opened(tab, { steps: [reset, approval, swap] })
    await browser.clock.pass(10_000)
    expect(states(tab.order(id))).toEqual(['done', 'done', 'done'])
    expect(tab.wallet.requests.map(({ step }) => step.purpose.does)).toEqual(['reset', 'approve', 'swap'])
  })

  test('an existing allowance is not requested again', async () => {
    const wallet = walletWith({ remaining: async (steps) => steps.filter(({ purpose }) => purpose.does !== 'approve') })
    const tab = tabWith({ wallet })
    const id = await opened(tab)
    await browser.clock.pass(10_000)
    expect(states(tab.order(id))).toEqual(['done'])
    expect(tab.order(id).history.map(({ what }) => what)).toContain('skipped')
  })

  test('the receipt names the tokens of the intent', async () => {
    const plan = { steps: [swap], recipient: friend }
    browser.chain.decideAll((hash) => ({
      is: 'done',
      receipt: receiptOf(hash, {
        changes: [
          {
            account: '0x00000000000000000000000000000000000000AA',
            chainId: 741_001,
            token: planOf().intent.sell.token.address,
            delta: -100_000_000n,
          },
          {
            account: friend.toUpperCase().replace('0X', '0x'),
            chainId: 741_001,
            token: planOf().intent.buy.address,
            delta: 1_234_567n,
          },
        ],
      }),
    }))
    const tab = tabWith()
    const id = await opened(tab, plan)
    await browser.clock.pass(5_000)
    expect(tab.order(id).tasks[0]?.progress).toMatchObject({
      receipt: { spent: { units: 100_000_000n }, received: { units: 1_234_567n } },
    })
  })

  test('`run` waits until the order rests', async () => {
    const tab = tabWith({ wallet: walletWith({ send: () => Promise.reject(failureOf('rejected')) }) })
    await tab.orders.load()
    const id = await tab.orders.open(freshPlan())
    await tab.orders.act(id, { type: 'start' })
    expect(states(tab.order(id))).toEqual(['rejected', 'waiting'])
  })
})

test('a browser that lets nothing be written opens no order', async () => {
  const tab = tabWith()
  browser.journal.break()
  await tab.orders.load()
  await expect(tab.orders.open(freshPlan())).rejects.toThrow('did not let the order be written down')
  expect(tab.orders.getSnapshot().orders).toEqual([])
})

test('a fault of ours stops an order with the reason, and a click takes it up again', async () => {
  let isBroken = true
  const wallet = walletWith({})
  const tab = tabWith({
    wallet: { ...wallet, executor: { ...wallet.executor, toFailure: () => thrown() } },
    checkStep: () => (isBroken ? Promise.reject(new Error('a slip')) : { is: 'passed' }),
  })
  function thrown(): never {
    throw new Error('a slip in a slip')
  }
  const id = await opened(tab, { steps: [swap] })
  expect(tab.order(id)).toMatchObject({ blocked: 'paused' })
  expect(tab.order(id).history.map(({ note }) => note)).toContain('Error: a slip in a slip')
  isBroken = false
  await tab.orders.act(id, { type: 'resume' })
  void tab.orders.act(id, { type: 'accept' })
  await browser.clock.pass(5_000)
  expect(states(tab.order(id))).toEqual(['done'])
})

test('what was put away is still watched while it may be on its way, and asks nothing', async () => {
  const tab = tabWith()
  browser.chain.decide(hashNo(1), (hash) => ({ is: 'pending', hash, confirmations: 0 }))
  const id = await opened(tab)
  await browser.clock.pass(1_000)
  await tab.orders.act(id, { type: 'dismiss' })
  browser.chain.decide(hashNo(1), (hash) => ({ is: 'done', receipt: receiptOf(hash) }))
  await browser.clock.pass(60_000)
  expect(states(tab.order(id))).toEqual(['done', 'waiting'])
  expect(orderPhase(tab.order(id))).toBe('stopped')
  expect(tab.wallet.requests).toHaveLength(1)
  expect(availableActions(tab.order(id), false)).toEqual(['resume'])
  await tab.orders.act(id, { type: 'resume' })
  await browser.clock.pass(5_000)
  expect(states(tab.order(id))).toEqual(['done', 'done'])
})

test('every order can be read off the snapshot, the newest first, and the snapshot keeps its identity', async () => {
  const tab = tabWith()
  const first = await opened(tab, { steps: [swap] })
  await browser.clock.pass(5_000)
  const second = await opened(tab, { steps: [swap] })
  await browser.clock.pass(5_000)
  const snapshot = tab.orders.getSnapshot()
  expect(snapshot.orders.map(({ id }) => id)).toEqual([second, first])
  expect(tab.orders.getSnapshot()).toBe(snapshot)
  expect(snapshot.orders.some((order) => isInFlight(currentTask(order)?.progress ?? { at: 'waiting' }))).toBe(false)
})
