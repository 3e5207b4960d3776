import { afterEach, describe, expect, test } from 'vitest'
import { readFinding } from '../../src/guard/findings/finding'
import { NotAHash, NotThisStep } from '../../src/orders/actionHandlers'
import type { TransactionStatus } from '../../src/orders/executor'
import { failureOf } from '../../src/orders/failure'
import type { Order } from '../../src/orders/order'
import { currentTask } from '../../src/orders/order'
import { availableActions } from '../../src/orders/orderActions'
import { encodeOrder } from '../../src/orders/orderCodec'
import { orderPhase } from '../../src/orders/orderPhase'
import { OrderStore } from '../../src/orders/orderStore'
import { isInFlight } from '../../src/orders/progress'
import type { EvmAnchor } from '../../src/orders/transactionAnchor'
import { anchorNo, approval, friend, hashNo, planOf, receiptOf, reset, swap } from './plans'
import { type Browser, createBrowser, createWillingWallet, never, requotedPlan, settled, type Tab } from './testBrowser'

let browser: Browser
let tabs: Tab[] = []

function begin() {
  browser = createBrowser()
  tabs = []
}

function tabWith(wish?: Parameters<Browser['openTab']>[0]): Tab {
  const tab = browser.openTab(wish)
  tabs.push(tab)
  return tab
}

function walletWith(script: Parameters<typeof createWillingWallet>[1]) {
  return createWillingWallet(browser.chain, script)
}

/** A plan received this very moment. */
function freshPlan(wish: Parameters<typeof planOf>[0] = {}) {
  return planOf({ receivedAt: browser.clock.now(), ...wish })
}

async function opened(tab: Tab, wish: Parameters<typeof planOf>[0] = {}): Promise<string> {
  await tab.orders.load()
  const id = await tab.orders.open(freshPlan(wish))
  void tab.orders.act(id, { type: 'start' })
  await settled()
  return id
}

function states(order: Order): string[] {
  return order.tasks.map(({ progress }) => progress.at)
}

/** Closes the tab in the middle of everything and opens the app again. */
async function reloaded(tab: Tab, wish?: Parameters<Browser['openTab']>[0]): Promise<Tab> {
  tab.close()
  const next = tabWith(wish)
  await next.orders.load()
  await settled()
  return next
}

function switchForEver(_: unknown, onSwitch: (() => void) | undefined) {
  onSwitch?.()
  return never<void>()
}

begin()

/** I1 to I3 and I5 hold in every story told here. */
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
        task?.progress.at === 'signing' && JSON.stringify(task.step.purpose.does) === JSON.stringify(step.purpose.does)
      )
    })
    expect(before, 'I3: written before the wallet was asked').toBeDefined()
  }
  begin()
})

function doneHashes(order: Order): string[] {
  return order.tasks.flatMap(({ progress }) => (progress.at === 'done' ? [progress.hash] : []))
}

