import { describe, expect, test } from 'vitest'
import { failureOf } from '../../src/orders/failure'
import type { EvmAnchor } from '../../src/orders/requests/transactionAnchor'
import { browser, freshPlan, opened, reloaded, setBrowser, states, tabWith, walletWith } from './orderTabs'
import { friend, hashNo, receiptOf, swap } from './plans'
import { settled } from './testBrowser'

setBrowser()

describe('what is checked before the wallet is asked', () => {
  test('a plan that does not hash to its seal is not sent', async () => {
    const tab = tabWith()
    const id = await opened(tab, { steps: [swap] })
    await browser.clock.pass(5_000)
    const plan = freshPlan({ steps: [swap] })
    const bent = { ...plan, steps: plan.steps.map((step) => ({ ...step, to: friend })) }
    const second = await tab.orders.open(bent as typeof plan)
    await tab.orders.act(second, { type: 'start' })
    expect(tab.order(second).tasks[0]?.progress).toMatchObject({ at: 'failed', failure: { code: 'tampered' } })
    expect(tab.wallet.requests).toHaveLength(1)
    expect(states(tab.order(id))).toEqual(['done'])
  })

  test('A-20 what the guard refuses at the prompt is not asked', async () => {
    const tab = tabWith({ checkStep: () => ({ is: 'refused', failure: failureOf('refused') }) })
    const id = await opened(tab)
    await browser.clock.pass(5_000)
    expect(states(tab.order(id))).toEqual(['failed', 'waiting'])
    expect(tab.wallet.requests).toHaveLength(0)
  })

  test('F-42 a check that breaks is no pass', async () => {
    const tab = tabWith({ checkStep: () => Promise.reject(new Error('The node does not answer.')) })
    const id = await opened(tab)
    expect(states(tab.order(id))).toEqual(['failed', 'waiting'])
    expect(tab.wallet.requests).toHaveLength(0)
  })

  test('I3 a journal that cannot be written keeps the wallet closed', async () => {
    const tab = tabWith()
    await tab.orders.load()
    const id = await tab.orders.open(freshPlan())
    browser.journal.break()
    void tab.orders.act(id, { type: 'start' })
    await settled()
    expect(tab.wallet.requests).toHaveLength(0)
    expect(states(tab.order(id))).toEqual(['failed', 'waiting'])
    browser.journal.break(false)
    void tab.orders.act(id, { type: 'retry' })
    await browser.clock.pass(10_000)
    expect(states(tab.order(id))).toEqual(['done', 'done'])
  })

  test('a journal that breaks after the prompt loses nothing of what happened', async () => {
    const wallet = walletWith({
      send: async (step, anchor) => {
        browser.journal.break()
        return browser.chain.take(step, (anchor as EvmAnchor).nonce)
      },
    })
    const tab = tabWith({ wallet })
    const id = await opened(tab, { steps: [swap] })
    await browser.clock.pass(3_000)
    browser.journal.break(false)
    void tab.orders.act(id, { type: 'dismiss' })
    await settled()
    const after = await reloaded(tab)
    expect(states(after.order(id))).toEqual(['done'])
  })

  test('F-26 an approval the chain took back is waited for again before the swap is asked', async () => {
    const tab = tabWith()
    let looks = 0
    browser.chain.decide(hashNo(1), (hash) =>
      ++looks === 2 ? { is: 'pending', hash, confirmations: 0 } : { is: 'done', receipt: receiptOf(hash) },
    )
    const id = await opened(tab)
    await browser.clock.pass(20_000)
    expect(tab.order(id).history.map(({ what }) => what)).toContain('reorged')
    expect(states(tab.order(id))).toEqual(['done', 'done'])
    expect(tab.wallet.requests).toHaveLength(2)
  })
})

