import type { LockRequest, Locks } from '../ports'

/**
 * The Web Locks this tab holds, shared by its orders: a lock is released when the last order that uses it is done
 * with it.
 */
export type TabLocks = ReturnType<typeof createTabLocks>

type Hold = { readonly request: LockRequest; readonly users: Set<string>; isQueued: boolean }

/** `onLost` receives the orders whose locks another tab has taken over. */
export function createTabLocks(locks: Locks, onLost: (users: readonly string[]) => void) {
  const holds = new Map<string, Hold>()

  return { take, wait, has, release }

  /** Tries to lock the name for this order, without waiting for another tab. Returns whether it is held. */
  async function take(name: string, user: string, how: 'if free' | 'take over') {
    if (how === 'take over') drop(name)
    return hold(name, user, how)
  }

  /** Waits until the name is free and holds it. `false` when `release` came first. */
  function wait(name: string, user: string) {
    return hold(name, user, 'when free')
  }

  async function hold(name: string, user: string, how: 'if free' | 'when free' | 'take over'): Promise<boolean> {
    const known = holds.get(name)
    // A name this tab only waits for is not held yet.
    if (known?.isQueued && how === 'if free') return false
    if (known) {
      known.users.add(user)
      return (await known.request.held) && known.users.has(user)
    }
    const fresh: Hold = { request: locks.request(name, how), users: new Set([user]), isQueued: how === 'when free' }
    holds.set(name, fresh)
    const isHeld = await fresh.request.held
    if (!isHeld) {
      if (holds.get(name) === fresh) holds.delete(name)
      return false
    }
    fresh.isQueued = false
    void fresh.request.lost.then(() => {
      if (holds.get(name) === fresh) holds.delete(name)
      onLost([...fresh.users])
    })
    return fresh.users.has(user)
  }

  /** Whether this tab holds the name, for any of its orders. */
  function has(name: string) {
    return holds.get(name)?.isQueued === false
  }

  function release(user: string) {
    for (const [name, { users }] of holds) {
      if (users.delete(user) && users.size === 0) drop(name)
    }
  }

  function drop(name: string) {
    const known = holds.get(name)
    holds.delete(name)
    known?.request.release()
  }
}
