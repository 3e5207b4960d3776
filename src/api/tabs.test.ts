import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import * as bodies from '../../test/fixtures/bodies'
import { createClient } from './client'
import { browserTabs, createTabs, type TabPorts, type Tabs } from './tabs'

const start = Date.UTC(2026, 0, 1)

beforeEach(() => {
  vi.useFakeTimers({ now: start })
})

afterEach(() => {
  vi.useRealTimers()
})

/** A browser: the ports that its tabs share. */
function browser() {
  const storage = new Map<string, string>()
  const listeners = new Map<string, Set<{ readonly hear: (message: unknown) => void }>>()
  const held = new Set<string>()
  return { tab, storage, held }

  function tab(): TabPorts {
    return {
      clock: Date.now,
      storage: { getItem: (key) => storage.get(key) ?? null, setItem: (key, text) => void storage.set(key, text) },
      async tryLock(name, run) {
        if (held.has(name)) return false
        held.add(name)
        await run().finally(() => held.delete(name))
        return true
      },
      channel(name) {
        const all = listeners.get(name) ?? new Set()
        listeners.set(name, all)
        const own = { hear: (_: unknown) => {} }
        all.add(own)
        return {
          post: (message) => {
            for (const other of all) if (other !== own) queueMicrotask(() => other.hear(structuredClone(message)))
          },
          subscribe: (hear) => {
            Object.assign(own, { hear })
            return () => all.delete(own)
          },
        }
      },
    }
  }
}

type Home = Pick<ReturnType<typeof browser>, 'tab'> | { readonly tabs: Tabs }

/** A tab that requests pools every five seconds, as the screens do. */
function openTab(home: Home, answer: () => Response, times: number[]) {
  const tabs = 'tabs' in home ? home.tabs : createTabs(home.tab())
  const client = createClient({
    base: '',
    clock: Date.now,
    tabs: async () => tabs,
    fetch: async () => {
      times.push(Date.now() - start)
      return answer()
    },
  })
  const leaving = new AbortController()
  const heard: unknown[] = []
  const reasons: (string | undefined)[] = []
  void poll()
  return { heard, reasons, client, close: () => leaving.abort() }

  async function poll() {
    while (!leaving.signal.aborted) {
      const outcome = await client.pools('Harbor', leaving.signal).catch(() => undefined)
      if (outcome?.is === 'answer') reasons.push(outcome.answer.staleBecause?.code)
      if (outcome) heard.push(outcome.is === 'answer' ? outcome.answer.value.records : outcome.refusal.code)
      await new Promise((resolve) => setTimeout(resolve, 5_000))
    }
  }
}

const json = (body: unknown, init: ResponseInit = {}) =>
  new Response(JSON.stringify(body), { headers: { 'content-type': 'application/json' }, ...init })

/** The pool reader is loaded first, which takes no time on fake clocks. */
const pass = async (milliseconds: number) => {
  await vi.dynamicImportSettled()
  await vi.advanceTimersByTimeAsync(milliseconds)
}

const closest = (times: readonly number[]) => Math.min(...times.slice(1).map((time, index) => time - times[index]!))

test('F-91 five tabs send one request in five seconds, and all of them get every response', async () => {
  const home = browser()
  const times: number[] = []
  const tabs = Array.from({ length: 5 }, () => openTab(home, () => json(bodies.pools), times))
  await pass(61_000)
  expect(closest(times)).toBeGreaterThanOrEqual(5_000)
  expect(times.length).toBeGreaterThanOrEqual(10)
  for (const { heard } of tabs) expect(heard.length).toBeGreaterThanOrEqual(times.length - 1)
})

test('unchanged records stay the same objects in every tab, regardless of which tab sent the request', async () => {
  const home = browser()
  const times: number[] = []
  const tabs = [openTab(home, () => json(bodies.pools), times), openTab(home, () => json(bodies.pools), times)]
  await pass(21_000)
  for (const { heard } of tabs) expect(heard.every((records) => records === heard[0])).toBe(true)
})

test('a body that other tabs send repeatedly is kept once', async () => {
  setFlagsFromString('--expose-gc')
  const collect: () => void = runInNewContext('gc')
  const pool = { address: bodies.usdc, note: 'x'.repeat(4_000) }
  const written = JSON.stringify({ ...bodies.pools, data: Array<object>(2_000).fill(pool) })
  const tabs: Tabs = {
    next: async () => ({ is: 'body', body: { text: structuredClone(written), receivedAt: Date.now(), age: 0 } }),
  }
  const { heard } = openTab({ tabs }, () => json(bodies.pools), [])
  await pass(1_000)
  collect()
  const before = process.memoryUsage().heapUsed
  await pass(30_000)
  collect()
  expect(heard.length).toBeGreaterThan(5)
  expect(process.memoryUsage().heapUsed - before).toBeLessThan(written.length / 2)
})

