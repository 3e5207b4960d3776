import { IDBFactory } from 'fake-indexeddb'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { findStorageProblem } from './storageProblem'

beforeEach(() => void vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] }))
afterEach(() => void vi.useRealTimers())

const denied = new DOMException('The request was denied.', 'SecurityError')
/** Chromium's message about a database where site data is blocked. */
const chromium = new DOMException('The user denied permission to access the database.', 'UnknownError')
const full = new DOMException('', 'QuotaExceededError')

/** A database whose opening ends with this error, or never. */
function refusing(error?: DOMException): IDBFactory {
  const factory = new IDBFactory()
  factory.open = () => {
    const request = { error, onerror: () => {} } as unknown as IDBOpenDBRequest
    if (error) queueMicrotask(() => request.onerror?.(new Event('error')))
    return request
  }
  return factory
}

const locks = (answer: Promise<unknown>) => ({ request: () => answer }) as unknown as LockManager
const granted = locks(Promise.resolve())
const rejecting = Promise.reject(denied)
rejecting.catch(() => {})
const silence = new Promise(() => {})

test.each([
  ['with storage and locks', new IDBFactory(), granted, undefined],
  ['without locks, as on plain http,', new IDBFactory(), undefined, undefined],
  ['that refuses locks', new IDBFactory(), locks(rejecting), 'blocked'],
  ['that never answers a request for a lock', new IDBFactory(), locks(silence), 'failed'],
  ['without a database', undefined, granted, 'failed'],
  ['that refuses a database', refusing(denied), granted, 'blocked'],
  ['that refuses a database in the words of Chromium', refusing(chromium), undefined, 'blocked'],
  ['that refuses both', refusing(chromium), locks(rejecting), 'blocked'],
  ['whose disk is full', refusing(full), granted, 'failed'],
  ['that never opens a database', refusing(), granted, 'failed'],
] as const)('what keeps orders from being kept in a browser %s is %3$s', async (_, indexedDB, locks, problem) => {
  const found = findStorageProblem({ ...(indexedDB && { indexedDB }) }, { ...(locks && { locks }) })
  const settled = vi.fn()
  void found.then(settled)
  for (let turns = 0; turns < 5; turns++) await new Promise(setImmediate)
  await vi.advanceTimersByTimeAsync(10_000)
  expect(await found).toBe(problem)
})

test('a browser that refuses to name its database blocks site data', async () => {
  const page = {
    get indexedDB(): IDBFactory {
      throw denied
    },
  }
  expect(await findStorageProblem(page, { locks: granted })).toBe('blocked')
})

test('looking for a problem leaves no database behind', async () => {
  const indexedDB = new IDBFactory()
  await findStorageProblem({ indexedDB }, { locks: granted })
  await new Promise(setImmediate)
  await vi.waitFor(async () => expect(await indexedDB.databases()).toEqual([]))
})
