import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import type { AssertedBounds } from '../../src/guard/decode/evm/assertion'
import type { Plan } from '../../src/guard/plan'
import type { TransactionStatus } from '../../src/orders/executor'
import { failureOf } from '../../src/orders/failure'
import type { Order } from '../../src/orders/order'
import type { EvmAnchor, TransactionAnchor } from '../../src/orders/requests/transactionAnchor'
import { requestToRepeat } from '../../src/orders/requests/unsettledRequests'
import { encodeOrder } from '../../src/orders/store/orderCodec'
import { anchorNo, approval, hashNo, planOf, receiptOf, reset, router, sealOf, trader, usd, weth } from './plans'
import { type Browser, createBrowser, createWillingWallet, never, settled, type Tab } from './testBrowser'

/* A plan that goes out as one batch (EIP-5792): its steps move as one, and the wallet is asked once. */

let browser: Browser
let tabs: Tab[]

beforeEach(() => {
  browser = createBrowser()
  tabs = []
})
afterEach(() => {
  for (const tab of tabs) tab.close()
})

const assertion = {
  changes: [
    { token: usd.address, account: trader, least: -100_000_000n },
    { token: weth.address, account: trader, least: 1_000_000n },
  ],
  allowances: [{ token: usd.address, spender: trader, through: undefined, most: 0n }],
}

const anchorOf = (lost?: TransactionAnchor): EvmAnchor => ({
  ...{ kind: 'evm', account: trader, nonce: 7, block: 100n, minedNonce: 7 },
  batch: { id: (lost?.kind === 'evm' && lost.batch?.id) || 'batch-1' },
})

type Script = Parameters<typeof createWillingWallet>[1]

/** The wallet's answer to a status request for the batch's id. */
let status: TransactionStatus

function tabWith(script: Script = {}, wish: Parameters<Browser['openTab']>[0] = {}): Tab {
  const wallet = createWillingWallet(browser.chain, {
    anchor: async (_, lost) => anchorOf(lost),
    sendBatch: async (_, anchor, onTaken) => {
      await onTaken(anchor.kind === 'evm' ? anchor.batch!.id : '')
      return undefined
    },
    look: async () => status,
    ...script,
  })
  const tab = browser.openTab({ wallet, ...wish })
  tabs.push(tab)
  return tab
}

function batchPlan() {
  return batched(assertion)
}

function batched(bounds: AssertedBounds): Plan {
  const plan = { ...planOf({ receivedAt: browser.clock.now() }), assertion: bounds }
  return { ...plan, hash: sealOf(plan) }
}

async function opened(tab: Tab): Promise<string> {
  status = { is: 'taken', id: 'batch-1' }
  await tab.orders.load()
  const id = await tab.orders.open(batchPlan())
  void tab.orders.act(id, { type: 'start' })
  await settled()
  return id
}

function states(order: Order): string[] {
  return order.tasks.map(({ progress }) => progress.at)
}

