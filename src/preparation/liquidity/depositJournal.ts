import type { Channel, Clock, Journal, Locks } from '../../orders/ports'
import {
  moveDeposit,
  type NewDeposit,
  openDepositsTo,
  type PendingDeposit,
  type PendingDepositEvent,
  postedDeposit,
  targetKey,
} from './pendingDeposit'
import { decodeDeposit, encodeDeposit } from './pendingDepositCodec'

/**
 * The deposits of this browser that the service was asked for, in the same database as the orders and with the same
 * rules: written before anything is sent, one tab at a time, never erased.
 */
export type DepositJournal = {
  readonly load: () => Promise<void>
  /**
   * Persists the deposit, then calls `send`. Does neither while another deposit into the same pool and range may still
   * go through, unless acknowledged.
   */
  readonly post: <Answer>(
    asked: NewDeposit,
    acknowledged: ReadonlySet<string>,
    send: (id: string) => Promise<Answer>,
  ) => Promise<Posted<Answer>>
  readonly move: (id: string, event: PendingDepositEvent) => Promise<void>
  /** For `useSyncExternalStore`. */
  readonly getSnapshot: () => DepositsSnapshot
  readonly subscribe: (listener: () => void) => () => void
}

export type Posted<Answer> =
  | { readonly is: 'posted'; readonly answer: Answer }
  /** The same deposit may be in flight already: nothing was written and nothing was sent. */
  | { readonly is: 'posted before' }

export type DepositsSnapshot = {
  readonly isLoaded: boolean
  /** The newest first. */
  readonly deposits: readonly PendingDeposit[]
}

export type DepositJournalDeps = {
  readonly journal: Journal
  readonly locks: Locks
  readonly clock: Pick<Clock, 'now'>
  readonly channel: Channel
  readonly newId: () => string
}

export function createDepositJournal(deps: DepositJournalDeps): DepositJournal {
  const { journal, locks, clock, channel, newId } = deps
  const known = new Map<string, PendingDeposit>()
  const listeners = new Set<() => void>()
  let snapshot: DepositsSnapshot = { isLoaded: false, deposits: [] }
  let loading: Promise<void> | undefined

  channel.subscribe((message) => {
    if (isOurs(message) && snapshot.isLoaded) void readAll()
  })

  return {
    load,
    post,
    move,
    getSnapshot: () => snapshot,
    subscribe: (listener) => {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
  }

  function load(): Promise<void> {
    loading ??= loadNow().catch((error: unknown) => {
      loading = undefined
      throw error
    })
    return loading
  }

  async function loadNow() {
    await readAll()
    for (const deposit of snapshot.deposits)
      if (deposit.progress.at === 'posted') void settleInterrupted(deposit, locks, move)
  }

  async function readAll() {
    for (const text of await journal.all()) {
      const deposit = decodeDeposit(text)
      if (deposit) known.set(deposit.id, deposit)
    }
    publish()
  }

  async function post<Answer>(
    asked: NewDeposit,
    acknowledged: ReadonlySet<string>,
    send: (id: string) => Promise<Answer>,
  ): Promise<Posted<Answer>> {
    const lock = locks.request(lockName(asked), 'if free')
    try {
      const isHeld = await lock.held
      // Another tab may be asking now, or have asked since this one last read.
      await readAll().catch(refuseUnwritten)
      if (!isHeld) return { is: 'posted before' }
      const open = openDepositsTo(snapshot.deposits, asked)
      if (open.some(({ id }) => !acknowledged.has(id))) return { is: 'posted before' }
      const deposit = postedDeposit(newId(), asked, clock.now())
      await journal.change(deposit.id, () => encodeDeposit(deposit)).catch(refuseUnwritten)
      remember(deposit)
      return { is: 'posted', answer: await send(deposit.id) }
    } finally {
      lock.release()
    }
  }

  async function move(id: string, event: PendingDepositEvent) {
    const change = (deposit: PendingDeposit) => moveDeposit(deposit, event, clock.now())
    let moved: PendingDeposit | undefined
    try {
      await journal.change(id, (text) => {
        const deposit = text === undefined ? known.get(id) : decodeDeposit(text)
        if (!deposit) throw new NoSuchDeposit(id)
        moved = change(deposit)
        return encodeDeposit(moved)
      })
    } catch (error) {
      // If storage fails, past events must not be lost: this tab continues from memory.
      const deposit = known.get(id)
      if (!deposit) throw error
      moved = change(deposit)
    }
    if (moved) remember(moved)
  }

  function remember(deposit: PendingDeposit) {
    known.set(deposit.id, deposit)
    channel.post({ deposit: deposit.id })
    publish()
  }

  function publish() {
    const deposits = [...known.values()].sort((a, b) => b.openedAt - a.openedAt)
    snapshot = { isLoaded: true, deposits }
    for (const listener of listeners) listener()
  }
}

/** Once its lock is free, the tab that was asking is gone: no answer came, or it could not be written down. */
async function settleInterrupted(deposit: PendingDeposit, locks: Locks, move: DepositJournal['move']): Promise<void> {
  const lock = locks.request(lockName(deposit), 'when free')
  if (await lock.held) await move(deposit.id, { type: 'unanswered' })
  lock.release()
}

function lockName(deposit: Parameters<typeof targetKey>[0]): string {
  return `tidegate.deposit ${targetKey(deposit)}`
}

function isOurs(message: unknown): boolean {
  return typeof message === 'object' && message !== null && 'deposit' in message
}

function refuseUnwritten(error: unknown): never {
  throw new DepositNotWritten(error)
}

export class NoSuchDeposit extends Error {
  override readonly name = 'NoSuchDeposit'

  constructor(id: string) {
    super(`There is no deposit "${id}" in this browser.`)
  }
}

/** The service is not asked for a deposit that could not be written down first. */
export class DepositNotWritten extends Error {
  override readonly name = 'DepositNotWritten'

  constructor(cause: unknown) {
    super('This browser did not let the deposit be written down, so the service was not asked.', { cause })
  }
}
