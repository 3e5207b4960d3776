import type { ChainKind } from '../domain/chain'
import type { Finding } from '../guard/findings/finding'
import type { AnyPlan, Step } from '../guard/plan'
import type { DeliveryTracker } from './delivery'
import type { Executor } from './executor'
import type { Failure } from './failure'
import type { Order } from './order'

/** The dependencies of orders. `app/` provides the implementation, a test its own. */
export type Ports = {
  readonly journal: Journal
  readonly locks: Locks
  readonly clock: Clock
  readonly network: Network
  readonly channel: Channel
  readonly planChecker: PlanChecker
  readonly executor: (kind: ChainKind) => Promise<Executor>
  /** Watches destination chains; without it deliveries stay awaited. */
  readonly deliveryTracker?: DeliveryTracker
  readonly newId: () => string
}

/** Where orders are written. Entries are text; nothing is ever erased. */
export type Journal = {
  readonly get: (id: string) => Promise<string | undefined>
  readonly all: () => Promise<readonly string[]>
  /** How many entries there are. */
  readonly count: () => Promise<number>
  /**
   * Reads, changes and writes one entry in one transaction, also when several tabs try simultaneously. Rejects with the
   * error of `next`; nothing is written then.
   */
  readonly change: (id: string, next: (entry: string | undefined) => string) => Promise<void>
  /** Remembers which orders a long journal shows first. Where it is wrong or missing they are only shown later. */
  readonly shortlist?: {
    readonly read: () => Shortlist | undefined
    readonly write: (shortlist: Shortlist) => void
  }
}

/** The ids of the newest and the unfinished orders, and how many entries the journal has. */
export type Shortlist = { readonly ids: readonly string[]; readonly entries: number }

/** Exclusive locks by name across all tabs of this browser (Web Locks). */
export type Locks = { readonly request: (name: string, how: LockMode) => LockRequest }

export type LockMode = 'if free' | 'when free' | 'take over'

export type LockRequest = {
  /** `true` once held; `false` when it was not free or was released before it came. */
  readonly held: Promise<boolean>
  /** Resolves when another holder has taken it over. */
  readonly lost: Promise<void>
  readonly release: () => void
}

export type Clock = {
  /** Milliseconds since the epoch. May jump; for showing and for the age of a quote. */
  readonly now: () => number
  /** Monotonic milliseconds; only differences mean something. */
  readonly elapsed: () => number
  /** Calls back once after so many milliseconds; returns a function that cancels it. */
  readonly after: (milliseconds: number, callback: () => void) => () => void
}

export type Network = {
  readonly isOnline: () => boolean
  readonly subscribe: (listener: () => void) => () => void
}

/** Messages between the tabs of this browser. They are not trusted. */
export type Channel = {
  readonly post: (message: unknown) => void
  readonly subscribe: (listener: (message: unknown) => void) => () => void
}

/** Re-checks and re-quotes a plan while its order runs. */
export type PlanChecker = {
  /** Whether a plan still hashes to its seal. */
  readonly isIntact: (plan: AnyPlan) => boolean
  /** Repeats the checks of the review right before the wallet prompt. */
  readonly checkStep: (order: Order, step: Step) => Promise<StepCheck>
  /** Asks the service for a new plan for what is still to be done, checked and simulated like the first. */
  readonly requote: (order: Order) => Promise<Requote>
}

export type StepCheck =
  | { readonly is: 'passed' }
  /** The outcome simulated now is below what was promised: a new quote is needed before the wallet is asked. */
  | { readonly is: 'moved' }
  /** The quote has expired: a new one is needed, at any price. */
  | { readonly is: 'expired' }
  | { readonly is: 'refused'; readonly failure: Failure }

export type Requote =
  /** `needsConfirmation`: the checks found something the person has not acknowledged yet; `newWarnings` lists it. */
  | {
      readonly is: 'plan'
      readonly plan: AnyPlan
      readonly needsConfirmation: boolean
      readonly newWarnings?: readonly Finding[]
    }
  | { readonly is: 'refused'; readonly failure: Failure }
