import { describe, expect, test } from 'vitest'
import type { Step } from '../../src/guard/plan'
import type { DeliveryStatus, DeliveryTracker } from '../../src/orders/delivery'
import type { TransactionStatus } from '../../src/orders/executor'
import { failureOf } from '../../src/orders/failure'
import type { EvmAnchor, TransactionAnchor } from '../../src/orders/requests/transactionAnchor'
import { OrderStore } from '../../src/orders/store/orderStore'
import { browser, opened, setBrowser, states, tabWith, walletWith } from './orderTabs'
import { hashNo, receiptOf, swap, usd } from './plans'
import { lockless, requotedPlan, settled, type Tab } from './testBrowser'

setBrowser()

/* A node, a click or a disk that answers late, after another tab has continued the order. */

/** A node that holds its answers until they are released. */
function slowNode() {
  const held: (() => void)[] = []
  return {
    look: async (_: Step, anchor: TransactionAnchor, hash?: string): Promise<TransactionStatus> => {
      const { nonce } = anchor as EvmAnchor
      const found = hash ?? browser.chain.sent.find((each) => each.nonce === nonce)?.hash
      await new Promise<void>((resolve) => held.push(resolve))
      return found === undefined ? { is: 'not seen' } : { is: 'done', receipt: receiptOf(found) }
    },
    answer: () => {
      for (const resolve of held.splice(0)) resolve()
    },
  }
}

/** A wallet that sends the approval and loses its answer; the swap stays open in it. */
function forgetful(look?: ReturnType<typeof slowNode>['look']) {
  const send = (step: Step, anchor: TransactionAnchor) => {
    if (step.purpose.does !== 'approve') return new Promise<string>(() => undefined)
    browser.chain.take(step, (anchor as EvmAnchor).nonce)
    return Promise.reject(failureOf('unknown'))
  }
  return walletWith({ send, ...(look ? { look } : {}) })
}

/** Another tab finds the approval, and asks its wallet for the swap. */
async function carriedOn(id: string): Promise<Tab> {
  const two = tabWith({ wallet: forgetful() })
  await two.orders.load()
  await two.orders.act(id, { type: 'take over' })
  await browser.clock.pass(5_000)
  void two.orders.act(id, { type: 'resume' })
  await browser.clock.pass(1_000)
  void two.orders.act(id, { type: 'accept' })
  await browser.clock.pass(1_000)
  expect(states(two.order(id))).toEqual(['done', 'signing'])
  return two
}

describe('a slow answer', () => {
  test('I2 a status read for the approval is not mistaken for the swap that another tab asks for in the meantime', async () => {
    const node = slowNode()
    const one = tabWith({ wallet: forgetful(node.look) })
    const id = await opened(one)
    const two = await carriedOn(id)
    node.answer()
    await settled()
    expect(states(two.order(id))).toEqual(['done', 'signing'])
  })

  test('I2 a hash pasted for the approval is not mistaken for the swap that another tab asks for in the meantime', async () => {
    const node = slowNode()
    const one = tabWith({ wallet: forgetful(node.look) })
    const id = await opened(one)
    const pasted = one.orders.act(id, { type: 'paste hash', hash: hashNo(1) })
    const two = await carriedOn(id)
    node.answer()
    await pasted
    await settled()
    expect(states(two.order(id))).toEqual(['done', 'signing'])
  })

  test('I2 a click on "not sent" for the approval does not end the swap of another tab', async () => {
    const node = slowNode()
    const one = tabWith({ wallet: forgetful(node.look) })
    const id = await opened(one)
    const said = one.orders.act(id, { type: 'not sent' })
    const two = await carriedOn(id)
    node.answer()
    await said
    await settled()
    expect(states(two.order(id))).toEqual(['done', 'signing'])
  })
})

describe('a plan that is confirmed late', () => {
  test('F-30 a late plan is not confirmed if another tab received a worse one in the meantime', async () => {
    const worse = (units: bigint) => ({
      requote: (order: Parameters<typeof requotedPlan>[0]) => ({
        is: 'plan' as const,
        plan: requotedPlan(order, browser.clock.now(), units),
        needsConfirmation: false,
      }),
    })
    const tab = tabWith(worse(900_000n))
    const id = await opened(tab)
    await browser.clock.pass(10_000)
    expect(tab.order(id).updatedPlan?.plan.quote.minimumReceived?.units).toBe(900_000n)
    const plan = requotedPlan(tab.order(id), browser.clock.now(), 500_000n)
    const other = await otherTab()
    await other.record(id, [{ type: 'offered', updatedPlan: { plan, why: 'price moved' } }])
    await tab.orders.act(id, { type: 'accept' })
    await browser.clock.pass(10_000)
    expect(tab.order(id).updatedPlan?.plan.quote.minimumReceived?.units).toBe(500_000n)
    expect(tab.wallet.requests.map(({ step }) => step.purpose.does)).toEqual(['approve'])
  })
})

