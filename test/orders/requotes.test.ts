import { describe, expect, test } from 'vitest'
import { readFinding } from '../../src/guard/findings/finding'
import { availableActions } from '../../src/orders/actions/orderActions'
import { failureOf } from '../../src/orders/failure'
import { browser, freshPlan, opened, setBrowser, states, tabWith, walletWith } from './orderTabs'
import { swap } from './plans'
import { never, requotedPlan, settled } from './testBrowser'

setBrowser()

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
      updatedPlan: { plan: { quote: { minimumReceived: { units: 998_999n } } } },
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
    expect(tab.order(id).confirmedMinimum?.units).toBe(1_000_000n)
  })

  test('a step that is asked for again with a quote that is a unit worse needs a click', async () => {
    let requests = 0
    const wallet = walletWith({
      send: () => (requests++ === 0 ? Promise.reject(failureOf('rejected')) : never<string>()),
    })
    const tab = tabWith({
      wallet,
      requote: (order) => ({
        is: 'plan',
        plan: requotedPlan(order, browser.clock.now(), 999_999n),
        needsConfirmation: false,
      }),
    })
    const id = await opened(tab, { steps: [swap] })
    await browser.clock.pass(1_000)
    expect(states(tab.order(id))).toEqual(['rejected'])
    browser.clock.jump(31_000)
    void tab.orders.act(id, { type: 'retry' })
    await browser.clock.pass(5_000)
    expect(tab.order(id).blocked).toBe('price moved')
    expect(requests).toBe(1)
  })

  test('a warning no one has acknowledged needs a click even when the price is right', async () => {
    const warning = readFinding({
      code: 'V-001',
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

  test('F-52 if the simulation at the prompt gives less, there is no wallet request', async () => {
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
  ] as const)(
    'S-9 a later step whose offer has %s is not requested, and the order shows why',
    async (is, code, why) => {
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
    },
  )

  test('F-45 an offer that has expired is asked for again as long as nothing has moved', async () => {
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

  test('F-73 a plan that has moved value is never asked for again: that would spend twice', async () => {
    const tab = tabWith()
    const id = await opened(tab, { steps: [swap, { ...swap, data: '0x01' }] })
    await browser.clock.pass(40_000)
    expect(tab.planChecker.requotes()).toBe(0)
    expect(states(tab.order(id))).toEqual(['done', 'done'])
  })
})
