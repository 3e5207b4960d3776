import { describe, expect, test } from 'vitest'
import { availableActions } from '../../src/orders/actions/orderActions'
import type { DeliveryStatus, DeliveryTracker, PaidOrder } from '../../src/orders/delivery'
import { failureOf } from '../../src/orders/failure'
import { openOrder } from '../../src/orders/openOrder'
import { browser, freshPlan, opened, reloaded, setBrowser, states, tabWith, walletWith } from './orderTabs'
import { ether, hashNo, planOf, receiptOf, swap, usd } from './plans'
import { never, settled } from './testBrowser'

setBrowser()

/* Two things that happen at one moment: to one order in one tab, in two, and to two orders in parallel. */

async function ticks(count: number) {
  for (let tick = 0; tick < count; tick++) await Promise.resolve()
}

describe('an order that is ended at the moment it begins', () => {
  test.each(Array.from({ length: 60 }, (_, index) => index))(
    'an order that is ended as it begins rests and can be resumed (%i)',
    async (delay) => {
      const tab = tabWith({ wallet: walletWith({ send: () => never() }) })
      await tab.orders.load()
      const id = await tab.orders.open(freshPlan())
      void tab.orders.act(id, { type: 'start' })
      await ticks(delay)
      await tab.orders.act(id, { type: 'dismiss' })
      await browser.clock.pass(40_000)
      const order = tab.order(id)
      expect(order.isDismissed).toBe(true)
      expect(states(order)[0]).toMatch(/waiting|signing/)
      if (states(order)[0] === 'signing') return
      expect(tab.wallet.requests).toHaveLength(0)
      expect(availableActions(order, false)).toEqual(['resume'])
      void tab.orders.act(id, { type: 'resume' })
      await settled()
      expect(states(tab.order(id))[0]).toBe('signing')
    },
  )
})

const delta = { id: 2, chainId: 741_002, name: 'Delta', kind: 'evm', isEnabled: true } as const
const farUsd = { ...usd, id: 9, chain: delta }
const farEther = { ...ether, id: 10, chain: delta }
const awaited: DeliveryStatus = { at: 'awaited' }