describe('a willing wallet and a quiet chain', () => {
  test('approval and swap go through, with a fresh quote in between', async () => {
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

  test('an allowance that stands already is not asked for again', async () => {
    const wallet = walletWith({ remaining: async (steps) => steps.filter(({ purpose }) => purpose.does !== 'approve') })
    const tab = tabWith({ wallet })
    const id = await opened(tab)
    await browser.clock.pass(10_000)
    expect(states(tab.order(id))).toEqual(['done'])
    expect(tab.order(id).history.map(({ what }) => what)).toContain('skipped')
  })

  test('the receipt is told in the words of the intent', async () => {
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

  test('standing still is awaited by run', async () => {
    const tab = tabWith({ wallet: walletWith({ send: () => Promise.reject(failureOf('rejected')) }) })
    await tab.orders.load()
    const id = await tab.orders.open(freshPlan())
    await tab.orders.act(id, { type: 'start' })
    expect(states(tab.order(id))).toEqual(['rejected', 'waiting'])
  })
})

describe('the quote is asked again', () => {
  test('F-30 a worse minimum is shown and needs a click', async () => {
    const tab = tabWith({
      requote: (order) => ({
        is: 'plan',
        plan: requotedPlan(order, browser.clock.now(), 998_999n),
        needsConfirmation: false,
      }),
    })
    const id = await opened(tab)
    await browser.clock.pass(10_000)
    expect(tab.order(id)).toMatchObject({
      blocked: 'price moved',
      updatedPlan: { plan: { quote: { minimumOut: { units: 998_999n } } } },
    })
    expect(availableActions(tab.order(id), false)).toEqual(['accept', 'dismiss'])
    expect(tab.wallet.requests).toHaveLength(1)
    void tab.orders.act(id, { type: 'accept' })
    await browser.clock.pass(10_000)
    expect(states(tab.order(id))).toEqual(['done', 'done'])
  })

  test('F-30 a minimum less than a thousandth worse, or better, is taken silently', async () => {
    const tab = tabWith({
      requote: (order) => ({
        is: 'plan',
        plan: requotedPlan(order, browser.clock.now(), 999_000n),
        needsConfirmation: false,
      }),
    })
    const id = await opened(tab)
    await browser.clock.pass(10_000)
    expect(states(tab.order(id))).toEqual(['done', 'done'])
    expect(tab.order(id).promised?.units).toBe(1_000_000n)
  })

  test('a warning nobody has acknowledged needs a click even when the price is right', async () => {
    const warning = readFinding({
      code: 'V-002',
      kind: 'repeated',
      severity: 'warn',
      facts: { count: 2 },
      step: undefined,
    })
    const tab = tabWith({
      requote: (order) => ({
        is: 'plan',
        plan: requotedPlan(order, browser.clock.now()),
        needsConfirmation: true,
        newWarnings: [warning],
      }),
    })
    const id = await opened(tab)
    await browser.clock.pass(10_000)
    expect(tab.order(id).blocked).toBe('price moved')
    expect(tab.order(id).updatedPlan?.newWarnings).toEqual([warning])

    tab.close()
    const later = browser.openTab()
    await later.orders.load()
    expect(later.order(id).updatedPlan?.newWarnings).toEqual([warning])
  })

  test('A-20 a new plan that is refused stops the order with no request', async () => {
    const tab = tabWith({ requote: () => ({ is: 'refused', failure: failureOf('refused') }) })
    const id = await opened(tab)
    await browser.clock.pass(10_000)
    expect(states(tab.order(id))).toEqual(['done', 'failed'])
    expect(tab.wallet.requests).toHaveLength(1)
  })

  test('A-30 a plan older than half a minute is asked again before any prompt', async () => {
    const tab = tabWith()
    await tab.orders.load()
    const id = await tab.orders.open(freshPlan({ steps: [swap], receivedAt: browser.clock.now() - 31_000 }))
    void tab.orders.act(id, { type: 'start' })
    await settled()
    await browser.clock.pass(10_000)
    expect(tab.planChecker.requotes()).toBe(1)
    expect(states(tab.order(id))).toEqual(['done'])
  })

  test('F-8 F-35 F-51 F-66 a clock that jumps either way makes a plan old, never young', async () => {
    for (const jump of [-7_200_000, 7_200_000]) {
      const tab = tabWith()
      await tab.orders.load()
      const id = await tab.orders.open(freshPlan({ steps: [swap] }))
      browser.clock.jump(jump)
      void tab.orders.act(id, { type: 'start' })
      await browser.clock.pass(5_000)
      expect(tab.planChecker.requotes()).toBe(1)
      expect(states(tab.order(id))).toEqual(['done'])
    }
  })

  test('F-16 a quote that expires while the wallet switches is renewed before the prompt', async () => {
    let isSlow = true
    const wallet = walletWith({
      ready: async (_, onSwitch) => {
        if (!isSlow) return
        isSlow = false
        onSwitch?.()
        browser.clock.jump(31_000)
      },
    })
    const tab = tabWith({ wallet })
    const id = await opened(tab, { steps: [swap] })
    await browser.clock.pass(5_000)
    expect(tab.planChecker.requotes()).toBe(1)
    expect(
      tab
        .order(id)
        .history.map(({ what }) => what)
        .slice(0, 6),
    ).toEqual(['opened', 'checking', 'switching', 'checking', 'renewed', 'checking'])
    expect(states(tab.order(id))).toEqual(['done'])
  })

  test('F-52 when the simulation at the prompt says less, the wallet is not asked', async () => {
    let looks = 0
    const tab = tabWith({
      checkStep: () => (++looks === 1 ? { is: 'moved' } : { is: 'passed' }),
      requote: (order) => ({
        is: 'plan',
        plan: requotedPlan(order, browser.clock.now(), 900_000n),
        needsConfirmation: false,
      }),
    })
    const id = await opened(tab, { steps: [swap] })
    await browser.clock.pass(5_000)
    expect(tab.order(id).blocked).toBe('price moved')
    expect(tab.wallet.requests).toHaveLength(0)
  })

  test.each([
    ['expired', 'expired', 'step expired'],
    ['moved', 'refused', 'price moved'],
  ] as const)('S-9 a later step whose offer has %s is not asked for, and says so', async (is, code, why) => {
    let looks = 0
    const tab = tabWith({ checkStep: () => (++looks === 1 ? { is: 'passed' } : { is }) })
    const id = await opened(tab, { steps: [swap, { ...swap, data: '0x01' }] })
    await browser.clock.pass(20_000)
    const failure = { code, facts: { is: why } }
    expect(tab.order(id).tasks.map(({ progress }) => progress)).toMatchObject([
      { at: 'done' },
      { at: 'failed', failure },
    ])
    expect(tab.wallet.requests).toHaveLength(1)
    expect(tab.planChecker.requotes()).toBe(0)
  })

  test('F-45 an offer that has expired is asked for anew as long as nothing has moved', async () => {
    let looks = 0
    const tab = tabWith({ checkStep: () => (++looks === 1 ? { is: 'expired' } : { is: 'passed' }) })
    const id = await opened(tab, { steps: [swap] })
    await browser.clock.pass(10_000)
    expect(states(tab.order(id))).toEqual(['done'])
    expect(tab.planChecker.requotes()).toBe(1)
  })

  test('a service whose plans are always old is not asked for ever', async () => {
    const tab = tabWith({
      requote: (order) => ({ is: 'plan', plan: requotedPlan(order, 0), needsConfirmation: false }),
    })
    const id = await opened(tab, { receivedAt: 0 })
    await browser.clock.pass(60_000)
    expect(tab.order(id).tasks[0]?.progress).toMatchObject({ at: 'failed', failure: { code: 'expired' } })
    expect(tab.planChecker.requotes()).toBe(3)
  })

  test('F-73 a plan that has moved value is never asked for anew: that would spend twice', async () => {
    const tab = tabWith()
    const id = await opened(tab, { steps: [swap, { ...swap, data: '0x01' }] })
    await browser.clock.pass(40_000)
    expect(tab.planChecker.requotes()).toBe(0)
    expect(states(tab.order(id))).toEqual(['done', 'done'])
  })
})

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

  test('while an order stands by, another of the same account may go on', async () => {
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

describe('what the wallet answers', () => {
  test('F-20 F-36 I8 a rejection is quiet, and one click asks again', async () => {
    const wallet = walletWith({
      send: (step, anchor, count) =>
        count === 1
          ? Promise.reject(failureOf('rejected'))
          : Promise.resolve(browser.chain.take(step, (anchor as EvmAnchor).nonce)),
    })
    const tab = tabWith({ wallet })
    const id = await opened(tab, { steps: [swap] })
    expect(states(tab.order(id))).toEqual(['rejected'])
    expect(availableActions(tab.order(id), false)).toEqual(['retry', 'dismiss'])
    await browser.clock.pass(600_000)
    expect(wallet.requests).toHaveLength(1)
    void tab.orders.act(id, { type: 'retry' })
    await browser.clock.pass(5_000)
    expect(states(tab.order(id))).toEqual(['done'])
    expect((wallet.requests[1]!.anchor as EvmAnchor).isPinned).toBeUndefined()
  })

  test.each(['busy', 'insufficient funds', 'unsupported'] as const)(
    'a wallet that is %s was certainly not asked to send',
    async (code) => {
      const tab = tabWith({ wallet: walletWith({ send: () => Promise.reject(failureOf(code)) }) })
      const id = await opened(tab)
      expect(tab.order(id).tasks[0]?.progress).toMatchObject({ at: 'failed', failure: { code } })
      await browser.clock.pass(600_000)
      expect(tab.wallet.requests).toHaveLength(1)
    },
  )

  test('F-28 an error after broadcasting is followed to the transaction it hid', async () => {
    const wallet = walletWith({
      send: (step, anchor) => {
        browser.chain.take(step, (anchor as EvmAnchor).nonce)
        return Promise.reject(failureOf('unknown'))
      },
    })
    const tab = tabWith({ wallet })
    const id = await opened(tab, { steps: [swap] })
    await browser.clock.pass(5_000)
    expect(states(tab.order(id))).toEqual(['done'])
    expect(tab.wallet.requests).toHaveLength(1)
  })

  test.each(['not a hash', 'nonce', 'underpriced', 'timeout', 'unknown'] as const)(
    'F-44 I2 after "%s" the outcome is unknown, watched, and asked again only by a click, with the same nonce',
    async (code) => {
      const wallet = walletWith({
        send: (step, anchor, count) =>
          count === 1
            ? Promise.reject(failureOf(code))
            : Promise.resolve(browser.chain.take(step, (anchor as EvmAnchor).nonce)),
      })
      const tab = tabWith({ wallet })
      const id = await opened(tab, { steps: [swap] })
      await browser.clock.pass(3_600_000)
      expect(tab.order(id).tasks[0]?.progress).toMatchObject({ at: 'unknown', isUnseen: true, failure: { code } })
      expect(wallet.requests).toHaveLength(1)
      expect(availableActions(tab.order(id), false)).toContain('retry')
      void tab.orders.act(id, { type: 'retry' })
      await browser.clock.pass(5_000)
      expect(states(tab.order(id))).toEqual(['done'])
      expect(wallet.requests[1]!.anchor).toMatchObject({ nonce: 7, isPinned: true })
    },
  )

  test('I2 a click on "try again" that finds the transaction on chain follows it instead', async () => {
    const wallet = walletWith({ send: () => Promise.reject(failureOf('unknown')) })
    const tab = tabWith({ wallet })
    const id = await opened(tab, { steps: [swap] })
    browser.chain.take(tab.order(id).tasks[0]!.step, 7)
    await tab.orders.act(id, { type: 'retry' })
    await browser.clock.pass(5_000)
    expect(states(tab.order(id))).toEqual(['done'])
    expect(wallet.requests).toHaveLength(1)
  })

  test('F-43 a wallet that never answers gets the person three ways out after a minute', async () => {
    const tab = tabWith({ wallet: walletWith({ send: never }) })
    const id = await opened(tab, { steps: [swap] })
    await browser.clock.pass(59_000)
    expect(tab.order(id).blocked).toBeUndefined()
    await browser.clock.pass(2_000)
    expect(tab.order(id).blocked).toBe('no answer')
    expect(availableActions(tab.order(id), false)).toEqual(['open wallet', 'rejected it', 'look', 'paste hash'])
    await tab.orders.act(id, { type: 'open wallet' })
    await browser.clock.pass(59_000)
    expect(tab.order(id).blocked).toBeUndefined()
    await browser.clock.pass(2_000)
    expect(tab.order(id).blocked).toBe('no answer')
    await tab.orders.act(id, { type: 'look' })
    expect(tab.order(id).history.at(-1)).toMatchObject({ what: 'noted', note: 'not seen' })
    expect(tab.wallet.requests).toHaveLength(1)
  })

  test('F-43 "I rejected it" is believed when the chain has seen nothing, and a repeat takes the same nonce', async () => {
    const wallet = walletWith({
      send: (step, anchor, count) =>
        count === 1 ? never() : Promise.resolve(browser.chain.take(step, (anchor as EvmAnchor).nonce)),
    })
    const tab = tabWith({ wallet })
    const id = await opened(tab, { steps: [swap] })
    await browser.clock.pass(61_000)
    await tab.orders.act(id, { type: 'rejected it' })
    expect(states(tab.order(id))).toEqual(['rejected'])
    void tab.orders.act(id, { type: 'retry' })
    await browser.clock.pass(5_000)
    expect(states(tab.order(id))).toEqual(['done'])
    expect(wallet.requests[1]!.anchor).toMatchObject({ nonce: 7, isPinned: true })
    // The first request is the wallet's own affair now; the invariant counts what this app has open.
    tabs = []
    tab.close()
  })

  test('F-43 "I rejected it" is not believed when the chain knows better', async () => {
    const wallet = walletWith({
      send: (step, anchor) => {
        browser.chain.take(step, (anchor as EvmAnchor).nonce)
        return never()
      },
      look: async (_, __, hash) =>
        hash || browser.clock.elapsed() > 61_000 ? { is: 'done', receipt: receiptOf(hashNo(1)) } : { is: 'not seen' },
    })
    const tab = tabWith({ wallet })
    const id = await opened(tab, { steps: [swap] })
    await browser.clock.pass(60_500)
    await browser.clock.pass(600)
    await tab.orders.act(id, { type: 'rejected it' })
    await browser.clock.pass(5_000)
    expect(states(tab.order(id))).toEqual(['done'])
  })

  test('F-43 what a silent wallet broadcast is found on chain by itself', async () => {
    const wallet = walletWith({
      send: (step, anchor) => {
        browser.chain.take(step, (anchor as EvmAnchor).nonce)
        return never()
      },
    })
    const tab = tabWith({ wallet })
    const id = await opened(tab, { steps: [swap] })
    await browser.clock.pass(70_000)
    expect(states(tab.order(id))).toEqual(['done'])
  })

  test('an answer that comes after the person gave up is heard', async () => {
    let answer: (hash: string) => void = () => undefined
    const wallet = walletWith({
      send: (_, __, count) => (count === 1 ? new Promise<string>((resolve) => (answer = resolve)) : never()),
    })
    const tab = tabWith({ wallet })
    const id = await opened(tab, { steps: [swap] })
    await browser.clock.pass(61_000)
    await tab.orders.act(id, { type: 'rejected it' })
    expect(states(tab.order(id))).toEqual(['rejected'])
    answer(browser.chain.take(tab.order(id).tasks[0]!.step, 7))
    await browser.clock.pass(5_000)
    expect(tab.order(id).tasks[0]?.progress).toMatchObject({ at: 'done', hash: hashNo(1) })
  })

  test('a hash known before the wallet answers is written at once', async () => {
    const wallet = walletWith({
      send: (step, anchor, _, onHash) => {
        onHash(browser.chain.take(step, (anchor as EvmAnchor).nonce))
        return never()
      },
    })
    const tab = tabWith({ wallet })
    const id = await opened(tab, { steps: [swap] })
    await browser.clock.pass(3_000)
    expect(states(tab.order(id))).toEqual(['done'])
  })

  test('a pasted hash is followed, one of somebody else is not', async () => {
    const wallet = walletWith({
      send: () => Promise.reject(failureOf('unknown')),
      look: async (_, __, hash) => {
        if (hash === undefined) return { is: 'undecided' }
        return hash === hashNo(9) ? { is: 'undecided' } : { is: 'done', receipt: receiptOf(hash) }
      },
    })
    const tab = tabWith({ wallet })
    const id = await opened(tab, { steps: [swap] })
    expect(availableActions(tab.order(id), false)).toEqual(['look', 'paste hash', 'not sent', 'dismiss'])
    await expect(tab.orders.act(id, { type: 'paste hash', hash: 'not one' })).rejects.toThrow(NotAHash)
    await expect(tab.orders.act(id, { type: 'paste hash', hash: hashNo(9) })).rejects.toThrow(NotThisStep)
    await tab.orders.act(id, { type: 'not sent' })
    expect(states(tab.order(id))).toEqual(['unknown'])
    await tab.orders.act(id, { type: 'paste hash', hash: ` ${hashNo(3).toUpperCase().replace('0X', '0x')} ` })
    await browser.clock.pass(5_000)
    expect(tab.order(id).tasks[0]?.progress).toMatchObject({ at: 'done', hash: hashNo(3) })
  })

  describe('a hash is pasted for a transaction that was sent', () => {
    const asContract = async (): Promise<EvmAnchor> => ({ ...anchorNo(7), isContract: true, isOpenNonce: true })
    const queued = async () => ({ is: 'queued' }) as const
    const unseen = async () => ({ is: 'not seen' }) as const
    const silent = () => Promise.reject(new Error('No node answers'))

    test.each<[string, string, number, (looks: number) => Promise<TransactionStatus>, typeof asContract?]>([
      ['is queued by its account', 'sent', 5_000, queued, asContract],
      ['no node has found', 'sent', 40_000, unseen],
      ['cannot be looked for', 'sent', 10_000, silent],
      ['cannot be looked for any more', 'confirming', 10_000, confirmedOnce],
      ['is said to be dropped', 'unknown', 200_000, unseen],
    ])('one that %s: the new hash is followed, one of another call is not', async (_, at, time, fate, anchor) => {
      let looks = 0
      const wallet = walletWith({
        ...(anchor ? { anchor } : {}),
        look: async (__, ___, hash) => {
          if (hash === hashNo(9)) return { is: 'replaced', hash, by: hash, how: 'altered' }
          return hash === hashNo(3) ? { is: 'done', receipt: receiptOf(hash) } : fate(looks++)
        },
      })
      const tab = tabWith({ wallet })
      const id = await opened(tab, { steps: [swap] })
      await browser.clock.pass(time)
      expect(tab.order(id).tasks[0]?.progress).toMatchObject({ at, hash: hashNo(1) })
      expect(availableActions(tab.order(id), false)).toContain('paste hash')
      await expect(tab.orders.act(id, { type: 'paste hash', hash: hashNo(9) })).rejects.toThrow(NotThisStep)
      await tab.orders.act(id, { type: 'paste hash', hash: hashNo(3) })
      await browser.clock.pass(60_000)
      expect(tab.order(id).tasks[0]?.progress).toMatchObject({ at: 'done', hash: hashNo(3) })
      expect(tab.order(id).blocked).toBeUndefined()
    })

    async function confirmedOnce(looks: number): Promise<TransactionStatus> {
      if (looks > 0) throw new Error('No node answers')
      return { is: 'pending', hash: hashNo(1), confirmations: 1 }
    }
  })

  test('I1 a second order of the same account waits until the wallet has answered the first', async () => {
    let answer: (hash: string) => void = () => undefined
    const wallet = walletWith({
      send: (step, _, count) =>
        count === 1 ? new Promise<string>((resolve) => (answer = resolve)) : Promise.resolve(browser.chain.take(step)),
    })
    const tab = tabWith({ wallet })
    const first = await opened(tab, { steps: [swap] })
    const second = await opened(tab, { steps: [swap], minimumOut: 5n })
    expect(tab.order(second).blocked).toBe('other order')
    answer(browser.chain.take(tab.order(first).tasks[0]!.step))
    await browser.clock.pass(5_000)
    expect([first, second].map((id) => states(tab.order(id)).join())).toEqual(['done', 'done'])
  })
})

describe('what the chain says', () => {
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

  test('F-47 F-93 a revert stops the rest and says why; trying again asks for a fresh quote', async () => {
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

  test('F-25 F-40 F-57 a transaction no node has known for three minutes is said to be missing, and still watched', async () => {
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

  test('F-58 a chain that says one thing and then another does not make an order run in circles', async () => {
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

  test('F-29 F-59 F-60 I6 nodes that do not answer never fail an order; polling slows and it says so', async () => {
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

  test('a sent transaction is followed on when its chain has left the deployment, and found when it is back', async () => {
    let isGone = true
    const wallet = walletWith({
      look: async (_, __, hash) => {
        if (isGone || hash === undefined) throw new Error('This chain is not known.')
        return { is: 'done', receipt: receiptOf(hash) }
      },
    })
    const isWalletElsewhere = () => Promise.reject(new Error('This chain is not known.'))
    const tab = tabWith({ wallet: { ...wallet, executor: { ...wallet.executor, isWalletElsewhere } } })
    const id = await opened(tab, { steps: [swap] })
    await browser.clock.pass(10_000)
    expect(tab.order(id)).toMatchObject({ blocked: 'unreachable', tasks: [{ progress: { at: 'sent' } }] })
    isGone = false
    await browser.clock.pass(60_000)
    expect(states(tab.order(id))).toEqual(['done'])
  })

  test('F-29 I6 checks that nobody answers are told after a while, and begun anew by a click; the late answer asks nothing', async () => {
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

  test('F-29 I6 checks that are answered late go on by themselves, and what was put away meanwhile is not asked', async () => {
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

  test('F-48 A-40 between approval and swap: it stands paused, and two clicks with a fresh quote go on', async () => {
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

  test('F-73 of a plan that has moved value: what is left is shown again and needs a click', async () => {
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
    expect(tab.orders.getSnapshot().unreadable).toBe(2)
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
    const store = new OrderStore({ ...ports, clock: browser.clock })
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

describe('two tabs', () => {
  test('F-33 F-6 the same account is asked by one tab; the other waits and goes on after it', async () => {
    let answer: (hash: string) => void = () => undefined
    const one = tabWith({ wallet: walletWith({ send: () => new Promise<string>((resolve) => (answer = resolve)) }) })
    const two = tabWith()
    await two.orders.load()
    const first = await opened(one, { steps: [swap] })
    const second = await opened(two, { steps: [swap], minimumOut: 5n })
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

  test('F-64 what one tab does the other shows at once', async () => {
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
  const id = await opened(two, { steps: [swap], minimumOut: 5n })
  await browser.clock.pass(5_000)
  expect(states(two.order(id))).toEqual(['done'])
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
