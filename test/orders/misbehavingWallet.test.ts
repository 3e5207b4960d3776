import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import type { AnyPlan, EvmStep, Plan } from '../../src/guard/plan'
import { availableActions } from '../../src/orders/actions/orderActions'
import type { Order } from '../../src/orders/order'
import { createOrderService, type OrderService } from '../../src/orders/orderService'
import type { Clock, PlanChecker, Ports } from '../../src/orders/ports'
import { decodeOrder } from '../../src/orders/store/orderCodec'
import { orderStatus } from '../../src/signing/progress/orderStatus'
import type { BadWallet } from '../badWallet'
import { type OrderChain, spender, startOrderChain, stranger, trader } from './localChain'
import { planOf, sealOf, weth } from './plans'
import { createMemoryJournal, createMemoryLocks } from './testBrowser'

/* Whole orders: orders, journal, executor, a wallet that misbehaves, and a real chain. */

let localChain: OrderChain
let wallet: BadWallet
let journal: ReturnType<typeof createMemoryJournal>
let locks: ReturnType<typeof createMemoryLocks>
let services: OrderService[]
let snapshot: `0x${string}`
/** Hours, when waiting is not the point. */
let speedUp = 1

beforeAll(async () => {
  localChain = await startOrderChain()
})
afterAll(() => localChain?.close())

beforeEach(async () => {
  snapshot = await localChain.cheats.snapshot()
  wallet = localChain.openWallet()
  journal = createMemoryJournal()
  locks = createMemoryLocks()
  services = []
  speedUp = 1
})
afterEach(async () => {
  for (const orders of services) orders.close()
  expect(wallet.mostOpen, 'I1: one prompt at a time').toBeLessThanOrEqual(1)
  const asked = wallet.asked('eth_sendTransaction')
  const written = journal.writes.filter(({ history }) => history.at(-1)?.what === 'asked').length
  expect(asked, 'I3: every prompt was written down first').toBeLessThanOrEqual(written)
  expect(new Set(wallet.sent).size, 'I2: nothing is sent twice').toBe(wallet.sent.length)
  await localChain.cheats.setAutomine(true)
  await localChain.cheats.revert({ id: snapshot })
})

const clock: Clock = {
  now: () => Date.now(),
  elapsed: () => performance.now() * speedUp,
  after: (milliseconds, callback) => {
    const timer = setTimeout(callback, milliseconds / speedUp)
    return () => clearTimeout(timer)
  },
}

function openOrders(checker: Partial<PlanChecker> = {}, executor = localChain.executorOf(wallet)): OrderService {
  const tab = services.length
  const ports: Ports = {
    journal: journal.port,
    locks: { request: (name, how) => locks.request(tab, name, how) },
    clock,
    network: { isOnline: () => true, subscribe: () => () => undefined },
    channel: { post: () => undefined, subscribe: () => () => undefined },
    planChecker: {
      isIntact: (plan) => plan.hash === sealOf(plan),
      checkStep: async () => ({ is: 'passed' }),
      requote: async ({ plan }) => ({ is: 'plan', plan: freshPlan(swapsOf(plan)), needsConfirmation: false }),
      ...checker,
    },
    executor: async () => executor,
    newId: () => crypto.randomUUID(),
  }
  const orders = createOrderService(ports)
  services.push(orders)
  return orders
}

function swapsOf({ steps }: Pick<AnyPlan, 'steps'>): EvmStep[] {
  return steps.filter((step): step is EvmStep => step.kind === 'evm' && step.purpose.does !== 'approve')
}

function freshPlan(steps: readonly EvmStep[]): Plan {
  const numbered = steps.map((step, index) => ({ ...step, index }))
  const plan = planOf({ steps: numbered, sender: trader, buy: weth, receivedAt: Date.now() })
  return { ...plan, hash: sealOf(plan) }
}

function approveAndSwap(): Plan {
  return freshPlan([localChain.approval(100n), localChain.transfer(stranger, 100n)])
}

async function begun(orders: OrderService, plan = approveAndSwap()): Promise<string> {
  await orders.load()
  const id = await orders.open(plan)
  void orders.act(id, { type: 'start' })
  return id
}

function orderOf(orders: OrderService, id: string): Order {
  return orders.getSnapshot().orders.find((order) => order.id === id)!
}

function states(orders: OrderService, id: string): string {
  return orderOf(orders, id)
    .tasks.map(({ progress }) => progress.at)
    .join()
}

