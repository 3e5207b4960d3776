import type { EvmStep, Plan, Step } from '../../src/guard/plan'
import type { Batch, Signable } from '../../src/orders/batch'
import type { DeliveryTracker } from '../../src/orders/delivery'
import type { Executor, TransactionStatus } from '../../src/orders/executor'
import { type Failure, failureOf } from '../../src/orders/failure'
import type { Order } from '../../src/orders/order'
import { createOrderService, type OrderService } from '../../src/orders/orderService'
import type { Clock, LockMode, LockRequest, PlanChecker, Ports, Requote, StepCheck } from '../../src/orders/ports'
import type { EvmAnchor, TransactionAnchor } from '../../src/orders/requests/transactionAnchor'
import { decodeOrder } from '../../src/orders/store/orderCodec'
import { hashNo, planOf, receiptOf, sealOf } from './plans'

/** One browser: the storage, locks and words its tabs share, a clock that is moved by hand, and one chain. */
export type Browser = ReturnType<typeof createBrowser>

export function createBrowser() {
  const clock = createHandClock()
  const journal = createMemoryJournal()
  const locks = createMemoryLocks()
  const chain = createChain()
  const listeners = new Set<{ tab: number; hear: (message: unknown) => void }>()
  const network = createNetwork()
  let tabs = 0
  let ids = 0

  function openTab(wish: Partial<TabOptions> = {}): Tab {
    const tab = ++tabs
    const wallet = wish.wallet ?? createWillingWallet(chain)
    const planChecker = createScriptedChecker(clock, wish)
    const ports: Ports = {
      journal: journal.port,
      locks: wish.hasNoLocks ? lockless : { request: (name, how) => locks.request(tab, name, how) },
      clock,
      network: network.port,
      channel: {
        post: (message) => {
          for (const other of listeners) if (other.tab !== tab) queueMicrotask(() => other.hear(message))
        },
        subscribe: (hear) => {
          const listener = { tab, hear }
          listeners.add(listener)
          return () => void listeners.delete(listener)
        },
      },
      planChecker,
      executor: () => Promise.resolve(wallet.executor),
      newId: () => `order-${++ids}`,
      ...(wish.deliveryTracker ? { deliveryTracker: wish.deliveryTracker } : {}),
    }
    const orders = createOrderService(ports)
    return {
      orders,
      wallet,
      planChecker,
      order: (id) => orders.getSnapshot().orders.find((order) => order.id === id)!,
      /** As when a person closes or reloads the tab: its running work stops. */
      close: () => {
        orders.close()
        wallet.die()
        locks.forget(tab)
        for (const listener of listeners) if (listener.tab === tab) listeners.delete(listener)
      },
    }
  }

  return { clock, journal, locks, chain, network, openTab }
}

export type Tab = {
  readonly orders: OrderService
  readonly wallet: ScriptedWallet
  readonly planChecker: ScriptedChecker
  readonly order: (id: string) => Order
  readonly close: () => void
}

type TabOptions = {
  /** How the integrity of plans is checked; by default with the substitute seal of `plans.ts`. */
  readonly isIntact: PlanChecker['isIntact']
  readonly wallet: ScriptedWallet
  readonly deliveryTracker: DeliveryTracker
  /** A browser that knows no locks between tabs. */
  readonly hasNoLocks: boolean
  readonly requote: (order: Order) => Promise<Requote> | Requote
  readonly checkStep: (order: Order, step: Step) => Promise<StepCheck> | StepCheck
}

type ScriptedChecker = PlanChecker & { readonly requotes: () => number; readonly checks: () => number }

function createScriptedChecker(clock: Clock, { isIntact, requote, checkStep }: Partial<TabOptions>): ScriptedChecker {
  let requotes = 0
  let checks = 0
  return {
    isIntact: isIntact ?? ((plan) => plan.hash === sealOf(plan)),
    checkStep: async (order, step) => {
      checks++
      return checkStep ? checkStep(order, step) : { is: 'passed' }
    },
    requote: async (order) => {
      requotes++
      if (requote) return requote(order)
      return { is: 'plan', plan: requotedPlan(order, clock.now()), needsConfirmation: false }
    },
    requotes: () => requotes,
    checks: () => checks,
  }
}

/** An honest new answer: the same plan without the approvals that are done. */
export function requotedPlan(order: Order, receivedAt: number, minimumReceived?: bigint): Plan {
  const done = order.tasks.filter(({ progress }) => progress.at === 'done').map(({ step }) => step.purpose.does)
  const steps = order.plan.steps.filter(({ purpose }) => !done.includes(purpose.does)) as EvmStep[]
  const units = minimumReceived ?? order.plan.quote.minimumReceived?.units
  return planOf({
    steps,
    receivedAt,
    sender: order.plan.intent.sender,
    ...(units === undefined ? {} : { minimumReceived: units }),
  })
}

// ---- a clock moved by hand

