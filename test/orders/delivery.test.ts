import { describe, expect, test } from 'vitest'
import type { DeliveryStatus, DeliveryTracker, PaidOrder } from '../../src/orders/delivery'
import { openOrder } from '../../src/orders/openOrder'
import { orderPhase } from '../../src/orders/orderPhase'
import { NotWanted } from '../../src/orders/orderService'
import { decodeOrder, encodeOrder } from '../../src/orders/store/orderCodec'
import { ether, planOf, receiptOf, swap, usd } from './plans'
import { createBrowser, settled } from './testBrowser'

const delta = { id: 2, chainId: 741_002, name: 'Delta', kind: 'evm', isEnabled: true } as const
const farUsd = { ...usd, id: 9, chain: delta }
const since = { block: 7n, balance: 5n }

/** A delivery tracker with scripted statuses, one per check; the last one repeats. */
function scripted(...reported: readonly (DeliveryStatus | Error)[]) {
  const looks: { paid: PaidOrder; claimed: ReadonlySet<string> }[] = []
  const deliveryTracker: DeliveryTracker = {
    readBaseline: async () => since,
    getStatus: async (paid, claimed) => {
      const word = reported[Math.min(looks.length, reported.length - 1)]!
      looks.push({ paid, claimed })
      if (word instanceof Error) throw word
      return word
    },
  }
  return { deliveryTracker, looks }
}

const crossing = () => planOf({ steps: [swap], buy: farUsd, receivedAt: 1_700_000_000_000 })
const awaited: DeliveryStatus = { at: 'awaited' }
const filled: DeliveryStatus = { at: 'filled', units: 1_000_001n, hash: '0xfar' }

async function paid(deliveryTracker: DeliveryTracker) {
  const browser = createBrowser()
  const tab = browser.openTab({ deliveryTracker })
  const id = await tab.orders.open(crossing())
  void tab.orders.act(id, { type: 'start' })
  await browser.clock.pass(3_000)
  return { browser, tab, id }
}

