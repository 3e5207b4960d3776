import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import type { AnyPlan, EvmStep, Plan } from '../../src/guard/plan'
import { choicesOf } from '../../src/orders/actions'
import type { Order } from '../../src/orders/order'
import { readEntry } from '../../src/orders/orderCodec'
import { createDesk, type OrderDesk } from '../../src/orders/orderService'
import type { Clock, Counsel, Ports } from '../../src/orders/ports'
import type { BadWallet } from '../badWallet'
import { type Harbor, openHarbor, spender, stranger, trader } from './harbor'
import { planOf, sealOf, weth } from './plans'
import { createMemoryJournal, createMemoryLocks } from './world'

/* Whole orders: desk, journal, executor, a wallet that misbehaves, and a real chain. */

let harbor: Harbor
let wallet: BadWallet
let journal: ReturnType<typeof createMemoryJournal>
let locks: ReturnType<typeof createMemoryLocks>
let desks: OrderDesk[]
let snapshot: `0x${string}`
/** Hours, when waiting is not the point. */
let haste = 1

beforeAll(async () => {
  harbor = await openHarbor()
})
afterAll(() => harbor?.close())

beforeEach(async () => {
  snapshot = await harbor.cheats.snapshot()
  wallet = harbor.openWallet()
  journal = createMemoryJournal()
  locks = createMemoryLocks()
  desks = []
  haste = 1
})
afterEach(async () => {
  for (const desk of desks) desk.close()
  expect(wallet.mostOpen, 'I1: one prompt at a time').toBeLessThanOrEqual(1)
  const asked = wallet.asked('eth_sendTransaction')
  const written = journal.writes.filter(({ history }) => history.at(-1)?.what === 'asked').length
  expect(asked, 'I3: every prompt was written down first').toBeLessThanOrEqual(written)
  expect(new Set(wallet.sent).size, 'I2: nothing is sent twice').toBe(wallet.sent.length)
  await harbor.cheats.setAutomine(true)
  await harbor.cheats.revert({ id: snapshot })
})

const clock: Clock = {
  now: () => Date.now(),
  elapsed: () => performance.now() * haste,
  after: (milliseconds, callback) => {
    const timer = setTimeout(callback, milliseconds / haste)
    return () => clearTimeout(timer)
  },
}

function openDesk(counsel: Partial<Counsel> = {}): OrderDesk {
  const tab = desks.length
  const executor = harbor.executorOf(wallet)
  const ports: Ports = {
    journal: journal.port,
    locks: { request: (name, how) => locks.request(tab, name, how) },
    clock,
    network: { isOnline: () => true, subscribe: () => () => undefined },
    channel: { post: () => undefined, subscribe: () => () => undefined },
    counsel: {
      isIntact: (plan) => plan.hash === sealOf(plan),
      examine: async () => ({ is: 'passed' }),
      renew: async ({ plan }) => ({ is: 'plan', plan: voyage(swapsOf(plan)), needsWord: false }),
      ...counsel,
    },
    executor: async () => executor,
    newId: () => crypto.randomUUID(),
  }
  const desk = createDesk(ports)
  desks.push(desk)
  return desk
}

function swapsOf({ steps }: Pick<AnyPlan, 'steps'>): EvmStep[] {
  return steps.filter((step): step is EvmStep => step.kind === 'evm' && step.purpose.does !== 'approve')
}

function voyage(steps: readonly EvmStep[]): Plan {
  const numbered = steps.map((step, index) => ({ ...step, index }))
  const plan = planOf({ steps: numbered, sender: trader, buy: weth, receivedAt: Date.now() })
  return { ...plan, hash: sealOf(plan) }
}

function approveAndSwap(): Plan {
  return voyage([harbor.approval(100n), harbor.transfer(stranger, 100n)])
}

async function begun(desk: OrderDesk, plan = approveAndSwap()): Promise<string> {
  await desk.load()
  const id = await desk.open(plan)
  void desk.run(id)
  return id
}

function orderOf(desk: OrderDesk, id: string): Order {
  return desk.getSnapshot().orders.find((order) => order.id === id)!
}

function states(desk: OrderDesk, id: string): string {
  return orderOf(desk, id)
    .tasks.map(({ progress }) => progress.at)
    .join()
}

async function reaching(desk: OrderDesk, id: string, wanted: string) {
  await vi.waitFor(() => expect(states(desk, id)).toBe(wanted), { timeout: 60_000, interval: 20 })
}

test('approval and swap with a willing wallet: two prompts, two receipts, to the unit', async () => {
  const desk = openDesk()
  const id = await begun(desk)
  await reaching(desk, id, 'done,done')
  expect(wallet.asked('eth_sendTransaction')).toBe(2)
  const [approve, swap] = orderOf(desk, id).tasks
  expect(approve?.progress).toMatchObject({ hash: wallet.sent[0], receipt: { fee: expect.any(BigInt) } })
  expect(swap?.progress).toMatchObject({
    receipt: { changes: expect.arrayContaining([expect.objectContaining({ delta: -100n })]) },
  })
  expect(await harbor.reads.getTransactionCount({ address: trader })).toBe(2)
})