describe('a wallet that carries all steps out as one', () => {
  test('a batching wallet gets one request, and every step is done with the same transaction', async () => {
    const tab = tabWith()
    const id = await opened(tab)
    expect(states(tab.order(id))).toEqual(['signing', 'signing'])
    const changes = [{ account: trader, chainId: 741_001, token: usd.address, delta: -100_000_000n }]
    status = { is: 'done', receipt: receiptOf(hashNo(1), { changes }) }
    await browser.clock.pass(20_000)
    const order = tab.order(id)
    expect(states(order)).toEqual(['done', 'done'])
    expect(tab.wallet.requests).toHaveLength(1)
    expect(order.tasks.map(({ progress }) => progress.at === 'done' && progress.hash)).toEqual([hashNo(1), hashNo(1)])
  })

  test('what the transaction moved and cost is booked once', async () => {
    const tab = tabWith()
    const id = await opened(tab)
    const changes = [{ account: trader, chainId: 741_001, token: usd.address, delta: -100_000_000n }]
    status = { is: 'done', receipt: receiptOf(hashNo(1), { changes }) }
    await browser.clock.pass(20_000)
    const receipts = tab.order(id).tasks.flatMap(({ progress }) => (progress.at === 'done' ? [progress.receipt] : []))
    expect(receipts.map(({ fee }) => fee)).toEqual([0n, 21_000n])
    expect(receipts.flatMap((receipt) => receipt.changes ?? [])).toHaveLength(1)
    expect(receipts.map(({ spent }) => spent?.units)).toEqual([undefined, 100_000_000n])
  })

  test('the id is in the journal before the wallet is asked', async () => {
    let journal: readonly Order[] = []
    const tab = tabWith({
      sendBatch: () => {
        journal = [...browser.journal.writes]
        return never()
      },
    })
    await opened(tab)
    expect(journal.at(-1)?.tasks.map(({ lastAnchor }) => lastAnchor?.kind === 'evm' && lastAnchor.batch?.id)).toEqual([
      'batch-1',
      'batch-1',
    ])
  })

  test('a reload while the wallet carries it out follows it, and asks for nothing again', async () => {
    const first = tabWith()
    const id = await opened(first)
    first.close()
    const tab = tabWith()
    await tab.orders.load()
    await browser.clock.pass(5_000)
    expect(states(tab.order(id))).toEqual(['signing', 'signing'])
    status = { is: 'done', receipt: receiptOf(hashNo(1)) }
    await browser.clock.pass(20_000)
    expect(states(tab.order(id))).toEqual(['done', 'done'])
    expect([first.wallet.requests.length, tab.wallet.requests.length]).toEqual([1, 0])
  })

  test('a reload before the wallet answered finds a batch that it took', async () => {
    const first = tabWith({ sendBatch: () => never() })
    const id = await opened(first)
    first.close()
    const tab = tabWith()
    await tab.orders.load()
    await browser.clock.pass(5_000)
    expect(tab.order(id).history.map(({ what }) => what)).toContain('taken')
    status = { is: 'done', receipt: receiptOf(hashNo(1)) }
    await browser.clock.pass(20_000)
    expect(states(tab.order(id))).toEqual(['done', 'done'])
  })

  test('a wallet that lost its answer and knows of no batch leaves it to the person, under the same id', async () => {
    const first = tabWith({ sendBatch: () => never() })
    const id = await opened(first)
    first.close()
    status = { is: 'not seen' }
    const tab = tabWith()
    await tab.orders.load()
    await browser.clock.pass(5_000)
    expect(states(tab.order(id))).toEqual(['unknown', 'unknown'])
    expect(tab.wallet.requests).toHaveLength(0)
    const { lastAnchor } = tab.order(id).tasks[0]!
    expect(lastAnchor?.kind === 'evm' && lastAnchor.batch?.id).toBe('batch-1')
  })

  test('one that the person declines leaves every step declined', async () => {
    const tab = tabWith({ sendBatch: () => Promise.reject(failureOf('rejected')) })
    const id = await opened(tab)
    expect(states(tab.order(id))).toEqual(['rejected', 'rejected'])
  })

  test('one that the chain undoes leaves every step undone', async () => {
    const tab = tabWith()
    const id = await opened(tab)
    status = { is: 'reverted', hash: hashNo(1), why: 'ChangedTooLittle' }
    await browser.clock.pass(20_000)
    expect(states(tab.order(id))).toEqual(['reverted', 'reverted'])
  })

  test('a batch that the wallet gives up counts as not sent, and the order shows it', async () => {
    const tab = tabWith()
    const id = await opened(tab)
    status = { is: 'given up', failure: { ...failureOf('refused'), facts: { is: 'batch given up' } } }
    await browser.clock.pass(20_000)
    const [progress] = tab.order(id).tasks.map((task) => task.progress)
    expect(progress).toMatchObject({ at: 'failed', failure: { facts: { is: 'batch given up' } } })
  })

  test('one that the wallet split up is not mistaken for done', async () => {
    const tab = tabWith()
    const id = await opened(tab)
    status = { is: 'replaced', hash: hashNo(1), by: hashNo(1), how: 'altered' }
    await browser.clock.pass(20_000)
    expect(states(tab.order(id))).toEqual(['replaced', 'replaced'])
  })

  test('an existing allowance does not remove a step from the batch', async () => {
    const tab = tabWith({ remaining: async (steps) => steps.filter(({ purpose }) => purpose.does !== 'approve') })
    const id = await opened(tab)
    status = { is: 'done', receipt: receiptOf(hashNo(1)) }
    await browser.clock.pass(20_000)
    expect(states(tab.order(id))).toEqual(['done', 'done'])
  })
})

