import type { Clock, LockRequest, Locks, Network } from '../orders/ports'
import { watchOnline } from '../ui/hooks/useOnline'

/* The browser's services for orders: a clock, online or offline, and locks between tabs. */

export const clock: Clock = {
  now: () => Date.now(),
  elapsed: () => performance.now(),
  after: (milliseconds, callback) => {
    const timer = setTimeout(callback, milliseconds)
    return () => clearTimeout(timer)
  },
}

export const network: Network = {
  isOnline: () => navigator.onLine,
  subscribe: watchOnline,
}

/**
 * The Web Locks of this browser. Without them, or where the browser refuses them, every request is granted: tabs cannot
 * see each other, and the journal's transactions let only one of them ask a wallet.
 */
export function locksOf(manager: LockManager | undefined): Locks {
  if (!manager) return { request: () => ({ held: Promise.resolve(true), lost: new Promise(() => {}), release() {} }) }
  return { request: (name, how) => request(manager, name, how) }
}

function request(manager: LockManager, name: string, how: Parameters<Locks['request']>[1]): LockRequest {
  const waiting = new AbortController()
  const held = promised<boolean>()
  const lost = promised<void>()
  const end = promised<void>()
  let isReleased = false

  // Only a waiting request can be aborted; the modes `steal` and `ifAvailable` settle immediately and take no signal.
  const options: LockOptions =
    how === 'when free' ? { signal: waiting.signal } : how === 'if free' ? { ifAvailable: true } : { steal: true }
  const ask = async () =>
    manager.request(name, options, (lock) => {
      held.resolve(lock !== null && !isReleased)
      return lock === null || isReleased ? undefined : end.promise
    })
  ask().catch((error: unknown) => {
    const { name: why } = error instanceof Error || error instanceof DOMException ? error : { name: '' }
    // Aborted while waiting, stolen by another tab, or requested by a page that is being left.
    const isTaken = why === 'AbortError' || why === 'InvalidStateError'
    held.resolve(!isTaken && !isReleased)
    if (isTaken && !isReleased) lost.resolve()
  })

  return {
    held: held.promise,
    lost: lost.promise,
    release: () => {
      isReleased = true
      waiting.abort()
      held.resolve(false)
      end.resolve()
    },
  }
}

/** A promise that is resolved from outside. */
function promised<Value>() {
  let settle: (value: Value) => void = () => {}
  const promise = new Promise<Value>((resolve) => {
    settle = resolve
  })
  return { promise, resolve: settle }
}