describe('two parallel crossings', () => {
  /** The state of the destination chain for every caller. */
  type FarSide = (paid: PaidOrder, claimed: ReadonlySet<string>) => DeliveryStatus

  /** Every look is answered when the gate opens, all in one moment. */
  function farSide(look: FarSide) {
    let open: () => void = () => undefined
    const gate = new Promise<void>((resolve) => (open = resolve))
    const tracker = (sees: (paid: PaidOrder) => boolean): DeliveryTracker => ({
      readBaseline: async () => ({ block: 7n, balance: 5n }),
      getStatus: async (paid, claimed) => {
        if (!sees(paid)) return awaited
        const seen = look(paid, claimed)
        await gate
        return seen
      },
    })
    return { tracker, open: () => open() }
  }

  const crossing = (to: typeof farUsd, minimumReceived: bigint) =>
    planOf({ steps: [swap], buy: to, minimumReceived, receivedAt: browser.clock.now() })

  const oneDelivery: FarSide = (_, claimed) =>
    claimed.has('0xfar') ? awaited : { at: 'filled', units: 50n, hash: '0xfar' }

  const balanceOf =
    (gain: bigint): FarSide =>
    ({ counted, minimumReceived }) =>
      gain - counted >= minimumReceived ? { at: 'filled', units: gain - counted, hash: undefined } : awaited

  async function bothPaid(look: FarSide, to: typeof farUsd, minima: readonly [bigint, bigint], areTwoTabs: boolean) {
    const { tracker, open } = farSide(look)
    const sees = (minimum: bigint) => (paid: PaidOrder) => !areTwoTabs || paid.minimumReceived === minimum
    const one = tabWith({ deliveryTracker: tracker(sees(minima[0])) })
    const two = areTwoTabs ? tabWith({ deliveryTracker: tracker(sees(minima[1])) }) : one
    await one.orders.load()
    if (areTwoTabs) await two.orders.load()
    const ids: string[] = []
    for (const minimum of minima) {
      const id = await one.orders.open(crossing(to, minimum))
      void one.orders.act(id, { type: 'start' })
      await browser.clock.pass(3_000)
      ids.push(id)
    }
    open()
    await browser.clock.pass(60_000)
    return { tabs: [one, two], deliveries: () => ids.map((id) => one.order(id).destination?.delivery) }
  }

  test.each([
    ['one tab', false],
    ['two tabs', true],
  ])('one delivery, seen for both in the same moment by %s, is given to one of them', async (_, areTwoTabs) => {
    const { deliveries } = await bothPaid(oneDelivery, farUsd, [40n, 41n], areTwoTabs)
    expect(deliveries().filter((delivery) => delivery?.at === 'filled')).toHaveLength(1)
    expect(deliveries().filter((delivery) => delivery?.at === 'awaited')).toHaveLength(1)
  })

  test.each([
    ['one tab', false],
    ['two tabs', true],
  ])('native coin that only the balance shows is counted once by %s', async (_, areTwoTabs) => {
    const { deliveries } = await bothPaid(balanceOf(55n), farEther, [40n, 41n], areTwoTabs)
    expect(
      deliveries()
        .map((delivery) => delivery?.at)
        .toSorted(),
    ).toEqual(['awaited', 'filled'])
  })

  test('a native amount that is enough for both orders completes both, in either order', async () => {
    const { deliveries } = await bothPaid(balanceOf(105n), farEther, [40n, 60n], false)
    expect(deliveries().map((delivery) => delivery?.at)).toEqual(['filled', 'filled'])
  })

  test.each([
    ['one tab', false],
    ['two tabs', true],
  ])(
    'an ambiguous native amount gives each order its minimum, never the amount of the other, in %s',
    async (_, areTwoTabs) => {
      // 47 and 63 arrive together: the first check would see 110 less the minimum of the other order.
      const { deliveries } = await bothPaid(balanceOf(110n), farEther, [40n, 60n], areTwoTabs)
      expect(deliveries()).toEqual([
        { at: 'filled', units: 40n, hash: undefined, isAtLeast: true },
        { at: 'filled', units: 60n, hash: undefined, isAtLeast: true },
      ])
    },
  )

  test('the native amount of a single order is exact, also next to an unpaid order', async () => {
    const { tracker, open } = farSide(balanceOf(55n))
    const tab = tabWith({ deliveryTracker: tracker(({ minimumReceived }) => minimumReceived === 40n) })
    await tab.orders.load()
    const id = await tab.orders.open(crossing(farEther, 40n))
    void tab.orders.act(id, { type: 'start' })
    await tab.orders.open(crossing(farEther, 41n))
    await browser.clock.pass(3_000)
    open()
    await browser.clock.pass(30_000)
    expect(tab.order(id).destination?.delivery).toEqual({ at: 'filled', units: 55n, hash: undefined })
  })

  test('the native amount is exact next to an order whose payment failed on chain', async () => {
    const { tracker, open } = farSide(balanceOf(55n))
    const tab = tabWith({ deliveryTracker: tracker(({ minimumReceived }) => minimumReceived === 40n) })
    await tab.orders.load()
    browser.chain.decide(hashNo(1), (hash) => ({ is: 'reverted', hash, why: undefined }))
    const ids: string[] = []
    for (const minimum of [41n, 40n]) {
      const id = await tab.orders.open(crossing(farEther, minimum))
      void tab.orders.act(id, { type: 'start' })
      await browser.clock.pass(3_000)
      ids.push(id)
    }
    open()
    await browser.clock.pass(30_000)
    const [failed, paid] = ids.map((id) => tab.order(id))
    expect(failed && states(failed)).toEqual(['reverted'])
    expect(paid?.destination?.delivery).toEqual({ at: 'filled', units: 55n, hash: undefined })
  })

  test('a token’s logs give the amount of each order, for any number of deliveries together', async () => {
    const hashes = ['0xone', '0xother']
    const logs: FarSide = ({ minimumReceived }, claimed) => {
      const hash = hashes.find((each) => !claimed.has(each))
      return hash === undefined ? awaited : { at: 'filled', units: minimumReceived + 1n, hash }
    }
    const { deliveries } = await bothPaid(logs, farUsd, [40n, 60n], false)
    expect(deliveries().map((delivery) => delivery?.at === 'filled' && delivery.units)).toEqual([41n, 61n])
  })

  test('native coin delivered before the second order began is in its baseline, and is not subtracted', async () => {
    let balance = 5n
    const deliveryTracker: DeliveryTracker = {
      readBaseline: async () => ({ block: 7n, balance }),
      getStatus: async ({ counted, minimumReceived, destination }) => {
        const gain = balance - (destination?.since?.balance ?? 0n) - counted
        return gain >= minimumReceived ? { at: 'filled', units: gain, hash: undefined } : awaited
      },
    }
    const tab = tabWith({ deliveryTracker })
    await tab.orders.load()
    const paid = async () => {
      const id = await tab.orders.open(crossing(farEther, 40n))
      void tab.orders.act(id, { type: 'start' })
      await browser.clock.pass(3_000)
      return id
    }
    const first = await paid()
    balance = 45n
    await browser.clock.pass(5_000)
    const second = await paid()
    expect(tab.order(second).destination?.delivery).toEqual(awaited)
    balance = 85n
    await browser.clock.pass(5_000)
    for (const id of [first, second])
      expect(tab.order(id).destination?.delivery).toMatchObject({ at: 'filled', units: 40n })
  })

  test('native coin that the person bought there in the meantime is not a delivery', async () => {
    const { tracker, open } = farSide(balanceOf(55n))
    const tab = tabWith({ deliveryTracker: tracker(() => true) })
    await tab.orders.load()
    const id = await tab.orders.open(crossing(farEther, 40n))
    void tab.orders.act(id, { type: 'start' })
    const account = tab.order(id).plan.intent.sender
    const changes = [{ account, chainId: delta.chainId, token: 'native', delta: 30n }]
    browser.chain.decide(`0x${'0'.repeat(63)}2`, (hash) => ({
      is: 'done',
      receipt: receiptOf(hash, { changes, block: 9n }),
    }))
    await browser.clock.pass(3_000)
    const own = await opened(tab, { steps: [{ ...swap, chainId: delta.chainId }], minimumReceived: 5n })
    await browser.clock.pass(3_000)
    expect(states(tab.order(own))).toEqual(['done'])
    open()
    await browser.clock.pass(30_000)
    expect(tab.order(id).destination?.delivery).toEqual(awaited)
  })
})