test('F-20 F-36 a rejection of either prompt keeps everything, and one click goes on', async () => {
  wallet.arrange('eth_sendTransaction', 'reject', 'approve', {
    error: { code: -32000, message: 'User rejected transaction' },
  })
  const desk = openDesk()
  const id = await begun(desk)
  await reaching(desk, id, 'rejected,waiting')
  void desk.retry(id)
  await reaching(desk, id, 'done,rejected')
  void desk.retry(id)
  await reaching(desk, id, 'done,done')
  expect(wallet.sent).toHaveLength(2)
})

test('F-12 F-38 an order on the wrong network goes on when the person switches by hand', async () => {
  wallet.goTo(5)
  wallet.arrange('wallet_switchEthereumChain', { answer: null })
  const desk = openDesk()
  const id = await begun(desk)
  await vi.waitFor(() => expect(orderOf(desk, id).blocked).toBe('wrong network'), { timeout: 60_000 })
  expect(wallet.asked('eth_sendTransaction')).toBe(0)
  wallet.goTo(741_001)
  await reaching(desk, id, 'done,done')
  expect(wallet.asked('wallet_switchEthereumChain')).toBe(1)
})

test('F-22 an order whose account went away waits for it', async () => {
  wallet.select(1)
  const desk = openDesk()
  const id = await begun(desk)
  await vi.waitFor(() => expect(orderOf(desk, id).blocked).toBe('other account'), { timeout: 60_000 })
  wallet.select(0)
  await reaching(desk, id, 'done,done')
})

test.each([
  ['F-28', { error: { code: -32603, message: 'Internal error' }, after: 'doing' as const }],
  ['F-28', { error: 'the bridge is gone', after: 'doing' as const }],
  ['F-44', 'do and answer null' as const],
])('%s a swap that was sent although the wallet said otherwise is found and finished: %j', async (_, deed) => {
  if (deed === 'do and answer null') {
    wallet.arrange('eth_sendTransaction', { error: new TypeError('null is not an object'), after: 'doing' })
  } else wallet.arrange('eth_sendTransaction', deed)
  const desk = openDesk()
  const id = await begun(desk, voyage([harbor.transfer(stranger, 100n)]))
  await reaching(desk, id, 'done')
  expect(wallet.sent).toHaveLength(1)
  expect(wallet.asked('eth_sendTransaction')).toBe(1)
})

test('F-43 a wallet that sends and never answers: found on chain after a minute', async () => {
  haste = 600
  wallet.arrange('eth_sendTransaction', 'do and hang')
  const desk = openDesk()
  const id = await begun(desk, voyage([harbor.transfer(stranger, 100n)]))
  await reaching(desk, id, 'done')
  expect(orderOf(desk, id).history.map(({ what, note }) => note ?? what)).toContain('no answer')
})

test('F-43 F-44 nothing was sent: the repeat by a click is pinned to the same nonce', async () => {
  wallet.arrange('eth_sendTransaction', { answer: '0x' })
  const desk = openDesk()
  const id = await begun(desk, voyage([harbor.transfer(stranger, 100n)]))
  await reaching(desk, id, 'unknown')
  await vi.waitFor(() => expect(choicesOf(orderOf(desk, id), false)).toContain('retry'), { timeout: 60_000 })
  expect(wallet.sent).toEqual([])
  void desk.retry(id)
  await reaching(desk, id, 'done')
  const [, again] = wallet.requests.filter(({ method }) => method === 'eth_sendTransaction')
  expect(again?.params[0]).toMatchObject({ nonce: '0x0' })
})

test('F-23 F-39 a wallet that replaces its own transaction and tells the old hash is followed', async () => {
  await harbor.cheats.setAutomine(false)
  wallet.arrange('eth_sendTransaction', { replaceBy: (asked) => asked, answer: 'first' })
  const desk = openDesk()
  const id = await begun(desk, voyage([harbor.transfer(stranger, 100n)]))
  await vi.waitFor(() => expect(wallet.sent).toHaveLength(2), { timeout: 60_000 })
  await harbor.cheats.mine({ blocks: 1 })
  await reaching(desk, id, 'done')
  expect(orderOf(desk, id).tasks[0]?.progress).toMatchObject({ hash: wallet.sent[1] })
})

test('F-24 a cancelled approval ends the order before the swap is asked', async () => {
  await harbor.cheats.setAutomine(false)
  const desk = openDesk()
  const id = await begun(desk)
  await vi.waitFor(() => expect(wallet.sent).toHaveLength(1), { timeout: 60_000 })
  const by = await wallet.broadcastAgain({ to: trader, value: '0x0' }, 0)
  await harbor.cheats.mine({ blocks: 1 })
  await reaching(desk, id, 'replaced,waiting')
  expect(orderOf(desk, id).tasks[0]?.progress).toMatchObject({ by, how: 'cancelled' })
  expect(wallet.asked('eth_sendTransaction')).toBe(1)
})