export function createHandClock() {
  let now = 0
  let epoch = 1_700_000_000_000
  let alarms: { at: number; ring: () => void }[] = []

  const clock: Clock = {
    now: () => epoch + now,
    elapsed: () => now,
    after: (milliseconds, ring) => {
      const alarm = { at: now + milliseconds, ring }
      alarms.push(alarm)
      return () => {
        alarms = alarms.filter((other) => other !== alarm)
      }
    },
  }
  return { ...clock, pass, jump }

  /** Someone sets the clock of the computer. */
  function jump(by: number) {
    epoch += by
  }

  /** Lets so much time pass, alarm by alarm, each with its consequences. */
  async function pass(milliseconds: number) {
    const end = now + milliseconds
    await settled()
    for (;;) {
      const [next] = alarms.filter(({ at }) => at <= end).sort((a, b) => a.at - b.at)
      if (!next) break
      alarms = alarms.filter((other) => other !== next)
      now = Math.max(now, next.at)
      next.ring()
      await settled()
    }
    now = end
    await settled()
  }
}

/** Everything that needs no time has happened. */
export async function settled() {
  for (let round = 0; round < 6; round++) await new Promise((resolve) => setImmediate(resolve))
}

// ---- storage, locks, network

/** `keepsWrites: false` for browsers that run long: every write of an order is a copy of it. */
export function createMemoryJournal({ keepsWrites = true } = {}) {
  const entries = new Map<string, string>()
  const writes: Order[] = []
  let isBroken = false
  return {
    entries,
    /** Every order as it was written, in order. */
    writes,
    break: (broken = true) => {
      isBroken = broken
    },
    port: {
      get: async (id: string) => entries.get(id),
      all: async () => [...entries.values()],
      count: async () => entries.size,
      change: async (id: string, next: (entry: string | undefined) => string) => {
        await Promise.resolve()
        if (isBroken) throw new Error('QuotaExceededError')
        const text = next(entries.get(id))
        entries.set(id, text)
        const entry = decodeOrder(text)
        if (entry.is !== 'order')
          throw new Error(`The journal was given an entry it cannot read: ${JSON.stringify(entry)}`)
        if (keepsWrites) writes.push(entry.order)
      },
    },
  }
}

type Held = LockRequest & { tab: number; name: string; grant: () => void; lose: () => void }

export function createMemoryLocks() {
  const holders = new Map<string, Held>()
  let queue: Held[] = []

  function request(tab: number, name: string, how: LockMode): LockRequest {
    let settle: (held: boolean) => void = () => undefined
    let lose: () => void = () => undefined
    const held = new Promise<boolean>((resolve) => {
      settle = resolve
    })
    const lost = new Promise<void>((resolve) => {
      lose = resolve
    })
    const mine: Held = { tab, name, held, lost, lose, release: () => release(mine), grant: () => settle(true) }
    const holder = holders.get(name)
    if (holder && how === 'if free') settle(false)
    else if (holder && how === 'when free') queue.push(mine)
    else {
      if (holder) holder.lose()
      holders.set(name, mine)
      mine.grant()
    }
    return mine

    function release(held: Held) {
      queue = queue.filter((other) => other !== held)
      settle(false)
      if (holders.get(name) === held) next(name)
    }
  }

  function next(name: string) {
    const [first] = queue.filter((waiting) => waiting.name === name)
    queue = queue.filter((waiting) => waiting !== first)
    if (!first) return void holders.delete(name)
    holders.set(name, first)
    first.grant()
  }

  /** A tab that is gone lets go of everything. */
  function forget(tab: number) {
    queue = queue.filter((waiting) => waiting.tab !== tab)
    for (const [name, holder] of [...holders]) if (holder.tab === tab) next(name)
  }

  return { request, forget, holders }
}

/** Locks that are always free. */
export const lockless: Ports['locks'] = {
  request: () => ({ held: Promise.resolve(true), lost: never(), release: () => undefined }),
}

function createNetwork() {
  let isOnline = true
  const listeners = new Set<() => void>()
  return {
    port: {
      isOnline: () => isOnline,
      subscribe: (listener: () => void) => {
        listeners.add(listener)
        return () => void listeners.delete(listener)
      },
    },
    set: (online: boolean) => {
      isOnline = online
      for (const listener of listeners) listener()
    },
  }
}

// ---- a scripted chain and wallet

export function createChain() {
  let nonce = 7
  const sent: { hash: string; step: Step; nonce: number }[] = []
  const fates = new Map<string, (hash: string) => TransactionStatus>()
  let fallback: (hash: string) => TransactionStatus = (hash) => ({ is: 'done', receipt: receiptOf(hash) })
  return {
    sent,
    nonce: () => nonce,
    /** The node takes a transaction; its hash contains their count. */
    take: (step: Step, at = nonce) => {
      const hash = hashNo(sent.length + 1)
      sent.push({ hash, step, nonce: at })
      nonce = Math.max(nonce, at + 1)
      return hash
    },
    decide: (hash: string, fate: (hash: string) => TransactionStatus) => void fates.set(hash, fate),
    decideAll: (fate: (hash: string) => TransactionStatus) => {
      fallback = fate
    },
    fateOf: (hash: string) => (fates.get(hash) ?? fallback)(hash),
  }
}