test('every tab learns why a response is stale', async () => {
  const home = browser()
  const stale = { 'cache-status': 'tidegate; hit; fwd=stale; fwd-status=504; detail=http_response_timeout' }
  const answer = () => json(bodies.pools, { headers: { 'content-type': 'application/json', ...stale } })
  const tabs = Array.from({ length: 3 }, () => openTab(home, answer, []))
  await pass(21_000)
  for (const { reasons } of tabs) expect(new Set(reasons)).toEqual(new Set(['timeout']))
})

test('when the requesting tab is closed, another one continues', async () => {
  const home = browser()
  const times: number[] = []
  const tabs = Array.from({ length: 3 }, () => openTab(home, () => json(bodies.pools), times))
  await pass(11_000)
  tabs[0]!.close()
  tabs[1]!.close()
  const before = times.length
  await pass(20_000)
  expect(times.length).toBeGreaterThanOrEqual(before + 3)
  expect(closest(times)).toBeGreaterThanOrEqual(5_000)
})

test('reloading repeatedly does not make requests more frequent', async () => {
  const home = browser()
  const times: number[] = []
  for (let visit = 0; visit < 20; visit++) {
    const { close } = openTab(home, () => json(bodies.pools), times)
    await pass(700)
    close()
  }
  expect(times.length).toBeLessThanOrEqual(3)
  expect(closest(times)).toBeGreaterThanOrEqual(5_000)
})

describe('a refusal of the service', () => {
  test('a refusal is received by one tab and shown by all', async () => {
    const home = browser()
    const times: number[] = []
    const tabs = Array.from({ length: 4 }, () => openTab(home, () => json({ message: 'no' }, { status: 500 }), times))
    await pass(4_000)
    expect(times.length).toBe(1)
    for (const { heard } of tabs) expect(heard).toEqual(['failing'])
  })

  test('M-018 with Retry-After pauses every tab, also one that is opened later', async () => {
    const home = browser()
    const times: number[] = []
    const busy = () => json({}, { status: 429, headers: { 'retry-after': '30' } })
    openTab(home, busy, times)
    openTab(home, busy, times)
    await pass(10_000)
    openTab(home, busy, times)
    await pass(51_000)
    expect(closest(times)).toBeGreaterThanOrEqual(30_000)
    expect(times.length).toBeLessThanOrEqual(3)
  })
})

test('a clock that was an hour ahead does not pause the tabs for an hour', async () => {
  const home = browser()
  home.storage.set('tidegate.turn /api/amm/pool/all/Harbor', String(start + 3_600_000))
  const times: number[] = []
  openTab(home, () => json(bodies.pools), times)
  await pass(1_000)
  expect(times.length).toBe(1)
})

test('a tab that froze during a request does not block the others', async () => {
  const home = browser()
  home.held.add('tidegate /api/amm/pool/all/Harbor')
  const times: number[] = []
  openTab(home, () => json(bodies.pools), times)
  await pass(3_000)
  expect(times.length).toBe(0)
  home.held.clear()
  await pass(1_000)
  expect(times.length).toBe(1)
})

describe('browserTabs', () => {
  afterEach(() => void vi.unstubAllGlobals())

  const denied = new DOMException('The request was denied.', 'SecurityError')
  type Ask = (name: string, options: LockOptions, use: (lock: Lock | null) => Promise<unknown>) => Promise<unknown>
  const managers: readonly (readonly [string, Ask | undefined])[] = [
    ['has no locks', undefined],
    ['refuses locks', () => Promise.reject(denied)],
    [
      'throws at a request for a lock',
      () => {
        throw denied
      },
    ],
    ['never answers a request for a lock', () => new Promise(() => {})],
    [
      'answers a request for a lock after a minute',
      async (name, _, use) => {
        await new Promise((resolve) => setTimeout(resolve, 60_000))
        return use({ name, mode: 'exclusive' })
      },
    ],
    ['grants locks', async (name, _, use) => use({ name, mode: 'exclusive' })],
  ]

  test.each(managers)(
    'in a browser that %s the list loads, and is requested every five seconds',
    async (_, request) => {
      vi.stubGlobal('navigator', { onLine: true, locks: request && { request } })
      vi.stubGlobal('BroadcastChannel', undefined)
      vi.stubGlobal('localStorage', undefined)
      const times: number[] = []
      const { heard } = openTab({ tabs: browserTabs(Date.now) }, () => json(bodies.pools), times)
      await pass(21_000)
      expect(heard.length).toBeGreaterThanOrEqual(3)
      expect(heard.every((records) => records === heard[0])).toBe(true)
      expect(closest(times)).toBeGreaterThanOrEqual(5_000)
    },
  )

  test('a request that fails under the lock is not sent again without it', async () => {
    const request: Ask = async (name, _, use) => use({ name, mode: 'exclusive' })
    vi.stubGlobal('navigator', { locks: { request } })
    const send = vi.fn(() => Promise.reject(new Error('left')))
    await expect(browserTabs(Date.now).next('list', new AbortController().signal, send)).rejects.toThrow('left')
    expect(send).toHaveBeenCalledOnce()
  })
})