test('F-31 A-23 an approval lowered in the wallet stops the order; one click asks again, for what is missing', async () => {
  wallet.arrange('eth_sendTransaction', {
    edit: (asked) => ({ ...asked, data: harbor.call('approve', [spender, 7n]) }),
  })
  const desk = openDesk({ renew: async () => ({ is: 'plan', plan: approveAndSwap(), needsWord: false }) })
  const id = await begun(desk)
  await reaching(desk, id, 'replaced,waiting')
  expect(orderOf(desk, id).tasks[0]?.progress).toMatchObject({ how: 'altered' })
  void desk.retry(id)
  await reaching(desk, id, 'done,done')
})

test('I5 an allowance that stands is not asked for again, not even when the new plan has it', async () => {
  const desk = openDesk({ renew: async () => ({ is: 'plan', plan: approveAndSwap(), needsWord: false }) })
  const id = await begun(desk)
  await reaching(desk, id, 'done,done')
  expect(wallet.sent).toHaveLength(2)
})

test('F-41 F-26 a reorganised approval is noticed before the swap is asked', async () => {
  let isFirst = true
  const desk = openDesk({
    renew: async ({ plan }) => {
      if (isFirst) {
        isFirst = false
        await harbor.cheats.request({ method: 'anvil_reorg', params: [1, []] } as never)
      }
      return { is: 'plan', plan: voyage(swapsOf(plan)), needsWord: false }
    },
  })
  const id = await begun(desk)
  await vi.waitFor(() => expect(orderOf(desk, id).history.map(({ what }) => what)).toContain('reorged'), {
    timeout: 60_000,
  })
  expect(orderOf(desk, id).tasks[0]?.progress.at).not.toBe('done')
  expect(wallet.asked('eth_sendTransaction')).toBe(1)
})

describe('reload, with the same journal and a new desk', () => {
  function reload(): OrderDesk {
    desks.at(-1)?.close()
    locks.forget(desks.length - 1)
    return openDesk()
  }

  test('F-32 during the prompt, nothing sent: unknown until the person decides', async () => {
    wallet.arrange('eth_sendTransaction', 'hang')
    const id = await begun(openDesk())
    await vi.waitFor(() => expect(wallet.asked('eth_sendTransaction')).toBe(1), { timeout: 60_000 })
    const desk = reload()
    await desk.load()
    await reaching(desk, id, 'unknown,waiting')
    expect(wallet.asked('eth_sendTransaction')).toBe(1)
  })

  test('F-32 after the signature, before the hash: found by its nonce and finished', async () => {
    wallet.arrange('eth_sendTransaction', 'do and hang')
    const id = await begun(openDesk(), voyage([harbor.transfer(stranger, 100n)]))
    await vi.waitFor(() => expect(wallet.sent).toHaveLength(1), { timeout: 60_000 })
    const desk = reload()
    await desk.load()
    await reaching(desk, id, 'done')
    expect(wallet.asked('eth_sendTransaction')).toBe(1)
  })

  test('F-63 while confirming: awaited, never sent again, also when it was sped up meanwhile', async () => {
    await harbor.cheats.setAutomine(false)
    const plan = voyage([harbor.transfer(stranger, 100n)])
    const id = await begun(openDesk(), plan)
    await vi.waitFor(() => expect(wallet.sent).toHaveLength(1), { timeout: 60_000 })
    const desk = reload()
    const [step] = plan.steps as EvmStep[]
    const faster = await wallet.broadcastAgain({ to: step!.to, data: step!.data }, 0)
    await harbor.cheats.mine({ blocks: 3 })
    await desk.load()
    await reaching(desk, id, 'done')
    expect(orderOf(desk, id).tasks[0]?.progress).toMatchObject({ hash: faster })
    expect(wallet.asked('eth_sendTransaction')).toBe(1)
  })

  test('F-48 between the steps: a click, an offer, a click, and the swap alone is asked', async () => {
    wallet.arrange('eth_sendTransaction', 'approve', 'reject')
    const first = openDesk()
    const id = await begun(first)
    await reaching(first, id, 'done,rejected')
    const desk = reload()
    await desk.load()
    await desk.retry(id)
    expect(orderOf(desk, id).offer).toBeDefined()
    void desk.accept(id)
    await reaching(desk, id, 'done,done')
    expect(wallet.sent).toHaveLength(2)
  })
})

test('I7 the journal alone tells the whole story', async () => {
  const desk = openDesk()
  const id = await begun(desk)
  await reaching(desk, id, 'done,done')
  const entry = readEntry(journal.entries.get(id)!)
  expect(entry).toEqual({ is: 'order', order: orderOf(desk, id) })
})
