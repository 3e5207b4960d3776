import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import type { EvmStep } from '../../src/guard/plan'
import { availableActions } from '../../src/orders/actions/orderActions'
import type { PlanChecker } from '../../src/orders/ports'
import { unexpectedTransactions } from '../../src/orders/requests/unsettledRequests'
import { fundsLocation, orderStatus } from '../../src/signing/progress/orderStatus'
import { HeldWallet } from '../heldWallet'
import { type ChainBrowser, type ChainTab, createChainBrowser, freshPlan, states } from './chainBrowser'
import { type OrderChain, startOrderChain, stranger, trader, traderKey } from './localChain'

/* Two prompts for one step: wallets keep requests open that the person, a reload or another tab has given up. */

let chain: OrderChain
let wallet: HeldWallet
let browser: ChainBrowser
let tabs: ChainTab[]
let snapshot: `0x${string}`

beforeAll(async () => {
  chain = await startOrderChain()
})
afterAll(() => chain?.close())

beforeEach(async () => {
  snapshot = await chain.cheats.snapshot()
})
afterEach(async () => {
  for (const tab of tabs) tab.close()
  await chain.forgetWaiting()
  await chain.cheats.revert({ id: snapshot })
})

function open(honoursNonce: boolean, checker: Partial<PlanChecker> = {}) {
  wallet = new HeldWallet({ url: chain.engine.url, chainId: 741_001, key: traderKey, honoursNonce })
  browser = createChainBrowser({ chain, wallet, speedUp: 100, checker })
  tabs = []
}

async function newTab(): Promise<ChainTab> {
  const tab = browser.openTab()
  tabs.push(tab)
  await tab.orders.load()
  return tab
}

/** A swap whose first prompt is open, and the page that asked is gone. */
async function leftOpen(steps: readonly EvmStep[] = [chain.transfer(stranger, 100n)]) {
  const first = await newTab()
  const id = await first.orders.open(freshPlan(steps))
  void first.orders.act(id, { type: 'start' })
  await vi.waitFor(() => expect(wallet.prompts).toHaveLength(1), waiting)
  first.close()
  const tab = await newTab()
  await vi.waitFor(() => expect(states(tab.order(id))).toMatch(/^unknown/), waiting)
  return { tab, id }
}

/** The person gives the older request up, accepts the new quote, and the wallet gets a new request. */
async function askedAgain(tab: ChainTab, id: string) {
  await tab.orders.act(id, { type: 'retry' })
  await vi.waitFor(() => expect(tab.order(id).blocked).toBe('older request'), waiting)
  await tab.orders.act(id, { type: 'rejected it' })
  await vi.waitFor(() => expect(tab.order(id).updatedPlan).toBeDefined(), waiting)
  void tab.orders.act(id, { type: 'accept' })
  await vi.waitFor(() => expect(wallet.prompts).toHaveLength(2), waiting)
}

const waiting = { timeout: 20_000, interval: 10 }

async function received(): Promise<bigint> {
  const data = `0x70a08231${stranger.slice(2).toLowerCase().padStart(64, '0')}` as const
  const { data: answer } = await chain.reads.call({ to: chain.token, data })
  return BigInt(answer!) - 1_000_000_000n
}

async function aWhile() {
  await new Promise((resolve) => setTimeout(resolve, 400))
}