async function reaching(orders: OrderService, id: string, wanted: string) {
  await vi.waitFor(() => expect(states(orders, id)).toBe(wanted), { timeout: 60_000, interval: 20 })
}

test('approval and swap with a willing wallet: two prompts, two receipts, to the unit', async () => {
  const orders = openOrders()
  const id = await begun(orders)
  await reaching(orders, id, 'done,done')
  expect(wallet.asked('eth_sendTransaction')).toBe(2)
  const [approve, swap] = orderOf(orders, id).tasks
  expect(approve?.progress).toMatchObject({ hash: wallet.sent[0], receipt: { fee: expect.any(BigInt) } })
  expect(swap?.progress).toMatchObject({
    receipt: { changes: expect.arrayContaining([expect.objectContaining({ delta: -100n })]) },
  })
  expect(await localChain.reads.getTransactionCount({ address: trader })).toBe(2)
})

test('F-20 F-36 a rejection of either prompt keeps everything, and one click goes on', async () => {
  wallet.arrange('eth_sendTransaction', 'reject', 'approve', {
    error: { code: -32603, message: 'User rejected transaction', data: { code: 4001 } },
  })
  const orders = openOrders()
  const id = await begun(orders)
  await reaching(orders, id, 'rejected,waiting')
  void orders.act(id, { type: 'retry' })
  await reaching(orders, id, 'done,rejected')
  void orders.act(id, { type: 'retry' })
  await reaching(orders, id, 'done,done')
  expect(wallet.sent).toHaveLength(2)
})

test('F-12 F-38 an order on the wrong network goes on when the person switches by hand', async () => {
  wallet.goTo(5)
  wallet.arrange('wallet_switchEthereumChain', { answer: null })
  const orders = openOrders()
  const id = await begun(orders)
  await vi.waitFor(() => expect(orderOf(orders, id).blocked).toBe('wrong network'), { timeout: 60_000 })
  expect(wallet.asked('eth_sendTransaction')).toBe(0)
  wallet.goTo(741_001)
  await reaching(orders, id, 'done,done')
  expect(wallet.asked('wallet_switchEthereumChain')).toBe(1)
})

test('F-22 an order whose account went away waits for it', async () => {
  wallet.select(1)
  const orders = openOrders()
  const id = await begun(orders)
  await vi.waitFor(() => expect(orderOf(orders, id).blocked).toBe('other account'), { timeout: 60_000 })
  wallet.select(0)
  await reaching(orders, id, 'done,done')
})

test.each([
  ['F-28', { error: { code: -32603, message: 'Internal error' }, after: 'doing' as const }],
  ['F-28', { error: 'the bridge is gone', after: 'doing' as const }],
  ['F-28', { error: { code: -32603, message: 'Transaction cancelled' }, after: 'doing' as const }],
  [
    'F-28',
    { error: { code: -32603, message: 'Transaction cancelled because the popup was closed' }, after: 'doing' as const },
  ],
  ['F-28', { error: { code: 5000, message: 'User rejected.' }, after: 'doing' as const }],
  ['F-28', { error: { code: -32000, message: 'insufficient funds for gas * price + value' }, after: 'doing' as const }],
  ['F-28', { error: 'User denied transaction signature', after: 'doing' as const }],
  ['F-44', 'do and answer null' as const],
])('%s a swap that was sent although the wallet denied it is found and finished: %j', async (_, response) => {
  if (response === 'do and answer null') {
    wallet.arrange('eth_sendTransaction', { error: new TypeError('null is not an object'), after: 'doing' })
  } else wallet.arrange('eth_sendTransaction', response)
  const orders = openOrders()
  const id = await begun(orders, freshPlan([localChain.transfer(stranger, 100n)]))
  await reaching(orders, id, 'done')
  expect(wallet.sent).toHaveLength(1)
  expect(wallet.asked('eth_sendTransaction')).toBe(1)
})

test('F-43 a wallet that sends and never answers: found on chain after a minute', async () => {
  speedUp = 600
  wallet.arrange('eth_sendTransaction', 'do and hang')
  const orders = openOrders()
  const id = await begun(orders, freshPlan([localChain.transfer(stranger, 100n)]))
  await reaching(orders, id, 'done')
  expect(orderOf(orders, id).history.map(({ what, note }) => note ?? what)).toContain('no answer')
})