describe('an order across chains', () => {
  test('a silent destination chain is reported immediately, until it answers', async () => {
    const silence = new Error('no node')
    const { browser, tab, id } = await paid(scripted(silence, awaited, silence, silence, awaited).deliveryTracker)
    await browser.clock.pass(10_000)
    const written = browser.journal.writes.flatMap(({ destination }) => destination?.delivery ?? [])
    expect(written).toContainEqual({ at: 'awaited', isSilent: true })
    expect(tab.order(id).destination?.delivery).toEqual(awaited)
    // One or two failed checks in between are not reported.
    const silent = written.findIndex((delivery) => 'isSilent' in delivery)
    const turns = written
      .slice(silent)
      .filter((delivery, at, all) => 'isSilent' in delivery !== (at > 0 && 'isSilent' in (all[at - 1] ?? {})))
    expect(turns).toEqual([{ at: 'awaited', isSilent: true }, awaited])
    expect(tab.order(id).history.filter(({ what }) => what === 'delivery')).toHaveLength(1)
  })

  test('an order reports a silent destination chain for as long as it does not answer', async () => {
    const { browser, tab, id } = await paid(scripted(new Error('no node')).deliveryTracker)
    expect(tab.order(id).destination?.delivery).toEqual({ at: 'awaited', isSilent: true })
    await browser.clock.pass(60_000)
    expect(tab.order(id).history.filter(({ what }) => what === 'delivery')).toHaveLength(1)
  })

  test('two tabs that see the destination chain differently agree to differ: they write once, and keep the history', async () => {
    const browser = createBrowser()
    const seeing = browser.openTab({ deliveryTracker: scripted(awaited).deliveryTracker })
    await seeing.orders.load()
    const blind = browser.openTab({ deliveryTracker: scripted(new Error('no node')).deliveryTracker })
    await blind.orders.load()
    const id = await seeing.orders.open(crossing())
    void seeing.orders.act(id, { type: 'start' })
    await browser.clock.pass(3_000)
    const written = browser.journal.writes.length
    await browser.clock.pass(3_600_000)
    const { history } = seeing.order(id)
    expect(history.filter(({ what }) => what === 'delivery')).toHaveLength(1)
    expect(history[0]?.what).toBe('opened')
    const changes = browser.journal.writes.slice(written).filter((order, index, all) => {
      return order.changedAt !== (all[index - 1]?.changedAt ?? order.changedAt)
    })
    expect(changes.length).toBeLessThan(5)
  })

  test('remembers what the destination chain was like before anything was signed', async () => {
    const { tab, id } = await paid(scripted(awaited).deliveryTracker)
    expect(tab.order(id).destination).toEqual({ since, delivery: awaited })
    expect(orderPhase(tab.order(id))).toBe('under way')
  })

  test('an order is not stored if its review is closed during the first check of the destination chain', async () => {
    let answer = (_: typeof since) => {}
    const readBaseline = () => new Promise<typeof since>((resolve) => (answer = resolve))
    const browser = createBrowser()
    const tab = browser.openTab({ deliveryTracker: { ...scripted(awaited).deliveryTracker, readBaseline } })
    let isOpen = true
    const opening = tab.orders.open(crossing(), () => isOpen)
    isOpen = false
    answer(since)
    await expect(opening).rejects.toThrow(NotWanted)
    expect([tab.orders.getSnapshot().orders, browser.journal.writes, tab.wallet.requests]).toEqual([[], [], []])
  })

  test('a delivery is done when the recipient has it, and checks stop', async () => {
    const { deliveryTracker, looks } = scripted(awaited, awaited, filled)
    const { browser, tab, id } = await paid(deliveryTracker)
    await browser.clock.pass(60_000)
    expect(tab.order(id).destination?.delivery).toEqual(filled)
    expect(orderPhase(tab.order(id))).toBe('done')
    const seen = looks.length
    await browser.clock.pass(600_000)
    expect(looks.length).toBe(seen)
    expect(looks[0]?.paid).toMatchObject({ minimumReceived: 1_000_000n, payment: { chainId: 741_001 } })
  })

  test('an older delivery is checked less often', async () => {
    const { deliveryTracker, looks } = scripted(awaited)
    const { browser } = await paid(deliveryTracker)
    const within = async (milliseconds: number) => {
      const before = looks.length
      await browser.clock.pass(milliseconds)
      return looks.length - before
    }
    const young = await within(50_000)
    await within(3_600_000)
    const old = await within(50_000)
    expect(young).toBeGreaterThan(20)
    expect(old).toBeLessThanOrEqual(1)
  })

  test('F-70 F-71 a chain that does not answer is no evidence about the money', async () => {
    const { deliveryTracker } = scripted(new Error('down'), new Error('down'), filled)
    const { browser, tab, id } = await paid(deliveryTracker)
    await browser.clock.pass(10_000)
    expect(tab.order(id).destination?.delivery).toEqual(filled)
  })

  test('a late one goes on being watched, and can still arrive', async () => {
    const late: DeliveryStatus = { at: 'late', escrow: { contract: '0xbridge', id: 3n } }
    const { deliveryTracker } = scripted(late, late, filled)
    const { browser, tab, id } = await paid(deliveryTracker)
    expect(orderPhase(tab.order(id))).toMatch(/needs you|done/)
    await browser.clock.pass(120_000)
    expect(orderPhase(tab.order(id))).toBe('done')
  })

  test("F-67 a delivery is watched on the chain of the confirmed plan, regardless of the wallet's chain", async () => {
    const { deliveryTracker, looks } = scripted(awaited, awaited, awaited, filled)
    const { browser, tab, id } = await paid(deliveryTracker)
    tab.wallet.die()
    tab.wallet.change()
    await browser.clock.pass(60_000)
    expect(tab.order(id).destination?.delivery).toEqual(filled)
    const { intent } = looks[0]!.paid.plan
    expect(intent.kind === 'swap' && intent.buy.chain.chainId).toBe(delta.chainId)
  })

  test('F-69 goes back to confirming when the chain takes the payment back, and is not paid twice', async () => {
    const { browser, tab, id } = await paid(scripted(awaited).deliveryTracker)
    const hash = browser.chain.sent[0]!.hash
    browser.chain.decide(hash, () => ({ is: 'pending', hash, confirmations: 0 }))
    await browser.clock.pass(30_000)
    expect(tab.order(id).tasks.map(({ progress }) => progress.at)).toEqual(['confirming'])
    browser.chain.decide(hash, () => ({ is: 'done', receipt: receiptOf(hash) }))
    await browser.clock.pass(30_000)
    expect(tab.order(id).tasks.map(({ progress }) => progress.at)).toEqual(['done'])
    expect(tab.wallet.requests).toHaveLength(1)
  })

  test('F-75 a delivery is shown in every tab, without a wallet request in any', async () => {
    const { browser, tab, id } = await paid(scripted(awaited, awaited, filled).deliveryTracker)
    const second = browser.openTab({ deliveryTracker: scripted(awaited, filled).deliveryTracker })
    await second.orders.load()
    await browser.clock.pass(60_000)
    for (const each of [tab, second]) expect(orderPhase(each.order(id))).toBe('done')
    expect(second.wallet.requests).toHaveLength(0)
  })

  test.each([
    ['awaited', {}],
    ['late', { escrow: undefined }],
  ] as const)('F-75 a delivery that is %s is recorded once by tabs with different views', async (at, more) => {
    const word = { at, ...more } as DeliveryStatus
    const gappy = { ...word, isPartial: true } as DeliveryStatus
    const { browser, tab, id } = await paid(scripted(awaited, word).deliveryTracker)
    const second = browser.openTab({ deliveryTracker: scripted(gappy).deliveryTracker })
    await second.orders.load()
    await browser.clock.pass(60_000)
    for (const each of [tab, second]) expect(each.order(id).destination?.delivery).toEqual(gappy)
    const reported = tab.order(id).history.filter(({ what }) => what === 'delivery')
    expect(reported.length).toBeLessThanOrEqual(3)
    expect(tab.order(id).history.at(-1)).toEqual(reported.at(-1))
    await browser.clock.pass(60_000)
    expect(tab.order(id).history.filter(({ what }) => what === 'delivery')).toEqual(reported)
  })

  test('F-75 a partial delivery that one tab saw is recorded with that part', async () => {
    const short: DeliveryStatus = { at: 'late', escrow: undefined, short: 5n }
    const { browser, tab, id } = await paid(scripted(awaited, short).deliveryTracker)
    const second = browser.openTab({
      deliveryTracker: scripted({ at: 'late', escrow: undefined, isPartial: true }).deliveryTracker,
    })
    await second.orders.load()
    await browser.clock.pass(60_000)
    expect(tab.order(id).destination?.delivery).toEqual({ ...short, isPartial: true })
    const reported = tab.order(id).history.filter(({ what }) => what === 'delivery')
    await browser.clock.pass(600_000)
    expect(tab.order(id).history.filter(({ what }) => what === 'delivery')).toEqual(reported)
  })

  test('a late delivery updates whether all transactions were searched', async () => {
    const late: DeliveryStatus = { at: 'late', escrow: undefined }
    const { browser, tab, id } = await paid(
      scripted({ ...awaited, isPartial: true }, awaited, awaited, late).deliveryTracker,
    )
    await browser.clock.pass(60_000)
    expect(tab.order(id).destination?.delivery).toEqual(late)
  })

  test('a delivery keeps its age, even if its history was too long to store', async () => {
    const { browser, tab, id } = await paid(scripted(awaited).deliveryTracker)
    const { history, ...order } = tab.order(id)
    tab.close()
    await browser.journal.port.change(id, () =>
      encodeOrder({ ...order, history: history.filter(({ what }) => what !== 'confirmed') }),
    )
    await browser.clock.pass(3_600_000)
    const { deliveryTracker, looks } = scripted(awaited)
    const later = browser.openTab({ deliveryTracker })
    await later.orders.load()
    await browser.clock.pass(120_000)
    expect(looks[0]?.paid.age).toBeGreaterThanOrEqual(3_600_000)
    expect(looks.length).toBeLessThanOrEqual(3)
  })

  test('a delivery is checked more often while the search is incomplete', async () => {
    const within = async (word: DeliveryStatus) => {
      const { deliveryTracker, looks } = scripted(word)
      const { browser } = await paid(deliveryTracker)
      browser.clock.jump(25 * 3_600_000)
      await browser.clock.pass(120_000)
      const before = looks.length
      await browser.clock.pass(300_000)
      return looks.length - before
    }
    expect(await within(awaited)).toBeLessThanOrEqual(1)
    expect(await within({ ...awaited, isPartial: true })).toBeGreaterThanOrEqual(4)
  })

  test('F-76 a delivery is checked again when the network is back', async () => {
    const { deliveryTracker, looks } = scripted(awaited, awaited, awaited, filled)
    const { browser, tab, id } = await paid(deliveryTracker)
    browser.network.set(false)
    await settled()
    const before = looks.length
    await browser.clock.pass(120_000)
    expect(looks.length).toBe(before)
    browser.network.set(true)
    await browser.clock.pass(60_000)
    expect(tab.order(id).destination?.delivery).toEqual(filled)
  })

  test('F-77 a delivery is found after any change of the clock', async () => {
    for (const hours of [-5, 5]) {
      const { browser, tab, id } = await paid(scripted(awaited, awaited, awaited, filled).deliveryTracker)
      browser.clock.jump(hours * 3_600_000)
      await browser.clock.pass(240_000)
      expect(tab.order(id).destination?.delivery).toEqual(filled)
    }
  })

  test('F-74 a delivery is watched again after a reload', async () => {
    const { browser, tab, id } = await paid(scripted(awaited).deliveryTracker)
    tab.close()
    const later = browser.openTab({ deliveryTracker: scripted(filled).deliveryTracker })
    await later.orders.load()
    await browser.clock.pass(120_000)
    expect(later.order(id).destination?.delivery).toEqual(filled)
    expect(later.wallet.requests).toHaveLength(0)
  })

  test('one transaction is the delivery of one order only', async () => {
    const { deliveryTracker, looks } = scripted(filled, awaited)
    const { browser, tab } = await paid(deliveryTracker)
    await browser.clock.pass(5_000)
    const second = await tab.orders.open({ ...crossing(), receivedAt: browser.clock.now() })
    void tab.orders.act(second, { type: 'start' })
    await browser.clock.pass(5_000)
    expect([...looks.at(-1)!.claimed]).toContain('0xfar')
  })

  test('what the person sent for another order in the meantime is no one’s delivery', async () => {
    const { deliveryTracker, looks } = scripted(awaited)
    const { browser, tab } = await paid(deliveryTracker)
    const swapping = await tab.orders.open(planOf({ steps: [swap], buy: ether, receivedAt: browser.clock.now() }))
    void tab.orders.act(swapping, { type: 'start' })
    await browser.clock.pass(10_000)
    const [task] = tab.order(swapping).tasks
    const own = task?.progress.at === 'done' ? task.progress.hash : ''
    expect([...looks.at(-1)!.claimed]).toEqual([own])
  })
})