describe('account, chain and wallet', () => {
  test('F-10 a declined switch is a rejection that can be tried again', async () => {
    let isFirst = true
    const wallet = walletWith({
      ready: async (_, onSwitch) => {
        if (!isFirst) return
        isFirst = false
        onSwitch?.()
        throw failureOf('rejected')
      },
    })
    const tab = tabWith({ wallet })
    const id = await opened(tab, { steps: [swap] })
    expect(states(tab.order(id))).toEqual(['rejected'])
    void tab.orders.act(id, { type: 'retry' })
    await browser.clock.pass(5_000)
    expect(states(tab.order(id))).toEqual(['done'])
  })

  test.each([
    ['F-11 F-21 F-37', 'locked', 'wallet gone'],
    ['F-12 F-13 F-38', 'wrong chain', 'wrong network'],
    ['F-22', 'wrong account', 'other account'],
  ] as const)('%s a wallet that is %s makes the order wait, and it goes on by itself', async (_, code, reason) => {
    let isRight = false
    let switches = 0
    const wallet = walletWith({
      ready: async (_step, onSwitch) => {
        if (isRight) return
        if (onSwitch) switches++
        throw failureOf(code)
      },
    })
    const tab = tabWith({ wallet })
    const id = await opened(tab, { steps: [swap] })
    expect(tab.order(id)).toMatchObject({ blocked: reason })
    expect(states(tab.order(id))).toEqual(['waiting'])
    wallet.change()
    await browser.clock.pass(10_000)
    expect(switches).toBe(1)
    isRight = true
    wallet.change()
    await browser.clock.pass(10_000)
    expect(states(tab.order(id))).toEqual(['done'])
    expect(tab.planChecker.checks()).toBe(1)
  })

  test('F-22 between the steps no new plan is asked for while another account is open', async () => {
    let isOther = false
    const wallet = walletWith({
      ready: async () => {
        if (isOther) throw failureOf('wrong account')
      },
      send: async () => {
        isOther = true
        return hashNo(1)
      },
    })
    const tab = tabWith({ wallet })
    const id = await opened(tab)
    await browser.clock.pass(3_000)
    expect(tab.order(id)).toMatchObject({ blocked: 'other account' })
    expect(tab.planChecker.requotes()).toBe(0)
    expect(states(tab.order(id))).toEqual(['done', 'waiting'])
  })

  test('F-18 the right account on the wrong network is a new reason: the switch is asked for', async () => {
    const wrong = { is: 'wrong account' as 'wrong account' | 'wrong chain' }
    let switches = 0
    const wallet = walletWith({
      ready: async (_step, onSwitch) => {
        if (wrong.is === 'wrong chain' && onSwitch) switches++
        else throw failureOf(wrong.is)
      },
    })
    const tab = tabWith({ wallet })
    const id = await opened(tab, { steps: [swap] })
    expect(tab.order(id)).toMatchObject({ blocked: 'other account' })
    wrong.is = 'wrong chain'
    wallet.change()
    await browser.clock.pass(5_000)
    expect(switches).toBe(1)
    expect(states(tab.order(id))).toEqual(['done'])
  })

  test('A-27 a chain that changes after the checks is noticed before the prompt', async () => {
    let anchors = 0
    const wallet = walletWith({
      anchor: async (step) => {
        if (++anchors === 1) throw failureOf('wrong chain')
        return { kind: 'evm', account: step.from, nonce: 7, block: 1n }
      },
    })
    const tab = tabWith({ wallet })
    const id = await opened(tab, { steps: [swap] })
    await browser.clock.pass(5_000)
    expect(tab.planChecker.checks()).toBe(2)
    expect(states(tab.order(id))).toEqual(['done'])
    expect(wallet.requests).toHaveLength(1)
  })

  test('while an order is on hold, another one of the same account may continue', async () => {
    const wallet = walletWith({
      ready: async (step) => {
        if (step.kind === 'evm' && step.value === 5n) throw failureOf('wrong chain')
      },
    })
    const tab = tabWith({ wallet })
    const first = await opened(tab, { steps: [{ ...swap, value: 5n }] })
    const second = await opened(tab, { steps: [swap] })
    await browser.clock.pass(5_000)
    expect(tab.order(first).blocked).toBe('wrong network')
    expect(states(tab.order(second))).toEqual(['done'])
  })

  test('F-7 F-19 F-50 offline nothing is asked; back online the order goes on', async () => {
    const tab = tabWith()
    browser.network.set(false)
    const id = await opened(tab, { steps: [swap] })
    expect(tab.order(id).blocked).toBe('offline')
    expect(tab.wallet.requests).toHaveLength(0)
    browser.network.set(true)
    await browser.clock.pass(5_000)
    expect(states(tab.order(id))).toEqual(['done'])
  })
})
