import type { AnyPlan, EvmStep, Plan } from '../../src/guard/plan'
import type { DeliveryTracker } from '../../src/orders/delivery'
import type { Order } from '../../src/orders/order'
import { createOrderService } from '../../src/orders/orderService'
import type { Clock, PlanChecker, Ports } from '../../src/orders/ports'
import type { HeldWallet } from '../heldWallet'
import { type OrderChain, trader } from './localChain'
import { planOf, sealOf, weth } from './plans'
import { createMemoryJournal, createMemoryLocks } from './testBrowser'

/** A browser on a real chain: tabs that share storage, locks and words, and a wallet that outlives them all. */
export type ChainBrowser = ReturnType<typeof createChainBrowser>
export type ChainTab = ReturnType<ChainBrowser['openTab']>

export type ChainBrowserOptions = {
  readonly chain: Pick<OrderChain, 'executorOf'>
  readonly wallet: Pick<HeldWallet, 'address' | 'enter'>
  /** How many times faster than real time the app's clock runs. */
  readonly speedUp: number
  readonly checker?: Partial<PlanChecker>
  readonly deliveryTracker?: DeliveryTracker
}

type Timer = { readonly due: number; readonly callback: () => void; handle: NodeJS.Timeout | undefined }

export function createChainBrowser({ chain, wallet, speedUp, checker = {}, deliveryTracker }: ChainBrowserOptions) {
  const journal = createMemoryJournal({ keepsWrites: false })
  const locks = createMemoryLocks()
  const listeners = new Set<{ tab: number; hear: (message: unknown) => void }>()
  let tabs = 0

  let skipped = 0
  const timers = new Set<Timer>()
  const clock: Clock = {
    now: () => Date.now(),
    elapsed: () => performance.now() * speedUp + skipped,
    after: (milliseconds, callback) => {
      const timer: Timer = { due: clock.elapsed() + milliseconds, callback, handle: undefined }
      timers.add(timer)
      schedule(timer)
      return () => end(timer)
    },
  }

  return { journal, openTab, pass }

  /** Lets time of the app pass, in steps between which the chain is really asked. */
  async function pass(milliseconds: number): Promise<void> {
    const steps = 5
    for (let step = 0; step < steps; step++) {
      skipped += milliseconds / steps
      for (const timer of timers) schedule(timer)
      await new Promise((resolve) => setTimeout(resolve, 50))
    }
  }

  function schedule(timer: Timer): void {
    clearTimeout(timer.handle)
    const act = () => {
      timers.delete(timer)
      timer.callback()
    }
    timer.handle = setTimeout(act, Math.max(0, timer.due - clock.elapsed()) / speedUp)
  }

  function end(timer: Timer): void {
    clearTimeout(timer.handle)
    timers.delete(timer)
  }

  function openTab() {
    const tab = ++tabs
    const { provider, leave } = wallet.enter()
    const executor = chain.executorOf({ provider, address: wallet.address, isLocked: false })
    const ports: Ports = {
      journal: journal.port,
      locks: { request: (name, how) => locks.request(tab, name, how) },
      clock,
      network: { isOnline: () => true, subscribe: () => () => undefined },
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
      planChecker: {
        isIntact: (plan) => plan.hash === sealOf(plan),
        checkStep: async () => ({ is: 'passed' }),
        requote: async ({ plan }) => ({
          is: 'plan',
          plan: freshPlan(evmStepsOf(plan), plan.intent.sender),
          needsConfirmation: false,
        }),
        ...checker,
      },
      executor: async () => executor,
      ...(deliveryTracker && { deliveryTracker }),
      newId: () => crypto.randomUUID(),
    }
    const orders = createOrderService(ports)
    return {
      orders,
      executor,
      order: (id: string) => orders.getSnapshot().orders.find((order) => order.id === id)!,
      /** As when a person closes or reloads the page: its wallet requests stay open. */
      close: () => {
        leave()
        orders.close()
        locks.forget(tab)
        for (const listener of listeners) if (listener.tab === tab) listeners.delete(listener)
      },
    }
  }
}

/** The service's answer to the same wish, received this very moment. */
export function freshPlan(steps: readonly EvmStep[], sender: string = trader): Plan {
  const numbered = steps.map((step, index) => ({ ...step, index }))
  const plan = planOf({ steps: numbered, sender, buy: weth, receivedAt: Date.now() })
  return { ...plan, hash: sealOf(plan) }
}

export function evmStepsOf({ steps }: Pick<AnyPlan, 'steps'>): EvmStep[] {
  return steps.filter((step): step is EvmStep => step.kind === 'evm')
}

export function states(order: Order): string {
  return order.tasks.map(({ progress }) => progress.at).join()
}