describe('a clock that someone sets', () => {
  const year = 365 * 24 * 60 * 60_000

  test.each([year, -year])('by %i ms does not end the looking for an open request', async (by) => {
    const tab = tabWith({ wallet: walletWith({ send: () => Promise.reject(failureOf('unknown')) }) })
    const id = await opened(tab, { steps: [swap] })
    expect(states(tab.order(id))).toEqual(['unknown'])
    await tab.orders.act(id, { type: 'rejected it' })
    await tab.orders.act(id, { type: 'dismiss' })
    browser.clock.jump(by)
    await browser.clock.pass(20_000)
    browser.clock.jump(-by)
    browser.chain.take(tab.order(id).tasks[0]!.step, 7)
    await browser.clock.pass(30_000)
    expect(states(tab.order(id))).toEqual(['done'])
  })

  test('far forward before the app opens delays the looking for an open request, and does not end it', async () => {
    const tab = tabWith({ wallet: walletWith({ send: () => Promise.reject(failureOf('unknown')) }) })
    const id = await opened(tab, { steps: [swap] })
    await tab.orders.act(id, { type: 'rejected it' })
    await tab.orders.act(id, { type: 'dismiss' })
    browser.clock.jump(year)
    const later = await reloaded(tab)
    browser.chain.take(later.order(id).tasks[0]!.step, 7)
    await browser.clock.pass(7 * 60 * 60_000)
    expect(states(later.order(id))).toEqual(['done'])
  })
})

describe('three tabs', () => {
  test('one asks the wallet, however often the order is taken over, and all of them show the end', async () => {
    const answers: ((hash: string) => void)[] = []
    const wallet = () => walletWith({ send: () => new Promise<string>((resolve) => answers.push(resolve)) })
    const tabs = [tabWith({ wallet: wallet() }), tabWith({ wallet: wallet() }), tabWith({ wallet: wallet() })]
    for (const tab of tabs) await tab.orders.load()
    const id = await opened(tabs[0]!, { steps: [swap] })
    for (const tab of [tabs[1]!, tabs[2]!, tabs[0]!, tabs[1]!]) {
      await tab.orders.act(id, { type: 'take over' })
      await browser.clock.pass(500)
    }
    expect(answers).toHaveLength(1)
    answers[0]!(browser.chain.take(tabs[0]!.order(id).tasks[0]!.step, 7))
    await browser.clock.pass(20_000)
    for (const tab of tabs) expect(states(tab.order(id))).toEqual(['done'])
    expect(tabs.flatMap((tab) => tab.wallet.requests)).toHaveLength(1)
  })

  test('three orders of one account are signed one after the other', async () => {
    const tabs = [tabWith(), tabWith(), tabWith()]
    for (const tab of tabs) await tab.orders.load()
    const ids = await Promise.all(
      tabs.map((tab, index) => opened(tab, { steps: [swap], minimumReceived: BigInt(index + 1) })),
    )
    await browser.clock.pass(60_000)
    for (const id of ids) expect(states(tabs[0]!.order(id))).toEqual(['done'])
    expect(browser.chain.sent).toHaveLength(3)
  })

  test('the two that are left agree after the one that asked was closed', async () => {
    const one = tabWith({ wallet: walletWith({ send: () => never() }) })
    const [two, three] = [tabWith(), tabWith()]
    for (const tab of [two, three]) await tab.orders.load()
    const id = await opened(one, { steps: [swap] })
    browser.chain.take(one.order(id).tasks[0]!.step, 7)
    one.close()
    await browser.clock.pass(30_000)
    for (const tab of [two, three]) expect(states(tab.order(id))).toEqual(['done'])
    expect([...two.wallet.requests, ...three.wallet.requests]).toEqual([])
  })
})

