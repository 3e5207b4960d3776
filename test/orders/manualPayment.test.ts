import { afterEach, describe, expect, test } from 'vitest'
import type { Plan } from '../../src/guard/plan'
import { isIntact, seal } from '../../src/guard/seal'
import { NotAHash } from '../../src/orders/actions/actionHandlers'
import { availableActions } from '../../src/orders/actions/orderActions'
import type { DeliveryStatus, DeliveryTracker, PaidOrder } from '../../src/orders/delivery'
import { openOrder } from '../../src/orders/openOrder'
import { orderPhase } from '../../src/orders/orderPhase'
import { decodeOrder, encodeOrder } from '../../src/orders/store/orderCodec'
import { bitcoin, btc, mine, theirs } from '../builders/bitcoin'
import { planOf, sealOf, trader } from './plans'
import { type Browser, createBrowser, type Tab } from './testBrowser'

const paidWith = 'a'.repeat(64)
const minute = 60_000

let tabs: Tab[] = []
let browser: Browser

afterEach(() => {
  for (const tab of tabs) tab.close()
  tabs = []
})

function payment(browser: Browser): Plan {
  const now = browser.clock.now()
  const { intent: usual, quote } = planOf({ sell: { token: btc, units: 1_000_000n }, sender: mine, recipient: trader })
  const steps = [
    {
      kind: 'bitcoin',
      index: 0,
      chainId: bitcoin.chainId,
      from: mine,
      to: theirs,
      units: 1_000_000n,
      memo: 'order 7',
      until: now + 30 * minute,
      purpose: { does: 'swap' },
      said: undefined,
    },
  ] as const
  return { intent: usual, steps, quote, receivedAt: now, hash: sealOf({ intent: usual, steps }) }
}

function scripted(...reported: readonly DeliveryStatus[]) {
  const looks: PaidOrder[] = []
  const deliveryTracker: DeliveryTracker = {
    readBaseline: async () => ({ block: 7n, balance: 0n }),
    getStatus: async (paid) => {
      looks.push(paid)
      return reported[Math.min(looks.length, reported.length) - 1]!
    },
  }
  return { deliveryTracker, looks }
}

async function opened(...reported: readonly DeliveryStatus[]) {
  browser = createBrowser()
  const { deliveryTracker, looks } = scripted(...(reported.length > 0 ? reported : [{ at: 'awaited' } as const]))
  const tab = openTab(deliveryTracker)
  await tab.orders.load()
  const id = await tab.orders.open(payment(browser))
  void tab.orders.act(id, { type: 'start' })
  await browser.clock.pass(2_000)
  return { tab, id, looks, deliveryTracker }
}

function openTab(deliveryTracker: DeliveryTracker): Tab {
  const tab = browser.openTab({ deliveryTracker })
  tabs.push(tab)
  return tab
}

const at = (tab: Tab, id: string) => tab.order(id).tasks.map(({ progress }) => progress.at)
const filled: DeliveryStatus = { at: 'filled', units: 1_000_001n, hash: '0xfar' }

test('a transaction to sign is read back from storage as it was reviewed', () => {
  browser = createBrowser()
  const planned = payment(browser)
  const toSign = { transaction: 'cHNidP8=', fee: 2_000n }
  const steps = planned.steps.map((step) => (step.kind === 'bitcoin' ? { ...step, toSign } : step))
  const order = openOrder('order-1', seal({ ...planned, steps }), browser.clock.now())
  const kept = decodeOrder(encodeOrder(order))
  expect(kept).toMatchObject({ is: 'order', order: { plan: { steps: [{ toSign }] } } })
  expect(kept.is === 'order' && isIntact(kept.order.plan)).toBe(true)
})