test('a swap on one chain promises nothing elsewhere', async () => {
  const { deliveryTracker, looks } = scripted(filled)
  const browser = createBrowser()
  const tab = browser.openTab({ deliveryTracker })
  const id = await tab.orders.open(planOf({ steps: [swap], buy: ether, receivedAt: browser.clock.now() }))
  void tab.orders.act(id, { type: 'start' })
  await browser.clock.pass(5_000)
  await settled()
  expect(tab.order(id).destination).toBeUndefined()
  expect(orderPhase(tab.order(id))).toBe('done')
  expect(looks).toHaveLength(0)
})

test.each<DeliveryStatus>([
  awaited,
  filled,
  { at: 'filled', units: 1n, hash: undefined },
  { at: 'refunded', token: '0xabc', units: 2n ** 100n, hash: '0xback' },
  { at: 'late', escrow: { contract: '0xbridge', id: 12n } },
  { at: 'late', escrow: undefined },
  { at: 'late', escrow: undefined, isPartial: true },
  { at: 'awaited', isPartial: true },
  { at: 'late', escrow: undefined, short: 7n },
  { at: 'unknown' },
])('a delivery that is $at reads as it was written', (delivery) => {
  const order = openOrder('one', crossing(), 1, { since, delivery })
  expect(decodeOrder(encodeOrder(order))).toEqual({ is: 'order', order })
})