describe('I2 a wallet that takes the nonce it is given', () => {
  test.each([
    ['the older first', [0, 1]],
    ['the newer first', [1, 0]],
  ] as const)('both prompts carry one nonce, so only one swap can happen: %s', async (_, turns) => {
    open(true)
    const { tab, id } = await leftOpen()
    await askedAgain(tab, id)
    expect(wallet.prompts.map(({ asked }) => asked.nonce)).toEqual(['0x0', '0x0'])
    for (const turn of turns) await wallet.confirm(wallet.prompts[turn]!)
    await vi.waitFor(() => expect(states(tab.order(id))).toBe('done'), waiting)
    expect(await received()).toBe(100n)
    expect(await chain.reads.getTransactionCount({ address: trader })).toBe(1)
    await aWhile()
    expect(unexpectedTransactions(tab.order(id))).toEqual([])
  })

  test('the older one is mined while the newer prompt is open: the order is done, and the newer one is shown as open', async () => {
    open(true)
    const { tab, id } = await leftOpen()
    await askedAgain(tab, id)
    const hash = await wallet.confirm(wallet.prompts[0]!)
    await vi.waitFor(() => expect(tab.order(id).tasks[0]?.progress).toMatchObject({ at: 'done', hash }), waiting)
    expect(tab.order(id).earlier).toMatchObject([{ isOpen: true }])
  })

  test('a nonce that something else took in the meantime pins nothing: it is read again before the prompt', async () => {
    open(true)
    const { tab, id } = await leftOpen()
    await tab.orders.act(id, { type: 'retry' })
    await vi.waitFor(() => expect(tab.order(id).blocked).toBe('older request'), waiting)
    const other = chain.openWallet()
    await other.provider.request({
      method: 'eth_sendTransaction',
      params: [{ from: trader, to: stranger, value: '0x1' }],
    })
    await vi.waitFor(async () => expect(await chain.reads.getTransactionCount({ address: trader })).toBe(1), waiting)
    await tab.orders.act(id, { type: 'rejected it' })
    await vi.waitFor(() => expect(tab.order(id).updatedPlan).toBeDefined(), waiting)
    void tab.orders.act(id, { type: 'accept' })
    await vi.waitFor(() => expect(wallet.prompts).toHaveLength(2), waiting)
    expect(wallet.prompts[1]?.asked.nonce).toBe('0x1')
  })
})

describe('I2 a wallet that counts by itself', () => {
  test('it is not asked again while the older request may be open', async () => {
    open(false)
    const { tab, id } = await leftOpen()
    await tab.orders.act(id, { type: 'retry' })
    await vi.waitFor(() => expect(tab.order(id).blocked).toBe('older request'), waiting)
    await aWhile()
    expect(wallet.prompts).toHaveLength(1)
    expect(orderStatus(tab.order(id), false)).toMatchObject({ is: 'older request', tone: 'ask' })
    expect(availableActions(tab.order(id), false)).toEqual(['rejected it', 'look', 'dismiss'])
    expect(fundsLocation(tab.order(id))).toEqual({ is: 'unsettled' })
  })

  test('the older one is confirmed while the order waits: it is the order’s, and no second one is asked for', async () => {
    open(false)
    const { tab, id } = await leftOpen()
    await tab.orders.act(id, { type: 'retry' })
    await vi.waitFor(() => expect(tab.order(id).blocked).toBe('older request'), waiting)
    const hash = await wallet.confirm(wallet.prompts[0]!)
    await vi.waitFor(() => expect(tab.order(id).tasks[0]?.progress).toMatchObject({ at: 'done', hash }), waiting)
    expect(tab.order(id).blocked).toBeUndefined()
    expect(wallet.prompts).toHaveLength(1)
  })

  test('the person was wrong, and both are confirmed: the second swap is accounted for, to the unit', async () => {
    open(false)
    const { tab, id } = await leftOpen()
    await askedAgain(tab, id)
    const second = await wallet.confirm(wallet.prompts[1]!)
    await vi.waitFor(() => expect(states(tab.order(id))).toBe('done'), waiting)
    const first = await wallet.confirm(wallet.prompts[0]!)
    await vi.waitFor(() => expect(unexpectedTransactions(tab.order(id))).toHaveLength(1), waiting)
    const [late] = unexpectedTransactions(tab.order(id))
    expect(tab.order(id).tasks[0]?.progress).toMatchObject({ hash: second })
    expect(late?.outcome).toMatchObject({ is: 'done', receipt: { hash: first } })
    expect(late?.outcome).toMatchObject({
      receipt: { changes: expect.arrayContaining([expect.objectContaining({ delta: -100n })]) },
    })
    expect(await received()).toBe(200n)
  })

  test('with another quote in between, the late swap is still known for what it is', async () => {
    open(false, {
      requote: async () => ({
        is: 'plan',
        plan: freshPlan([chain.transfer(stranger, 70n)]),
        needsConfirmation: false,
      }),
    })
    const { tab, id } = await leftOpen()
    await askedAgain(tab, id)
    const first = await wallet.confirm(wallet.prompts[0]!)
    await vi.waitFor(() => expect(tab.order(id).tasks[0]?.progress).toMatchObject({ at: 'done', hash: first }), waiting)
    const second = await wallet.confirm(wallet.prompts[1]!)
    await vi.waitFor(
      () => expect(unexpectedTransactions(tab.order(id))).toMatchObject([{ outcome: { receipt: { hash: second } } }]),
      waiting,
    )
    expect(await received()).toBe(170n)
  })

  test('two open tabs: neither wakes the other for nothing, and the order waits for the person', async () => {
    open(false)
    const { tab, id } = await leftOpen()
    await newTab()
    await tab.orders.act(id, { type: 'retry' })
    await vi.waitFor(() => expect(tab.order(id).blocked).toBe('older request'), waiting)
    await aWhile()
    expect(tab.order(id).blocked).toBe('older request')
    expect(tab.order(id).history.filter(({ what }) => what === 'checking').length).toBeLessThanOrEqual(3)
  })

  test('in another tab: the answer to the older request lets the order go on', async () => {
    open(false)
    const first = await newTab()
    const second = await newTab()
    const id = await first.orders.open(freshPlan([chain.transfer(stranger, 100n)]))
    void first.orders.act(id, { type: 'start' })
    await vi.waitFor(() => expect(wallet.prompts).toHaveLength(1), waiting)
    await vi.waitFor(() => expect(second.order(id)).toBeDefined(), waiting)
    await second.orders.act(id, { type: 'take over' })
    await vi.waitFor(() => expect(states(second.order(id))).toBe('unknown'), waiting)
    await second.orders.act(id, { type: 'retry' })
    await vi.waitFor(() => expect(second.order(id).blocked).toBe('older request'), waiting)
    wallet.reject(wallet.prompts[0]!)
    await vi.waitFor(() => expect(second.order(id).blocked).toBe('paused'), waiting)
    await second.orders.act(id, { type: 'resume' })
    await vi.waitFor(() => expect(second.order(id).updatedPlan).toBeDefined(), waiting)
    void second.orders.act(id, { type: 'accept' })
    await vi.waitFor(() => expect(wallet.prompts).toHaveLength(2), waiting)
  })
})