describe('a deposit that takes its approvals back in the same batch', () => {
  const purposes = [approval, { to: router, data: '0x88316456', purpose: { does: 'deposit' } }, reset] as const
  const bounds = { ...assertion, changes: [{ token: usd.address, account: trader, least: -100_000_000n }] }
  const grown = { position: 77n, liquidity: 5n, amount0: 6n, amount1: 7n }

  function depositPlan() {
    const plan = { ...planOf({ steps: purposes, receivedAt: browser.clock.now() }), assertion: bounds }
    return { ...plan, hash: sealOf(plan) }
  }

  async function begun(tab: Tab, seen: TransactionStatus = { is: 'taken', id: 'batch-1' }) {
    status = seen
    await tab.orders.load()
    const id = await tab.orders.open(depositPlan())
    void tab.orders.act(id, { type: 'start' })
    await settled()
    return id
  }

  test('the batch of a deposit is one request, and its effects are booked on the deposit', async () => {
    const tab = tabWith()
    const id = await begun(tab)
    expect(states(tab.order(id))).toEqual(['signing', 'signing', 'signing'])
    status = { is: 'done', receipt: receiptOf(hashNo(1), { grown }) }
    await browser.clock.pass(20_000)
    const order = tab.order(id)
    expect([states(order), tab.wallet.requests.length]).toEqual([['done', 'done', 'done'], 1])
    const receipts = order.tasks.flatMap(({ progress }) => (progress.at === 'done' ? [progress.receipt] : []))
    expect(receipts.map((receipt) => [receipt.fee, receipt.grown])).toEqual([
      [0n, undefined],
      [21_000n, grown],
      [0n, undefined],
    ])
  })

  test('declined, it leaves every step declined; tried again, it is one request more', async () => {
    let answers = 0
    const tab = tabWith({
      sendBatch: async (_, anchor, onTaken) => {
        if (answers++ === 0) throw failureOf('rejected')
        await onTaken(anchor.kind === 'evm' ? anchor.batch!.id : '')
        return undefined
      },
    })
    const id = await begun(tab)
    expect(states(tab.order(id))).toEqual(['rejected', 'rejected', 'rejected'])
    void tab.orders.act(id, { type: 'retry' })
    await browser.clock.pass(1_000)
    status = { is: 'done', receipt: receiptOf(hashNo(1)) }
    await browser.clock.pass(20_000)
    expect([states(tab.order(id)), tab.wallet.requests.length]).toEqual([['done', 'done', 'done'], 2])
  })

  test('a reload and a second tab follow it, and neither asks again', async () => {
    const first = tabWith()
    const id = await begun(first)
    const second = tabWith()
    await second.orders.load()
    await browser.clock.pass(5_000)
    first.close()
    const later = tabWith()
    await later.orders.load()
    status = { is: 'done', receipt: receiptOf(hashNo(1), { grown }) }
    await browser.clock.pass(20_000)
    for (const tab of [second, later]) expect(states(tab.order(id))).toEqual(['done', 'done', 'done'])
    expect([first, second, later].map(({ wallet }) => wallet.requests.length)).toEqual([1, 0, 0])
  })

  test('given up, asked for step by step, and then carried out after all: nothing is left to sign', async () => {
    const plain = () => {
      const plan = planOf({ steps: purposes.slice(0, 2), receivedAt: browser.clock.now() })
      return { ...plan, hash: sealOf(plan) }
    }
    const taken: ((id: string) => void | Promise<void>)[] = []
    const tab = tabWith(
      {
        anchor: async ({ purpose }, lost) => (purpose.does === 'reset' ? anchorOf(lost) : anchorNo(8)),
        send: () => never(),
        look: async (_, __, ___, { kind }) => (kind === 'evm batch' ? status : { is: 'undecided' }),
        sendBatch: (_, __, onTaken) => {
          taken.push(onTaken)
          return never<undefined>()
        },
      },
      { requote: () => ({ is: 'plan', plan: plain(), needsConfirmation: false }) },
    )
    const id = await begun(tab, { is: 'not seen' })
    await browser.clock.pass(61_000)
    await tab.orders.act(id, { type: 'rejected it' })
    void tab.orders.act(id, { type: 'retry' })
    await browser.clock.pass(5_000)
    status = { is: 'taken', id: 'batch-1' }
    await taken[0]!('batch-1')
    await browser.clock.pass(1_000)
    status = { is: 'done', receipt: receiptOf(hashNo(1), { grown }) }
    await browser.clock.pass(20_000)
    const order = tab.order(id)
    expect(order.tasks.map(({ step }) => step.purpose.does)).toEqual(['approve', 'deposit', 'reset'])
    expect(states(order)).toEqual(['done', 'done', 'done'])
  })
})

