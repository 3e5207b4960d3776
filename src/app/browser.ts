import type { Channel, Clock, LockRequest, Locks, Network } from '../orders/ports'
import { watchOnline } from '../ui/hooks/useOnline'

/* What orders need of a browser, each in a few lines: time, the network, and word and locks between tabs. */

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

/** Word to the other tabs of this browser; where there is no such channel, they find out from the journal. */
export function openChannel(name: string): Channel {
  if (typeof BroadcastChannel === 'undefined') return { post: () => {}, subscribe: () => () => {} }
  const channel = new BroadcastChannel(name)
  return {
    post: (message) => channel.postMessage(message),
    subscribe: (listener) => {
      const hear = ({ data }: MessageEvent<unknown>) => listener(data)
      channel.addEventListener('message', hear)
      return () => channel.removeEventListener('message', hear)
    },
  }
}

/** The locks of this browser. One that knows none holds everything at once: its tabs cannot see each other. */
export function locksOf(manager: LockManager | undefined): Locks {
  if (!manager) return { request: () => ({ held: Promise.resolve(true), lost: new Promise(() => {}), release() {} }) }
  return { request: (name, how) => request(manager, name, how) }
}

function request(manager: LockManager, name: string, how: Parameters<Locks['request']>[1]): LockRequest {
  const giveUp = new AbortController()
  const held = promised<boolean>()
  const lost = promised<void>()
  const end = promised<void>()
  let isReleased = false

  // A lock that waits can be given up; the two other manners answer at once and take no signal.
  const manner: LockOptions =
    how === 'when free' ? { signal: giveUp.signal } : how === 'if free' ? { ifAvailable: true } : { steal: true }
  manager
    .request(name, manner, (lock) => {
      held.resolve(lock !== null && !isReleased)
      return lock === null || isReleased ? undefined : end.promise
    })
    .catch(() => {
      // Either given up while waiting, or stolen by another tab.
      held.resolve(false)
      if (!isReleased) lost.resolve()
    })

  return {
    held: held.promise,
    lost: lost.promise,
    release: () => {
      isReleased = true
      giveUp.abort()
      held.resolve(false)
      end.resolve()
    },
  }
}

/** A promise and the hand that settles it. */
function promised<Value>() {
  let settle: (value: Value) => void = () => {}
  const promise = new Promise<Value>((resolve) => {
    settle = resolve
  })
  return { promise, resolve: settle }
}