describe('a disk that is full in one tab', () => {
  test('I5 what it could not write does not keep the tab from the order that another tab has carried on', async () => {
    const answers: ((hash: string) => void)[] = []
    const one = tabWith({ wallet: walletWith({ send: () => new Promise((resolve) => answers.push(resolve)) }) })
    const id = await opened(one, { steps: [swap] })
    browser.journal.break()
    const hash = browser.chain.take(one.order(id).tasks[0]!.step, 7)
    answers[0]?.(hash)
    await settled()
    browser.journal.break(false)
    const other = await otherTab()
    await other.record(id, [{ type: 'sent', hash }])
    await other.record(id, [{ type: 'confirmed', receipt: receiptOf(hash) }])
    await browser.clock.pass(20_000)
    expect(states(one.order(id))).toEqual(['done'])
    expect(one.order(id).blocked).toBeUndefined()
  })

  test('I2 what is refused for the order of the journal is not tried on what this tab remembers', async () => {
    const tab = tabWith()
    const id = await opened(tab, { steps: [swap] })
    const stale = await otherTab()
    const other = await otherTab()
    await other.record(id, [{ type: 'noted', note: 'given up' }])
    const refused = stale.record(id, ({ history }) => {
      if (history.some(({ note }) => note === 'given up')) throw new Error('given up')
      return [{ type: 'noted', note: 'broadcast' }]
    })
    await expect(refused).rejects.toThrow('given up')
    expect(stale.get(id)?.history.some(({ note }) => note === 'broadcast')).toBe(false)
  })
})

describe('a delivery', () => {
  const delta = { id: 2, chainId: 741_002, name: 'Delta', kind: 'evm', isEnabled: true } as const
  const farUsd = { ...usd, id: 9, chain: delta }
  const filled: DeliveryStatus = { at: 'filled', units: 1_000_001n, hash: '0xfar' }

  function tracker(milliseconds: number, seen: (claimed: ReadonlySet<string>) => DeliveryStatus): DeliveryTracker {
    return {
      readBaseline: async () => ({ block: 7n, balance: 5n }),
      getStatus: async (_, claimed) => {
        const status = seen(claimed)
        await new Promise<void>((resolve) => void browser.clock.after(milliseconds, resolve))
        return status
      },
    }
  }

  test('a delivery is counted for one order, even if two orders check at the same time', async () => {
    const seen = (claimed: ReadonlySet<string>) => (claimed.has('0xfar') ? ({ at: 'awaited' } as const) : filled)
    const tab = tabWith({ deliveryTracker: tracker(700, seen) })
    const orders = [
      await opened(tab, { steps: [swap], buy: farUsd }),
      await opened(tab, { steps: [swap], buy: farUsd, minimumReceived: 999_999n }),
    ]
    await browser.clock.pass(10_000)
    expect(orders.filter((id) => tab.order(id).destination?.delivery.at === 'filled')).toHaveLength(1)
  })

  test('a completed delivery stays complete, even if a tab with a lagging node sees it missing later', async () => {
    const one = tabWith({ deliveryTracker: tracker(2_500, () => ({ at: 'awaited' })) })
    const two = tabWith({ deliveryTracker: tracker(0, () => filled) })
    await two.orders.load()
    await opened(one, { steps: [swap], buy: farUsd })
    await browser.clock.pass(20_000)
    const said = browser.journal.writes.flatMap(({ destination }) => destination?.delivery.at ?? [])
    expect(said).toContain('filled')
    expect(said.slice(said.indexOf('filled'))).not.toContain('awaited')
  })
})

/** The journal as a tab has it whose messages do not arrive. */
async function otherTab(): Promise<OrderStore> {
  const channel = { post: () => undefined, subscribe: () => () => undefined }
  const other = new OrderStore({ journal: browser.journal.port, clock: browser.clock, channel, locks: lockless })
  await other.load()
  return other
}