describe('a batch that was given up, and comes late', () => {
  const renewed = () => batched({ ...assertion, allowances: [] })

  /** The wallet never answered; the person gave the request up, and a newer plan is requested. */
  async function askedTwice(script: Script) {
    const taken: ((id: string) => void | Promise<void>)[] = []
    const tab = tabWith(
      {
        sendBatch: (_, __, onTaken) => {
          taken.push(onTaken)
          return never<undefined>()
        },
        ...script,
      },
      { requote: () => ({ is: 'plan', plan: renewed(), needsConfirmation: false }) },
    )
    status = { is: 'not seen' }
    await tab.orders.load()
    const id = await tab.orders.open(batchPlan())
    void tab.orders.act(id, { type: 'start' })
    await browser.clock.pass(61_000)
    await tab.orders.act(id, { type: 'rejected it' })
    void tab.orders.act(id, { type: 'retry' })
    await browser.clock.pass(5_000)
    if (tab.order(id).updatedPlan) void tab.orders.act(id, { type: 'accept' })
    await browser.clock.pass(5_000)
    expect(tab.wallet.requests).toHaveLength(2)
    expect(tab.order(id).earlier).toMatchObject([{ batch: { assertion, steps: [{ index: 0 }, { index: 1 }] } }])
    return { tab, id, taken }
  }

  test('the wallet gave both up: the next request repeats neither, because their id is dead', async () => {
    const { tab, id } = await askedTwice({
      anchor: async (_, lost): Promise<EvmAnchor> => anchorOf(lost),
      look: async () => status,
    })
    expect(tab.order(id).earlier).toMatchObject([{ isLost: true }])
    status = { is: 'given up', failure: { ...failureOf('refused'), facts: { is: 'batch given up' } } }
    await browser.clock.pass(60_000)
    const order = tab.order(id)
    expect(states(order)).toEqual(['failed', 'failed'])
    expect(requestToRepeat(order, order.tasks[0]!)).toBeUndefined()
  })

  test('when the wallet reports it, the order follows its id and does not wait for the newer request', async () => {
    let blocks = 100n
    const { tab, id, taken } = await askedTwice({
      anchor: async (_, lost): Promise<EvmAnchor> => ({ ...anchorOf(lost), block: blocks++ }),
      look: async () => status,
    })
    status = { is: 'taken', id: 'batch-1' }
    await taken[0]!('batch-1')
    await browser.clock.pass(1_000)
    expect(states(tab.order(id))).toEqual(['signing', 'signing'])
    expect(tab.order(id).tasks[0]?.lastAnchor).toMatchObject({ block: 100n, batch: { id: 'batch-1', isTaken: true } })
    status = { is: 'done', receipt: receiptOf(hashNo(1)) }
    await browser.clock.pass(20_000)
    expect(states(tab.order(id))).toEqual(['done', 'done'])
    expect(tab.wallet.requests).toHaveLength(2)
  })

  test.each([
    ['a later block', 1n],
    ['the same block', 0n],
  ] as const)(
    'renewed under its old id in %s, the older one was carried out: it is booked, not called altered',
    async (_, later) => {
      let asked = 0n
      const { tab, id } = await askedTwice({
        anchor: async (__, lost) => ({ ...anchorOf(lost), block: 100n + later * asked++ }),
        look: async (__, ___, hash, request) => {
          if (status.is !== 'done') return status
          const isFirst = request.kind === 'evm batch' && request.assertion.allowances.length === 1
          if (isFirst) return status
          return { is: 'replaced', hash: hash ?? hashNo(1), by: hashNo(1), how: 'altered' }
        },
      })
      status = { is: 'done', receipt: receiptOf(hashNo(1)) }
      await browser.clock.pass(90_000)
      expect(states(tab.order(id))).toEqual(['done', 'done'])
      expect(tab.order(id).history.map(({ what }) => what)).not.toContain('replaced')
      expect(tab.wallet.requests).toHaveLength(2)
    },
  )

  test('after a reload it is found by its id, also when the order was ended', async () => {
    const { tab, id } = await askedTwice({
      anchor: async (_, lost) => ({ ...anchorOf(lost), block: 100n }),
      look: async () => status,
    })
    tab.close()
    const later = tabWith({
      look: async (_, __, ___, request) =>
        request.kind === 'evm batch' && request.assertion.allowances.length === 1 ? status : { is: 'not seen' },
    })
    await later.orders.load()
    await browser.clock.pass(5_000)
    await later.orders.act(id, { type: 'dismiss' })
    status = { is: 'done', receipt: receiptOf(hashNo(1)) }
    await browser.clock.pass(30_000)
    expect(states(later.order(id))).toEqual(['done', 'done'])
  })
})

