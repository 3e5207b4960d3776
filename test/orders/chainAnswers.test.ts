import { describe, expect, test } from 'vitest'
import { availableActions } from '../../src/orders/actions/orderActions'
import type { TransactionStatus } from '../../src/orders/executor'
import { orderPhase } from '../../src/orders/orderPhase'
import { hashOfOutcome, unexpectedTransactions } from '../../src/orders/requests/unsettledRequests'
import { browser, opened, reloaded, setBrowser, states, tabWith, walletWith } from './orderTabs'
import { hashNo, receiptOf, swap } from './plans'

setBrowser()

describe('answers of the chain', () => {
  test('F-23 F-55 a sped-up transaction is followed under its new hash', async () => {
    const tab = tabWith()
    browser.chain.decide(hashNo(1), () => ({ is: 'pending', hash: hashNo(5), confirmations: 0 }))
    const id = await opened(tab, { steps: [swap] })
    await browser.clock.pass(5_000)
    expect(tab.order(id).tasks[0]?.progress).toMatchObject({ at: 'done', hash: hashNo(5) })
  })

  test.each([
    ['F-24 F-56', 'cancelled'],
    ['F-39', 'replaced'],
    ['A-23', 'altered'],
  ] as const)('%s a transaction that was %s stops the order, and the swap is not asked', async (_, how) => {
    const tab = tabWith()
    browser.chain.decide(hashNo(1), (hash) => ({ is: 'replaced', hash, by: hashNo(6), how }))
    const id = await opened(tab)
    await browser.clock.pass(60_000)
    expect(tab.order(id).tasks[0]?.progress).toEqual({ at: 'replaced', hash: hashNo(1), by: hashNo(6), how })
    expect(orderPhase(tab.order(id))).toBe('stopped')
    expect(tab.wallet.requests).toHaveLength(1)
  })

  test('F-47 F-93 a revert stops the rest with a reason; trying again requests a new quote', async () => {
    const tab = tabWith()
    browser.chain.decide(hashNo(1), (hash) => ({ is: 'reverted', hash, why: 'Too little received' }))
    const id = await opened(tab, { steps: [swap] })
    await browser.clock.pass(3_000)
    expect(tab.order(id).tasks[0]?.progress).toMatchObject({ at: 'reverted', why: 'Too little received' })
    void tab.orders.act(id, { type: 'retry' })
    await browser.clock.pass(5_000)
    expect(tab.planChecker.requotes()).toBe(1)
    expect(states(tab.order(id))).toEqual(['done'])
  })

  test('F-25 F-40 F-57 a transaction that no node has had for three minutes counts as missing, and is still watched', async () => {
    const tab = tabWith()
    let isGone = true
    browser.chain.decide(hashNo(1), (hash) => (isGone ? { is: 'not seen' } : { is: 'done', receipt: receiptOf(hash) }))
    const id = await opened(tab, { steps: [swap] })
    await browser.clock.pass(170_000)
    expect(states(tab.order(id))).toEqual(['sent'])
    await browser.clock.pass(30_000)
    expect(tab.order(id).tasks[0]?.progress).toMatchObject({ at: 'unknown', hash: hashNo(1), isUnseen: true })
    isGone = false
    await browser.clock.pass(120_000)
    expect(states(tab.order(id))).toEqual(['done'])
    expect(tab.wallet.requests).toHaveLength(1)
  })

  test('F-41 a success the chain takes back returns to confirming', async () => {
    const tab = tabWith()
    const id = await opened(tab, { steps: [swap] })
    await browser.clock.pass(1_000)
    expect(states(tab.order(id))).toEqual(['done'])
    let isBack = false
    browser.chain.decide(hashNo(1), (hash) =>
      isBack ? { is: 'done', receipt: receiptOf(hash) } : { is: 'pending', hash, confirmations: 0 },
    )
    await browser.clock.pass(10_000)
    expect(states(tab.order(id))).toEqual(['confirming'])
    isBack = true
    await browser.clock.pass(30_000)
    expect(states(tab.order(id))).toEqual(['done'])
  })

  test.each([
    ['F-93 a failure', (hash: string) => ({ is: 'reverted', hash, why: undefined }) as const],
    ['F-24 a cancellation', (hash: string) => ({ is: 'replaced', hash, by: hashNo(6), how: 'cancelled' }) as const],
  ])('F-41 %s the chain takes back is followed to what the transaction did in another block', async (_, first) => {
    for (const isReloaded of [false, true]) {
      const tab = tabWith()
      let isBack = false
      const hash = hashNo(browser.chain.sent.length + 1)
      browser.chain.decide(hash, () => (isBack ? { is: 'done', receipt: receiptOf(hash) } : first(hash)))
      const id = await opened(tab, { steps: [swap] })
      await browser.clock.pass(3_000)
      expect(['reverted', 'replaced']).toContain(states(tab.order(id))[0])
      isBack = true
      const later = isReloaded ? await reloaded(tab) : tab
      await browser.clock.pass(10_000)
      expect(later.order(id).tasks[0]?.progress).toMatchObject({ at: 'done', hash })
      expect(tab.wallet.requests).toHaveLength(1)
    }
  })

  test('I2 a failure the chain takes back long afterwards is noticed before the step is asked again', async () => {
    const tab = tabWith()
    let isBack = false
    browser.chain.decide(hashNo(1), (hash) =>
      isBack ? { is: 'done', receipt: receiptOf(hash) } : { is: 'reverted', hash, why: undefined },
    )
    const id = await opened(tab, { steps: [swap] })
    await browser.clock.pass(10 * 60_000)
    expect(states(tab.order(id))).toEqual(['reverted'])
    isBack = true
    void tab.orders.act(id, { type: 'retry' })
    await browser.clock.pass(30_000)
    expect(tab.order(id).tasks[0]?.progress).toMatchObject({ at: 'done', hash: hashNo(1) })
    expect(tab.wallet.requests).toHaveLength(1)
  })

  test('I2 a cancellation that the chain takes back after its step was retried is read again: both are shown', async () => {
    const tab = tabWith()
    let isBack = false
    browser.chain.decide(hashNo(1), (hash) =>
      isBack ? { is: 'done', receipt: receiptOf(hash) } : { is: 'replaced', hash, by: hashNo(6), how: 'cancelled' },
    )
    const id = await opened(tab, { steps: [swap] })
    await browser.clock.pass(3_000)
    expect(states(tab.order(id))).toEqual(['replaced'])
    await browser.clock.pass(70_000)
    void tab.orders.act(id, { type: 'retry' })
    await browser.clock.pass(10_000)
    expect(tab.order(id).tasks[0]?.progress).toMatchObject({ at: 'done', hash: hashNo(2) })
    isBack = true
    await browser.clock.pass(60_000)
    expect(unexpectedTransactions(tab.order(id)).map(({ outcome }) => hashOfOutcome(outcome))).toEqual([hashNo(1)])
  })

  test('F-58 confirmations that go back to nothing are shown as pending again', async () => {
    const counts = [1, 2, 0, 1]
    const tab = tabWith()
    browser.chain.decide(hashNo(1), (hash) => {
      const confirmations = counts.shift()
      return confirmations === undefined
        ? { is: 'done', receipt: receiptOf(hash) }
        : { is: 'pending', hash, confirmations }
    })
    const id = await opened(tab, { steps: [swap] })
    await browser.clock.pass(30_000)
    expect(states(tab.order(id))).toEqual(['done'])
    const seen = browser.journal.writes.flatMap(({ tasks }) => {
      const progress = tasks[0]?.progress
      return progress?.at === 'confirming' ? [progress.confirmations] : []
    })
    expect(seen).toEqual([1, 2, 0, 1])
  })

  test('F-58 a chain with contradictory answers does not make an order loop', async () => {
    let looks = 0
    const tab = tabWith()
    browser.chain.decide(hashNo(1), (hash) =>
      ++looks % 2 === 0 ? { is: 'pending', hash, confirmations: 0 } : { is: 'done', receipt: receiptOf(hash) },
    )
    const id = await opened(tab)
    await browser.clock.pass(60_000)
    expect(looks).toBeLessThan(300)
    expect(tab.wallet.requests).toHaveLength(1)
    browser.chain.decide(hashNo(1), (hash) => ({ is: 'done', receipt: receiptOf(hash) }))
    await browser.clock.pass(60_000)
    expect(states(tab.order(id))).toEqual(['done', 'done'])
  })

  test('F-41 F-58 nodes that undo an end again and again are not asked more and more often', async () => {
    const ends: readonly ((hash: string) => TransactionStatus)[] = [
      (hash) => ({ is: 'done', receipt: receiptOf(hash) }),
      (hash) => ({ is: 'reverted', hash, why: undefined }),
      (hash) => ({ is: 'replaced', hash, by: hashNo(6), how: 'cancelled' }),
      (hash) => ({ is: 'done', receipt: receiptOf(hash) }),
    ]
    let looks = 0
    const [first, second] = [tabWith(), tabWith()]
    browser.chain.decideAll((hash) => ends[looks++ % ends.length]!(hash))
    const id = await opened(first)
    await second.orders.load()
    await second.orders.act(id, { type: 'take over' })
    const looksIn = async (milliseconds: number) => {
      const before = looks
      await browser.clock.pass(milliseconds)
      return looks - before
    }
    const atFirst = await looksIn(30_000)
    expect(atFirst).toBeGreaterThan(3)
    expect(await looksIn(30_000)).toBeLessThanOrEqual(atFirst * 1.5)
    expect(await looksIn(30_000)).toBeLessThanOrEqual(atFirst * 1.5)
  })

  test('F-29 F-59 F-60 I6 nodes that do not answer never fail an order; polling slows and the order shows it', async () => {
    let isDeaf = true
    let looks = 0
    const wallet = walletWith({
      look: async (_, __, hash) => {
        looks++
        if (isDeaf) throw new Error('429')
        return { is: 'done', receipt: receiptOf(hash!) }
      },
    })
    const tab = tabWith({ wallet })
    const id = await opened(tab, { steps: [swap] })
    await browser.clock.pass(60_000)
    expect(tab.order(id)).toMatchObject({ blocked: 'unreachable' })
    expect(states(tab.order(id))).toEqual(['sent'])
    const inTheFirstMinute = looks
    await browser.clock.pass(540_000)
    expect((looks - inTheFirstMinute) / 9).toBeLessThan(inTheFirstMinute / 2)
    isDeaf = false
    await browser.clock.pass(60_000)
    expect(states(tab.order(id))).toEqual(['done'])
    expect(tab.order(id).blocked).toBeUndefined()
  })

  test.each(['nodes', 'executor'])(
    'a sent transaction is still followed without the %s of its chain, and found when it is back in the deployment',
    async (missing) => {
      let isGone = true
      const { executor, ...wallet } = walletWith({
        look: async (_, __, hash) => {
          if (isGone || hash === undefined) throw new Error('This chain is not known.')
          return { is: 'done', receipt: receiptOf(hash) }
        },
      })
      let isLoaded = true
      const tab = tabWith({
        wallet: {
          ...wallet,
          get executor() {
            if (!isLoaded) throw new Error('The deployment has no such chains.')
            return executor
          },
        },
      })
      const id = await opened(tab, { steps: [swap] })
      isLoaded = missing === 'nodes'
      await browser.clock.pass(10_000)
      expect(tab.order(id)).toMatchObject({ blocked: 'unreachable', tasks: [{ progress: { at: 'sent' } }] })
      isGone = false
      isLoaded = true
      await browser.clock.pass(60_000)
      expect(states(tab.order(id))).toEqual(['done'])
    },
  )

  test('F-29 I6 unanswered checks are reported after a while, and restarted by a click; the late answer requests nothing', async () => {
    const answers: (() => void)[] = []
    let isDeaf = true
    const tab = tabWith({
      checkStep: () =>
        isDeaf ? new Promise((resolve) => answers.push(() => resolve({ is: 'passed' }))) : { is: 'passed' },
    })
    const id = await opened(tab, { steps: [swap] })
    await browser.clock.pass(29_000)
    expect([states(tab.order(id)), tab.order(id).blocked]).toEqual([['checking'], undefined])
    await browser.clock.pass(1_000)
    expect(tab.order(id).blocked).toBe('unreachable')
    expect(availableActions(tab.order(id), false)).toEqual(['retry', 'dismiss'])

    isDeaf = false
    void tab.orders.act(id, { type: 'retry' })
    await browser.clock.pass(1_000)
    expect(states(tab.order(id))).toEqual(['done'])
    for (const answer of answers) answer()
    await browser.clock.pass(60_000)
    expect(tab.wallet.requests).toHaveLength(1)
  })

  test('F-29 I6 checks that are answered late go on by themselves, and what was put away in the meantime is not asked', async () => {
    const answers: (() => void)[] = []
    const tab = tabWith({
      checkStep: () => new Promise((resolve) => answers.push(() => resolve({ is: 'passed' }))),
    })
    const late = await opened(tab, { steps: [swap] })
    await browser.clock.pass(40_000)
    expect(tab.order(late).blocked).toBe('unreachable')
    answers.shift()?.()
    await browser.clock.pass(1_000)
    expect(states(tab.order(late))).toEqual(['done'])

    const ended = await opened(tab, { steps: [swap] })
    await browser.clock.pass(40_000)
    await tab.orders.act(ended, { type: 'dismiss' })
    for (const answer of answers) answer()
    await browser.clock.pass(60_000)
    expect(states(tab.order(ended))).toEqual(['waiting'])
    expect(tab.wallet.requests).toHaveLength(1)
  })

  test('F-34 F-65 offline while waiting, the watch pauses and comes to the right end', async () => {
    const tab = tabWith()
    browser.chain.decide(hashNo(1), (hash) => ({ is: 'pending', hash, confirmations: 0 }))
    const id = await opened(tab, { steps: [swap] })
    await browser.clock.pass(2_000)
    browser.network.set(false)
    await browser.clock.pass(3_600_000)
    expect(tab.order(id).blocked).toBe('offline')
    browser.chain.decide(hashNo(1), (hash) => ({ is: 'done', receipt: receiptOf(hash) }))
    browser.network.set(true)
    await browser.clock.pass(1_000)
    expect(states(tab.order(id))).toEqual(['done'])
  })
})