describe('an order that was ended', () => {
  test.each(['swap', 'deposit'] as const)(
    'an order with a %s prompt open shows it, and its text changes when it is sent',
    async (does) => {
      open(false)
      const { tab, id } = await leftOpen([{ ...chain.transfer(stranger, 100n), purpose: { does } }])
      await tab.orders.act(id, { type: 'retry' })
      await vi.waitFor(() => expect(tab.order(id).blocked).toBe('older request'), waiting)
      await tab.orders.act(id, { type: 'dismiss' })
      expect(orderStatus(tab.order(id), false).is).toBe('dismissed unsettled')
      expect(fundsLocation(tab.order(id))).toEqual({ is: 'unsettled' })
      await aWhile()
      const hash = await wallet.confirm(wallet.prompts[0]!)
      await vi.waitFor(() => expect(tab.order(id).tasks[0]?.progress).toMatchObject({ at: 'done', hash }), waiting)
      // It is done without an output: the sent transaction is a plain transfer.
      expect(orderStatus(tab.order(id), false).is).toBe('short')
    },
  )

  test('after the person chose "not sent", a later visit still sees it arrive', async () => {
    open(false)
    const { tab, id } = await leftOpen()
    await vi.waitFor(() => expect(availableActions(tab.order(id), false)).toContain('retry'), waiting)
    await tab.orders.act(id, { type: 'rejected it' })
    expect(states(tab.order(id))).toBe('rejected')
    await tab.orders.act(id, { type: 'dismiss' })
    expect(orderStatus(tab.order(id), false).is).toBe('dismissed unsettled')
    tab.close()
    const hash = await wallet.confirm(wallet.prompts[0]!)
    const later = await newTab()
    await vi.waitFor(() => expect(later.order(id).tasks[0]?.progress).toMatchObject({ at: 'done', hash }), waiting)
  })

  test('after a wallet refused and sent it all the same', async () => {
    open(false)
    const tab = await newTab()
    const id = await tab.orders.open(freshPlan([chain.transfer(stranger, 100n)]))
    void tab.orders.act(id, { type: 'start' })
    await vi.waitFor(() => expect(wallet.prompts).toHaveLength(1), waiting)
    const [prompt] = wallet.prompts
    wallet.reject(prompt!)
    await vi.waitFor(() => expect(states(tab.order(id))).toBe('rejected'), waiting)
    await tab.orders.act(id, { type: 'dismiss' })
    expect(orderStatus(tab.order(id), false).is).toBe('rejected')
    const hash = await wallet.confirm(prompt!)
    await vi.waitFor(() => expect(tab.order(id).tasks[0]?.progress).toMatchObject({ at: 'done', hash }), waiting)
  })
})