test('an approval found late, after the wallet declined the batch the plan became: the order goes on with a new plan', async () => {
  let isSent = false
  let asked = 0
  const tab = tabWith(
    {
      anchor: async ({ from }) =>
        ++asked > 1 ? anchorOf() : { kind: 'evm', account: from, nonce: 7, block: 100n, minedNonce: 7 },
      send: () => never(),
      sendBatch: async (_, __, onTaken): Promise<undefined> => {
        if (asked === 2) throw failureOf('rejected')
        await onTaken('batch-1')
      },
      look: async (_, __, ___, request) => {
        if (request.kind === 'evm batch') return status
        return isSent ? { is: 'done', receipt: receiptOf(hashNo(9)) } : { is: 'not seen' }
      },
    },
    { requote: () => ({ is: 'plan', plan: batchPlan(), needsConfirmation: false }) },
  )
  status = { is: 'not seen' }
  await tab.orders.load()
  const id = await tab.orders.open(planOf({ receivedAt: browser.clock.now() }))
  void tab.orders.act(id, { type: 'start' })
  await browser.clock.pass(61_000)
  await tab.orders.act(id, { type: 'rejected it' })
  void tab.orders.act(id, { type: 'retry' })
  await browser.clock.pass(5_000)
  expect(states(tab.order(id))).toEqual(['rejected', 'rejected'])
  isSent = true
  await browser.clock.pass(10_000)
  expect(states(tab.order(id))).toEqual(['done', 'rejected'])
  void tab.orders.act(id, { type: 'retry' })
  await browser.clock.pass(5_000)
  status = { is: 'done', receipt: receiptOf(hashNo(1)) }
  await browser.clock.pass(20_000)
  expect(tab.order(id).history.map(({ what }) => what)).not.toContain('failed')
  expect(states(tab.order(id))).toEqual(['done', 'done', 'done'])
})