test('a request that the wallet declined does not claim the transaction of another order that waits for the same call', async () => {
  const answers: (() => Promise<string>)[] = [() => Promise.reject(failureOf('rejected')), () => never<string>()]
  const tab = tabWith({ wallet: walletWith({ send: () => (answers.shift() ?? never)() }) })
  const declined = await opened(tab, { steps: [swap] })
  expect(states(tab.order(declined))).toEqual(['rejected'])
  const id = await opened(tab, { steps: [swap] })
  expect(states(tab.order(id))).toEqual(['signing'])
  browser.chain.take(tab.order(id).tasks[0]!.step, 7)
  await browser.clock.pass(90_000)
  expect(states(tab.order(id))).toEqual(['done'])
  expect(states(tab.order(declined))).toEqual(['rejected'])
})

describe('a history imported while an order is running', () => {
  test('an import of any content does not change a running order', async () => {
    let answer: (hash: string) => void = () => undefined
    const tab = tabWith({ wallet: walletWith({ send: () => new Promise<string>((resolve) => (answer = resolve)) }) })
    const id = await opened(tab, { steps: [swap] })
    const running = tab.order(id)
    const ended = {
      ...running,
      isDismissed: true,
      tasks: running.tasks.map((task) => ({ ...task, progress: waiting })),
    }
    expect(await tab.orders.importOrders([running, ended])).toEqual({ added: 0, known: 1, open: 1 })
    expect(tab.order(id)).toEqual(running)
    answer(browser.chain.take(running.tasks[0]!.step, 7))
    await browser.clock.pass(10_000)
    expect(states(tab.order(id))).toEqual(['done'])
  })

  test('with another order of the same transaction, as two browsers of one wallet have it: each keeps what it knows', async () => {
    browser.chain.decideAll((hash) => ({ is: 'pending', hash, confirmations: 0 }))
    const tab = tabWith()
    const id = await opened(tab, { steps: [swap] })
    await browser.clock.pass(2_000)
    expect(states(tab.order(id))).toEqual(['sent'])
    const { tasks, ...rest } = tab.order(id)
    const hash = browser.chain.sent[0]!.hash
    const done = { at: 'done', anchor: tasks[0]!.lastAnchor!, hash, receipt: receiptOf(hash) } as const
    const theirs = {
      ...rest,
      id: 'theirs',
      blocked: undefined,
      tasks: tasks.map((task) => ({ ...task, progress: done })),
    }
    expect(await tab.orders.importOrders([theirs])).toEqual({ added: 1, known: 0, open: 0 })
    browser.chain.decideAll((each) => ({ is: 'done', receipt: receiptOf(each) }))
    await browser.clock.pass(30_000)
    expect(states(tab.order(id))).toEqual(['done'])
    expect(states(tab.order('theirs'))).toEqual(['done'])
    expect(tab.wallet.requests).toHaveLength(1)
  })

  test('into a second tab asks no wallet, and takes no order away', async () => {
    const one = tabWith({ wallet: walletWith({ send: () => never() }) })
    const two = tabWith()
    await two.orders.load()
    const id = await opened(one, { steps: [swap] })
    await two.orders.importOrders([one.order(id), { ...openOrder('old', planOf(), 1), isDismissed: true }])
    await browser.clock.pass(10_000)
    expect(two.wallet.requests).toHaveLength(0)
    expect(states(one.order(id))).toEqual(['signing'])
    expect(one.order('old').isDismissed).toBe(true)
    expect(two.orders.getSnapshot().ownedByOtherTab.has(id)).toBe(true)
  })
})

const waiting = { at: 'waiting' } as const