test('a swap is never mistaken for its own approval, sent late: the approval is booked as what it is', async () => {
  open(false, {
    requote: async () => ({ is: 'plan', plan: freshPlan([chain.transfer(stranger, 100n)]), needsConfirmation: false }),
  })
  const { tab, id } = await leftOpen([chain.approval(100n), chain.transfer(stranger, 100n)])
  await tab.orders.act(id, { type: 'retry' })
  await vi.waitFor(() => expect(tab.order(id).blocked).toBe('older request'), waiting)
  await tab.orders.act(id, { type: 'rejected it' })
  await vi.waitFor(() => expect(tab.order(id).updatedPlan).toBeDefined(), waiting)
  void tab.orders.act(id, { type: 'accept' })
  await vi.waitFor(() => expect(wallet.prompts).toHaveLength(2), waiting)
  const approval = await wallet.confirm(wallet.prompts[0]!)
  await vi.waitFor(
    () => expect(unexpectedTransactions(tab.order(id))).toMatchObject([{ outcome: { receipt: { hash: approval } } }]),
    waiting,
  )
  expect(states(tab.order(id))).toBe('signing')
  const swap = await wallet.confirm(wallet.prompts[1]!)
  await vi.waitFor(() => expect(tab.order(id).tasks[0]?.progress).toMatchObject({ at: 'done', hash: swap }), waiting)
})

test('two orders that ask for exactly the same: each transaction carries out one of them', async () => {
  open(true)
  const { tab, id } = await leftOpen()
  const second = await tab.orders.open(freshPlan([chain.transfer(stranger, 100n)]))
  void tab.orders.act(second, { type: 'start' })
  await vi.waitFor(() => expect(wallet.prompts).toHaveLength(2), waiting)
  await wallet.confirm(wallet.prompts[1]!)
  await vi.waitFor(() => expect(states(tab.order(second))).toBe('done'), waiting)
  await tab.orders.act(id, { type: 'look' })
  await aWhile()
  expect(states(tab.order(id))).toBe('unknown')
})

test('two orders, the first sent past the node: the second names the nonce after it, and replaces nothing', async () => {
  open(true)
  const tab = await newTab()
  const first = await tab.orders.open(freshPlan([chain.transfer(stranger, 100n)]))
  void tab.orders.act(first, { type: 'start' })
  await vi.waitFor(() => expect(wallet.prompts).toHaveLength(1), waiting)
  await wallet.confirm(wallet.prompts[0]!, { delay: 1_500 })
  await vi.waitFor(() => expect(states(tab.order(first))).toBe('sent'), waiting)
  const second = await tab.orders.open(freshPlan([chain.transfer(stranger, 70n)]))
  void tab.orders.act(second, { type: 'start' })
  await vi.waitFor(() => expect(wallet.prompts).toHaveLength(2), waiting)
  expect(wallet.prompts.map(({ asked }) => asked.nonce)).toEqual(['0x0', '0x1'])
  await wallet.confirm(wallet.prompts[1]!)
  await vi.waitFor(
    () => expect([states(tab.order(first)), states(tab.order(second))]).toEqual(['done', 'done']),
    waiting,
  )
  expect(await received()).toBe(170n)
})