type Chain = ReturnType<typeof createChain>

export type ScriptedWallet = {
  readonly executor: Executor
  /** Every request for a signature it has had. */
  readonly requests: { readonly step: Step; readonly anchor: TransactionAnchor }[]
  /** Most requests that were open at one time. */
  readonly mostOpen: () => number
  readonly die: () => void
  /** Notifies listeners of a changed account or chain. */
  readonly change: () => void
}

type Script = {
  /** The wallet's answer to the n-th request; it signs and sends by default. */
  readonly send: (
    step: Step,
    anchor: TransactionAnchor,
    count: number,
    onHash: (hash: string) => void,
  ) => Promise<string>
  /** Its answer to a request for a whole batch. */
  readonly sendBatch: (
    batch: Batch,
    anchor: TransactionAnchor,
    onTaken: (id: string) => void | Promise<void>,
  ) => Promise<string | undefined>
  readonly ready: (step: Step, onSwitch: (() => void) | undefined) => Promise<void>
  readonly look: (
    step: Step,
    anchor: TransactionAnchor,
    hash: string | undefined,
    request: Signable,
  ) => Promise<TransactionStatus>
  readonly remaining: (steps: readonly Step[]) => Promise<readonly Step[]>
  readonly anchor: (step: Step, lost: TransactionAnchor | undefined) => Promise<TransactionAnchor>
}

/** The step a request is known by: of a batch, its last. */
function stepIn(request: Signable): Step {
  if (request.kind !== 'evm batch') return request
  const last = request.steps.at(-1)
  if (!last) throw new Error('A batch has at least one step.')
  return last
}

/** A wallet that signs everything, and a chain that accepts it, unless the script overrides this. */
export function createWillingWallet(chain: Chain, script: Partial<Script> = {}): ScriptedWallet {
  const requests: { step: Step; anchor: TransactionAnchor }[] = []
  const listeners = new Set<() => void>()
  let open = 0
  let most = 0
  let isDead = false

  const executor: Executor = {
    ensureReady: (request, onSwitch) => script.ready?.(stepIn(request), onSwitch) ?? Promise.resolve(),
    createAnchor: async (request, lost) => {
      const step = stepIn(request)
      if (script.anchor) return script.anchor(step, lost)
      const nonce = lost?.kind === 'evm' ? lost.nonce : chain.nonce()
      const pin = lost ? { isPinned: true } : {}
      return { kind: 'evm', account: step.from, nonce, block: 100n, minedNonce: nonce, ...pin } satisfies EvmAnchor
    },
    send: async (request, anchor, onHash, onTaken) => {
      const step = stepIn(request)
      requests.push({ step, anchor })
      most = Math.max(most, ++open)
      try {
        if (request.kind === 'evm batch' && script.sendBatch)
          return await whileAlive(script.sendBatch(request, anchor, (id) => onTaken?.(id)))
        const answer = script.send
          ? script.send(step, anchor, requests.length, onHash)
          : Promise.resolve(chain.take(step, anchor.kind === 'evm' ? anchor.nonce : undefined))
        return await whileAlive(answer)
      } finally {
        open--
      }
    },
    getStatus: async (request, anchor, hash, _accounts, claimed) => {
      if (script.look) return script.look(stepIn(request), anchor, hash, request)
      const nonce = anchor.kind === 'evm' ? anchor.nonce : 0
      const isOwn = (sent: { hash: string; nonce: number }) => sent.nonce === nonce && !claimed?.has(sent.hash)
      const found = hash ?? chain.sent.find(isOwn)?.hash
      return found === undefined ? { is: 'not seen' } : chain.fateOf(found)
    },
    toFailure: (error) => (isFailure(error) ? error : failureOf('unknown')),
    ...(script.remaining ? { remainingSteps: script.remaining } : {}),
    onChange: (listener) => {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
  }
  return {
    executor,
    requests,
    mostOpen: () => most,
    die: () => {
      isDead = true
    },
    change: () => {
      for (const listener of listeners) listener()
    },
  }

  /** The answer to a tab that is gone is never heard. */
  function whileAlive<Answer>(answer: Promise<Answer>): Promise<Answer> {
    return new Promise((resolve, reject) => {
      answer.then(
        (hash) => isDead || resolve(hash),
        (error: unknown) => isDead || reject(error),
      )
    })
  }
}

function isFailure(error: unknown): error is Failure {
  return typeof error === 'object' && error !== null && 'code' in error && 'facts' in error
}

export function never<T>(): Promise<T> {
  return new Promise(() => undefined)
}