describe('a payment by hand', () => {
  test('a payment by hand is stored before its address is shown, without a wallet request', async () => {
    const { tab, id } = await opened()
    expect(browser.journal.writes[0]?.tasks[0]?.progress).toMatchObject({ at: 'signing', anchor: { kind: 'bitcoin' } })
    expect(at(tab, id)).toEqual(['signing'])
    expect(orderPhase(tab.order(id))).toBe('needs you')
    expect(availableActions(tab.order(id), false)).toEqual(['paste hash', 'not sent'])
    await browser.clock.pass(10 * minute)
    expect(tab.wallet.requests).toHaveLength(0)
    expect(tab.order(id).blocked).toBeUndefined()
  })

  test('a payment that the person reports is only reported, until the bought token arrives', async () => {
    const { tab, id, looks } = await opened({ at: 'awaited' }, { at: 'awaited' }, filled)
    expect(looks).toHaveLength(0)
    await tab.orders.act(id, { type: 'paste hash', hash: ` ${paidWith.toUpperCase()} ` })
    expect(tab.order(id).tasks[0]?.progress).toMatchObject({ at: 'sent', hash: paidWith })
    expect(orderPhase(tab.order(id))).toBe('under way')
    await browser.clock.pass(minute)
    expect(at(tab, id)).toEqual(['done'])
    expect(orderPhase(tab.order(id))).toBe('done')
    expect(tab.order(id).destination?.delivery).toEqual(filled)
    expect(looks[0]).toMatchObject({
      minimumReceived: 1_000_000n,
      payment: { chainId: 8_332, hash: paidWith, to: theirs },
    })
    const seen = looks.length
    await browser.clock.pass(10 * minute)
    expect(looks).toHaveLength(seen)
  })

  test('an invalid transaction id is refused, and a mistyped one can be corrected', async () => {
    const { tab, id } = await opened()
    for (const wrong of ['', 'paid', `0x${paidWith}`, `${paidWith}0`])
      await expect(tab.orders.act(id, { type: 'paste hash', hash: wrong })).rejects.toThrow(NotAHash)
    expect(at(tab, id)).toEqual(['signing'])
    await tab.orders.act(id, { type: 'paste hash', hash: paidWith })
    const other = 'b'.repeat(64)
    await tab.orders.act(id, { type: 'paste hash', hash: other })
    expect(tab.order(id).tasks[0]?.progress).toMatchObject({ at: 'sent', hash: other })
  })

  test('that was not made in time expires, once; who paid in time can still say so', async () => {
    const { tab, id } = await opened(filled)
    await browser.clock.pass(31 * minute)
    expect(at(tab, id)).toEqual(['expired'])
    expect(orderPhase(tab.order(id))).toBe('stopped')
    expect(tab.order(id).history.filter(({ what }) => what === 'expired')).toHaveLength(1)
    expect(availableActions(tab.order(id), false)).toEqual(['paste hash'])
    await tab.orders.act(id, { type: 'paste hash', hash: paidWith })
    await browser.clock.pass(minute)
    expect(orderPhase(tab.order(id))).toBe('done')
  })

  test('that will not be made is ended by a word, which can be taken back', async () => {
    const { tab, id } = await opened()
    await tab.orders.act(id, { type: 'not sent' })
    expect(at(tab, id)).toEqual(['rejected'])
    expect(orderPhase(tab.order(id))).toBe('stopped')
    await browser.clock.pass(40 * minute)
    expect(at(tab, id)).toEqual(['rejected'])
    await tab.orders.act(id, { type: 'paste hash', hash: paidWith })
    expect(at(tab, id)).toEqual(['sent'])
  })

  test.each(['late', 'unknown'] as const)(
    'a payment whose destination chain is %s waits for the person',
    async (is) => {
      const delivery: DeliveryStatus = is === 'late' ? { at: is, escrow: undefined } : { at: is }
      const { tab, id } = await opened(delivery)
      await tab.orders.act(id, { type: 'paste hash', hash: paidWith })
      await browser.clock.pass(minute)
      expect(at(tab, id)).toEqual(['sent'])
      expect(orderPhase(tab.order(id))).toBe('needs you')
    },
  )
})

describe('after a reload', () => {
  test.each([
    ['before it is paid', async () => {}, ['signing']],
    [
      'after it is paid',
      (tab: Tab, id: string) => tab.orders.act(id, { type: 'paste hash', hash: paidWith }),
      ['sent'],
    ],
    ['after it was called off', (tab: Tab, id: string) => tab.orders.act(id, { type: 'not sent' }), ['rejected']],
  ])('%s the order does not change, and there is no request', async (_, action, expected) => {
    const { tab, id } = await opened()
    await action(tab, id)
    tab.close()
    const later = openTab(scripted({ at: 'awaited' }).deliveryTracker)
    await later.orders.load()
    await browser.clock.pass(5_000)
    expect(at(later, id)).toEqual(expected)
    expect(later.order(id).isDismissed).toBe(false)
    expect(later.wallet.requests).toHaveLength(0)
    expect(decodeOrder(encodeOrder(later.order(id)))).toEqual({ is: 'order', order: later.order(id) })
  })

  test('a payment whose time went by in the meantime has expired', async () => {
    const { tab, id } = await opened()
    tab.close()
    await browser.clock.pass(60 * minute)
    const later = openTab(scripted({ at: 'awaited' }).deliveryTracker)
    await later.orders.load()
    await browser.clock.pass(1_000)
    expect(at(later, id)).toEqual(['expired'])
  })

  test('the destination chain goes on being watched', async () => {
    const { tab, id } = await opened()
    await tab.orders.act(id, { type: 'paste hash', hash: paidWith })
    tab.close()
    const later = openTab(scripted(filled).deliveryTracker)
    await later.orders.load()
    await browser.clock.pass(2 * minute)
    expect(orderPhase(later.order(id))).toBe('done')
  })

  test('two tabs end one payment once', async () => {
    const { tab, id, deliveryTracker } = await opened()
    const other = openTab(deliveryTracker)
    await other.orders.load()
    await browser.clock.pass(31 * minute)
    expect(at(tab, id)).toEqual(['expired'])
    expect(other.order(id).history.filter(({ what }) => what === 'expired')).toHaveLength(1)
  })
})