test('F-20 an error that only reads like a rejection is no statement about money, and the repeat has the same nonce', async () => {
  wallet.arrange('eth_sendTransaction', { error: { code: -32603, message: 'Transaction cancelled' } })
  const orders = openOrders()
  const id = await begun(orders, freshPlan([localChain.transfer(stranger, 100n)]))
  await reaching(orders, id, 'unknown')
  expect(orderOf(orders, id).tasks[0]?.progress).toMatchObject({ at: 'unknown' })
  await vi.waitFor(() => expect(availableActions(orderOf(orders, id), false)).toContain('retry'), { timeout: 60_000 })
  void orders.act(id, { type: 'retry' })
  await reaching(orders, id, 'done')
  expect(wallet.sent).toHaveLength(1)
})

test('F-43 F-44 nothing was sent: the repeat by a click is pinned to the same nonce', async () => {
  wallet.arrange('eth_sendTransaction', { answer: '0x' })
  const orders = openOrders()
  const id = await begun(orders, freshPlan([localChain.transfer(stranger, 100n)]))
  await reaching(orders, id, 'unknown')
  await vi.waitFor(() => expect(availableActions(orderOf(orders, id), false)).toContain('retry'), { timeout: 60_000 })
  expect(wallet.sent).toEqual([])
  void orders.act(id, { type: 'retry' })
  await reaching(orders, id, 'done')
  const [, again] = wallet.requests.filter(({ method }) => method === 'eth_sendTransaction')
  expect(again?.params[0]).toMatchObject({ nonce: '0x0' })
})

test('F-23 F-39 a wallet that replaces its own transaction and returns the old hash is followed', async () => {
  await localChain.cheats.setAutomine(false)
  wallet.arrange('eth_sendTransaction', { replaceBy: (asked) => asked, answer: 'first' })
  const orders = openOrders()
  const id = await begun(orders, freshPlan([localChain.transfer(stranger, 100n)]))
  await vi.waitFor(() => expect(wallet.sent).toHaveLength(2), { timeout: 60_000 })
  await localChain.cheats.mine({ blocks: 1 })
  await reaching(orders, id, 'done')
  expect(orderOf(orders, id).tasks[0]?.progress).toMatchObject({ hash: wallet.sent[1] })
})

test('F-24 a cancelled approval ends the order before the swap is asked', async () => {
  await localChain.cheats.setAutomine(false)
  const orders = openOrders()
  const id = await begun(orders)
  await vi.waitFor(() => expect(wallet.sent).toHaveLength(1), { timeout: 60_000 })
  const by = await wallet.broadcastAgain({ to: trader, value: '0x0' }, 0)
  await localChain.cheats.mine({ blocks: 1 })
  await reaching(orders, id, 'replaced,waiting')
  expect(orderOf(orders, id).tasks[0]?.progress).toMatchObject({ by, how: 'cancelled' })
  expect(wallet.asked('eth_sendTransaction')).toBe(1)
})

test('F-31 A-23 an approval lowered in the wallet stops the order; one click asks again, for what is missing', async () => {
  wallet.arrange('eth_sendTransaction', {
    edit: (asked) => ({ ...asked, data: localChain.call('approve', [spender, 7n]) }),
  })
  const orders = openOrders({ requote: async () => ({ is: 'plan', plan: approveAndSwap(), needsConfirmation: false }) })
  const id = await begun(orders)
  await reaching(orders, id, 'replaced,waiting')
  expect(orderOf(orders, id).tasks[0]?.progress).toMatchObject({ how: 'lowered' })
  void orders.act(id, { type: 'retry' })
  await reaching(orders, id, 'done,done')
})

test('I5 an existing allowance is not requested again, not even when the new plan has it', async () => {
  const orders = openOrders({ requote: async () => ({ is: 'plan', plan: approveAndSwap(), needsConfirmation: false }) })
  const id = await begun(orders)
  await reaching(orders, id, 'done,done')
  expect(wallet.sent).toHaveLength(2)
})

test('F-41 F-26 a reorganised approval is noticed before the swap is asked', async () => {
  let isFirst = true
  const orders = openOrders({
    requote: async ({ plan }) => {
      if (isFirst) {
        isFirst = false
        await localChain.cheats.request({ method: 'anvil_reorg', params: [1, []] } as never)
      }
      return { is: 'plan', plan: freshPlan(swapsOf(plan)), needsConfirmation: false }
    },
  })
  const id = await begun(orders)
  await vi.waitFor(() => expect(orderOf(orders, id).history.map(({ what }) => what)).toContain('reorged'), {
    timeout: 60_000,
  })
  expect(orderOf(orders, id).tasks[0]?.progress.at).not.toBe('done')
  expect(wallet.asked('eth_sendTransaction')).toBe(1)
})

