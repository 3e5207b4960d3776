import { expect, test, vi } from 'vitest'
import { clock, locksOf } from './browser'

/** The part of the Web Locks API that orders use. */
function lockManager(): LockManager {
  const queues = new Map<string, Promise<unknown>>()
  const stolen = new Map<string, () => void>()
  const request = async (name: string, options: LockOptions, use: (lock: Lock | null) => Promise<unknown>) => {
    const before = queues.get(name)
    if (options.ifAvailable && before) return use(null)
    if (options.steal) stolen.get(name)?.()
    if (before && !options.steal) {
      await Promise.race([before, new Promise((_, reject) => options.signal?.addEventListener('abort', reject))])
    }
    const stolenLock = new Promise((_, reject) =>
      stolen.set(name, () => reject(new DOMException('stolen', 'AbortError'))),
    )
    const used = use({ name, mode: 'exclusive' })
    queues.set(
      name,
      used.finally(() => queues.delete(name)),
    )
    return Promise.race([used, stolenLock])
  }
  return { request, query: () => Promise.resolve({}) } as unknown as LockManager
}

test('a name is held by one, and refused to the next while it is', async () => {
  const locks = locksOf(lockManager())
  const first = locks.request('order', 'if free')
  expect(await first.held).toBe(true)
  expect(await locks.request('order', 'if free').held).toBe(false)
  first.release()
  await Promise.resolve()
  await new Promise((resolve) => setTimeout(resolve))
  expect(await locks.request('order', 'if free').held).toBe(true)
})

test('a request that waits gets the lock when it is released, or is withdrawn before', async () => {
  const locks = locksOf(lockManager())
  const first = locks.request('order', 'when free')
  expect(await first.held).toBe(true)
  const patient = locks.request('order', 'when free')
  const released = locks.request('order', 'when free')
  released.release()
  expect(await released.held).toBe(false)
  first.release()
  expect(await patient.held).toBe(true)
})

test('a lock that another tab takes over is reported to the tab that held it', async () => {
  const locks = locksOf(lockManager())
  const first = locks.request('order', 'if free')
  await first.held
  const second = locks.request('order', 'take over')
  expect(await second.held).toBe(true)
  await first.lost
})

test('a browser without locks holds all of them immediately', async () => {
  const locks = locksOf(undefined)
  expect(await locks.request('order', 'if free').held).toBe(true)
  expect(await locks.request('order', 'take over').held).toBe(true)
})

function refusing(error: DOMException, isThrown = false): LockManager {
  const request = () => {
    if (isThrown) throw error
    return Promise.reject(error)
  }
  return { request, query: () => Promise.reject(error) } as unknown as LockManager
}

test.each([
  ['refuses locks', refusing(new DOMException('The request was denied.', 'SecurityError'))],
  ['throws at a request for a lock', refusing(new DOMException('insecure', 'SecurityError'), true)],
])('a browser that %s holds all locks immediately, and no other tab is named as the holder', async (_, manager) => {
  const locks = locksOf(manager)
  const first = locks.request('order', 'if free')
  const isLost = vi.fn()
  void first.lost.then(isLost)
  expect(await first.held).toBe(true)
  expect(await locks.request('order', 'when free').held).toBe(true)
  expect(isLost).not.toHaveBeenCalled()
})

test('a page that is being left holds no lock', async () => {
  const locks = locksOf(refusing(new DOMException('The document is not fully active.', 'InvalidStateError')))
  expect(await locks.request('order', 'if free').held).toBe(false)
})

test('while a browser does not answer a request for a lock, the lock is not held', async () => {
  const silent = { request: () => new Promise(() => {}), query: () => new Promise(() => {}) } as unknown as LockManager
  const isHeld = vi.fn()
  const request = locksOf(silent).request('order', 'if free')
  void request.held.then(isHeld)
  await new Promise((resolve) => setTimeout(resolve))
  expect(isHeld).not.toHaveBeenCalled()
  request.release()
  expect(await request.held).toBe(false)
})

test('an alarm can be called off', async () => {
  const fired: string[] = []
  const callOff = clock.after(1, () => fired.push('off'))
  callOff()
  await new Promise<void>((resolve) => clock.after(5, resolve))
  expect(fired).toEqual([])
})