describe('a batch in two tabs', () => {
  /** The first tab's wallet keeps its prompt open; its answer comes later. */
  async function takenOver() {
    let answer: () => void = () => undefined
    const sendBatch: NonNullable<Script>['sendBatch'] = (_, anchor, onTaken) =>
      new Promise((resolve) => {
        answer = () => {
          void onTaken(anchor.kind === 'evm' ? anchor.batch!.id : '')
          resolve(undefined)
        }
      })
    const one = tabWith({ sendBatch })
    const two = tabWith({}, { requote: () => ({ is: 'plan', plan: batchPlan(), needsConfirmation: false }) })
    await two.orders.load()
    const id = await opened(one)
    expect(states(one.order(id))).toEqual(['signing', 'signing'])
    status = { is: 'not seen' }
    await two.orders.act(id, { type: 'take over' })
    await settled()
    expect(states(two.order(id))).toEqual(['unknown', 'unknown'])
    return { one, two, id, answer: () => answer() }
  }

  async function mined() {
    await browser.clock.pass(5_000)
    status = { is: 'done', receipt: receiptOf(hashNo(1)) }
    await browser.clock.pass(30_000)
  }

  test('taken over while the wallet asks: its answer in the first tab is followed by both, and nothing is asked again', async () => {
    const { one, two, id, answer } = await takenOver()
    status = { is: 'taken', id: 'batch-1' }
    answer()
    await mined()
    for (const tab of [one, two]) expect(states(tab.order(id))).toEqual(['done', 'done'])
    expect(one.wallet.requests.length + two.wallet.requests.length).toBe(1)
  })

  test('asked again by the second tab: under the same id, so that the wallet carries out one of them', async () => {
    const { one, two, id, answer } = await takenOver()
    await two.orders.act(id, { type: 'retry' })
    expect(two.order(id).updatedPlan).toBeDefined()
    status = { is: 'taken', id: 'batch-1' }
    void two.orders.act(id, { type: 'accept' })
    await settled()
    answer()
    await mined()
    const ids = [...one.wallet.requests, ...two.wallet.requests].map(
      ({ anchor }) => anchor.kind === 'evm' && anchor.batch?.id,
    )
    expect(new Set(ids)).toEqual(new Set(['batch-1']))
    for (const tab of [one, two]) {
      expect(states(tab.order(id))).toEqual(['done', 'done'])
      expect(tab.order(id).earlier?.every(({ outcome }) => outcome === undefined) ?? true).toBe(true)
    }
  })

  test('the first tab is closed before the wallet answers: the second finds it by its id', async () => {
    const { one, two, id } = await takenOver()
    one.close()
    await mined()
    expect(states(two.order(id))).toEqual(['done', 'done'])
    expect(two.wallet.requests).toHaveLength(0)
  })
})

test('an order that lost one of its steps is not sent at all', async () => {
  const first = tabWith({ sendBatch: () => Promise.reject(failureOf('rejected')) })
  const id = await opened(first)
  const order = first.order(id)
  first.close()
  // An attacker with write access to the journal drops the swap: only the approval would be sent.
  const forged = { ...order, tasks: order.tasks.slice(0, 1), isStale: false }
  browser.journal.entries.set(id, encodeOrder(forged))
  const tab = tabWith({}, { requote: () => ({ is: 'plan', plan: batchPlan(), needsConfirmation: false }) })
  await tab.orders.load()
  void tab.orders.act(id, { type: 'retry' })
  await settled()
  expect(tab.wallet.requests).toHaveLength(0)
})