describe('reload, with the same journal and a new orders', () => {
  function reload(): OrderService {
    services.at(-1)?.close()
    locks.forget(services.length - 1)
    return openOrders()
  }

  test('F-32 during the prompt, nothing sent: unknown until the person decides', async () => {
    wallet.arrange('eth_sendTransaction', 'hang')
    const id = await begun(openOrders())
    await vi.waitFor(() => expect(wallet.asked('eth_sendTransaction')).toBe(1), { timeout: 60_000 })
    const orders = reload()
    await orders.load()
    await reaching(orders, id, 'unknown,waiting')
    expect(wallet.asked('eth_sendTransaction')).toBe(1)
  })

  test('F-32 after the signature, before the hash: found by its nonce and finished', async () => {
    wallet.arrange('eth_sendTransaction', 'do and hang')
    const id = await begun(openOrders(), freshPlan([localChain.transfer(stranger, 100n)]))
    await vi.waitFor(() => expect(wallet.sent).toHaveLength(1), { timeout: 60_000 })
    const orders = reload()
    await orders.load()
    await reaching(orders, id, 'done')
    expect(wallet.asked('eth_sendTransaction')).toBe(1)
  })

  test('F-63 while confirming: awaited, never sent again, also when it was sped up in the meantime', async () => {
    await localChain.cheats.setAutomine(false)
    const plan = freshPlan([localChain.transfer(stranger, 100n)])
    const id = await begun(openOrders(), plan)
    await vi.waitFor(() => expect(wallet.sent).toHaveLength(1), { timeout: 60_000 })
    const orders = reload()
    const [step] = plan.steps as EvmStep[]
    const faster = await wallet.broadcastAgain({ to: step!.to, data: step!.data }, 0)
    await localChain.cheats.mine({ blocks: 3 })
    await orders.load()
    await reaching(orders, id, 'done')
    expect(orderOf(orders, id).tasks[0]?.progress).toMatchObject({ hash: faster })
    expect(wallet.asked('eth_sendTransaction')).toBe(1)
  })

  test('F-48 between the steps: a click, an offer, a click, and only the swap is requested', async () => {
    wallet.arrange('eth_sendTransaction', 'approve', 'reject')
    const first = openOrders()
    const id = await begun(first)
    await reaching(first, id, 'done,rejected')
    const orders = reload()
    await orders.load()
    await orders.act(id, { type: 'retry' })
    expect(orderOf(orders, id).updatedPlan).toBeDefined()
    void orders.act(id, { type: 'accept' })
    await reaching(orders, id, 'done,done')
    expect(wallet.sent).toHaveLength(2)
  })
})

test('I7 the journal contains the whole story', async () => {
  const orders = openOrders()
  const id = await begun(orders)
  await reaching(orders, id, 'done,done')
  const entry = decodeOrder(journal.entries.get(id)!)
  expect(entry).toEqual({ is: 'order', order: orderOf(orders, id) })
})

test('a chain without a configured node is read through the wallet: on another network, the order asks to switch', async () => {
  speedUp = 60
  wallet = localChain.openWallet(
    new Map([
      [741_001, localChain.engine.url],
      [1, localChain.engine.url],
    ]),
  )
  wallet.goTo(1)
  const executor = localChain.executorOf(wallet, { rpcUrls: [] }, { wallet: () => wallet.provider })
  const orders = openOrders({}, executor)
  const id = await begun(orders)
  await vi.waitFor(() => expect(orderOf(orders, id).blocked).toBe('wrong network'), { timeout: 30_000 })
  expect(orderStatus(orderOf(orders, id), false).is).toBe('wrong network')
  await localChain.cheats.setAutomine(false)
  wallet.goTo(741_001)
  await vi.waitFor(() => expect(states(orders, id)).toMatch(/^sent|^confirming/), { timeout: 30_000 })
  // It left the network while the chain was followed.
  wallet.goTo(1)
  await vi.waitFor(() => expect(orderOf(orders, id).blocked).toBe('wrong network'), { timeout: 30_000 })
  wallet.goTo(741_001)
  await localChain.cheats.setAutomine(true)
  await localChain.cheats.mine({ blocks: 1 })
  await vi.waitFor(() => expect(states(orders, id)).toBe('done,done'), { timeout: 30_000 })
})
