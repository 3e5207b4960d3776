import {
  environmentManager,
  focusManager,
  onlineManager,
  QueryClient,
  QueryObserver,
  type QueryObserverOptions,
} from '@tanstack/react-query'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import * as bodies from '../../test/fixtures/bodies'
import { knownJson } from '../../test/knownJson'
import type { SwapRequest } from '../protocol/serviceMessages'
import type { BodyCache, CachedBody } from './cache'
import { createClient } from './client'
import { chainRecordsQuery, chainsFreshness, chainsQuery, poolsQuery, quoteQuery } from './queries'
import { ServiceError } from './serviceResult'

const start = Date.UTC(2026, 0, 1)

// TanStack Query runs timers only in a browser.
environmentManager.setIsServer(() => false)

beforeEach(() => {
  vi.useFakeTimers({ now: start })
  focusManager.setFocused(true)
  onlineManager.setOnline(true)
})
afterEach(() => {
  cache.clear()
  vi.useRealTimers()
})

let cache = new QueryClient()

const json = (body: unknown, init: ResponseInit = {}) =>
  new Response(JSON.stringify(body), { headers: { 'content-type': 'application/json' }, ...init })

function service(answer: (request: Request) => Response | Promise<Response>, bodyCache?: BodyCache) {
  const times: number[] = []
  const requests: Request[] = []
  const client = createClient({
    base: 'http://service.test',
    fetch: async (...asked) => {
      times.push(performance.now())
      const request = new Request(...asked)
      requests.push(request)
      return answer(request)
    },
    ...(bodyCache ? { cache: bodyCache } : {}),
  })
  cache = new QueryClient()
  cache.mount()
  return { client, times, requests }
}

/** A component that renders the result of a query and counts its renders. */
// biome-ignore lint/suspicious/noExplicitAny: what a query has to show is read member by member.
function show(options: QueryObserverOptions<any, any>) {
  const observer = new QueryObserver(cache, options)
  const drawn: unknown[] = []
  observer.trackResult(observer.getCurrentResult()).data
  const unmount = observer.subscribe((result) => void drawn.push(result.data))
  return { drawn, unmount, latest: () => observer.getCurrentResult() }
}

/** The pool reader is loaded first, which takes no time on fake clocks. */
const pass = async (milliseconds: number) => {
  await vi.dynamicImportSettled()
  await vi.advanceTimersByTimeAsync(milliseconds)
}
const closest = (times: readonly number[]) => Math.min(...times.slice(1).map((time, index) => time - times[index]!))

const request: SwapRequest = {
  tokenAId: 11,
  tokenBId: 13,
  slippage: 50,
  amount: '0.1',
  sender: bodies.usdc,
  recipient: bodies.usdc,
  skipNonSwapTransactions: true,
}

describe('the polling interval', () => {
  test('pools are requested every five seconds, and shown immediately', async () => {
    const { client, times } = service(() => json(bodies.pools))
    const { latest } = show(poolsQuery(client, 'Harbor'))
    await pass(0)
    expect(latest().data.value.records.length).toBe(2)
    await pass(60_000)
    expect(times.length).toBeGreaterThanOrEqual(12)
    expect(closest(times)).toBeGreaterThanOrEqual(5_000)
  })

  test('however many components request however often, requests are five seconds apart', async () => {
    const { client, times } = service(() => json(bodies.pools))
    for (const refetchInterval of [100, 700, 1_000, 4_999])
      show({ ...poolsQuery(client, 'Harbor'), refetchInterval, staleTime: 0 })
    show({ ...poolsQuery(client, 'Harbor'), select: ({ receivedAt }: { receivedAt: number }) => receivedAt })
    for (let mount = 0; mount < 60; mount++) {
      const { unmount } = show({ ...poolsQuery(client, 'Harbor'), staleTime: 0 })
      await pass(400)
      unmount()
      await pass(100)
      void cache.invalidateQueries()
    }
    expect(times.length).toBeGreaterThanOrEqual(5)
    expect(closest(times)).toBeGreaterThanOrEqual(5_000)
  })

  test('remounting does not make polling faster, nor does a failing service', async () => {
    const { client, times } = service(() => json({ message: 'no' }, { status: 500 }))
    for (let mount = 0; mount < 40; mount++) {
      const { unmount } = show({ ...chainsQuery(client), staleTime: 0 })
      await pass(500)
      unmount()
      await pass(500)
    }
    expect(times.length).toBeGreaterThan(1)
    expect(closest(times)).toBeGreaterThanOrEqual(5_000)
  })

  test('a hidden tab sends no requests', async () => {
    const { client, times } = service(() => json(bodies.pools))
    show(poolsQuery(client, 'Harbor'))
    show(quoteQuery(client, request))
    await pass(1)
    const before = times.length
    focusManager.setFocused(false)
    await pass(120_000)
    expect(times.length).toBe(before)
    focusManager.setFocused(true)
    await pass(1)
    expect(times.length).toBeGreaterThan(before)
  })

  test('without an observer a request is aborted and not sent again', async () => {
    const { client, requests } = service(() => new Promise(() => {}))
    const { unmount } = show(poolsQuery(client, 'Harbor'))
    await pass(100)
    unmount()
    await pass(1_000)
    expect(requests[0]?.signal.aborted).toBe(true)
    await pass(60_000)
    expect(requests.length).toBe(1)
  })
})

describe('an unchanged response', () => {
  test('causes no render', async () => {
    const { client } = service(() => json(bodies.pools))
    const { drawn } = show({ ...poolsQuery(client, 'Harbor'), select: ({ value }: { value: unknown }) => value })
    await pass(31_000)
    expect(drawn.length).toBe(1)
  })

  test('causes no render for chains, while their age advances', async () => {
    const { client } = service(() =>
      json(bodies.chains, { headers: { age: '30', 'content-type': 'application/json' } }),
    )
    const [catalog, records, freshness] = [chainsQuery(client), chainRecordsQuery(client), chainsFreshness(client)].map(
      show,
    )
    await pass(100_000)
    expect([catalog!.drawn.length, records!.drawn.length]).toEqual([1, 1])
    expect(freshness!.drawn).toEqual(
      [0, 1, 2, 3].map((poll) => ({ saidAt: start + poll * 30_000 - 30_000, from: 'service' })),
    )
    expect(catalog!.latest().data.tokens.length).toBe(5)
    expect(records!.latest().data.length).toBe(2)
  })
})

describe('responses of an earlier visit', () => {
  function cacheWith(text: string, receivedAt: number) {
    const kept = new Map<string, CachedBody>([['http://service.test/api/blockchain', { text, receivedAt, age: 0 }]])
    const bodyCache: BodyCache = {
      read: async (name) => kept.get(name),
      write: async (name, cachedBody) => void kept.set(name, cachedBody),
      remove: async (name) => void kept.delete(name),
    }
    return bodyCache
  }

  test('F-90 the cached list is shown with its age until the service answers', async () => {
    const bodyCache = cacheWith(JSON.stringify(bodies.chains), start - 3_600_000)
    const { client } = service(
      () => new Promise((resolve) => setTimeout(() => resolve(json(bodies.chains)), 2_000)),
      bodyCache,
    )
    const [catalog, freshness] = [show(chainsQuery(client)), show(chainsFreshness(client))]
    await pass(10)
    expect(catalog.latest()).toMatchObject({ isFetching: true, dataUpdatedAt: start - 3_600_000 })
    expect(catalog.latest().data.tokens.length).toBe(5)
    expect(freshness.latest().data).toEqual({ saidAt: start - 3_600_000, from: 'cache' })
    await pass(2_000)
    expect(freshness.latest().data).toEqual({ saidAt: start + 2_000, from: 'service' })
    expect(catalog.drawn.length).toBe(1)
  })

  test('when the service is unreachable the cached list stays, with the reason', async () => {
    const bodyCache = cacheWith(JSON.stringify(bodies.chains), start - 1_000)
    const { client } = service(() => json({}, { status: 401 }), bodyCache)
    const { latest } = show(chainsQuery(client))
    await pass(100)
    expect(latest().data.chains.length).toBe(2)
    expect(latest().error).toMatchObject({ name: 'ServiceError', refusal: { code: 'key refused' } })
  })
})

describe('refusals', () => {
  test('M-016 a refused key is not retried; a transient failure is, twice, at the polling interval', async () => {
    const refusing = service(() => json({}, { status: 403 }))
    show({ ...chainsQuery(refusing.client), refetchInterval: false })
    await pass(60_000)
    expect(refusing.times.length).toBe(1)

    const ill = service(() => json({}, { status: 503 }))
    const { latest } = show({ ...chainsQuery(ill.client), refetchInterval: false })
    await pass(60_000)
    expect(ill.times.length).toBe(3)
    expect(closest(ill.times)).toBeGreaterThanOrEqual(5_000)
    expect(latest().error).toBeInstanceOf(ServiceError)
  })

  test('M-018 Retry-After is respected', async () => {
    const { client, times } = service(() => json({}, { status: 429, headers: { 'retry-after': '25' } }))
    show(poolsQuery(client, 'Harbor'))
    await pass(60_000)
    expect(times.length).toBe(3)
    expect(closest(times)).toBeGreaterThanOrEqual(25_000)
  })

  test('F-87 F-88 the last good list stays while the service fails', async () => {
    let turn = 0
    const { client } = service(() => (turn++ === 0 ? json(bodies.pools) : json({}, { status: 502 })))
    const { latest } = show(poolsQuery(client, 'Harbor'))
    await pass(6_000)
    expect(latest()).toMatchObject({ isError: true, data: { value: { recordsPath: '$.data[]' } } })
  })
})

describe('quotes', () => {
  test('without a request no quote is fetched', async () => {
    const { client, requests } = service(() => json(bodies.swap))
    show(quoteQuery(client, undefined))
    await pass(60_000)
    expect(requests).toEqual([])
  })

  test('a quote is refreshed every twenty seconds, and stale after thirty', async () => {
    const { client, times } = service(() => json(bodies.swap, { status: 201 }))
    const { latest, unmount } = show(quoteQuery(client, request))
    await pass(1)
    expect(latest().data).toMatchObject({ receivedAt: start, value: { minAmountOut: '0.030987654321' } })
    await pass(40_000)
    expect(times).toHaveLength(3)
    unmount()
    await pass(29_000)
    const fresh = show(quoteQuery(client, request))
    await pass(10)
    expect(times).toHaveLength(3)
    fresh.unmount()
    await pass(2_000)
    show(quoteQuery(client, request))
    await pass(10)
    expect(times).toHaveLength(4)
  })

  test('F-4 the latest request counts, and the previous one is aborted', async () => {
    const { client, requests } = service(async (asked) => {
      const { amount } = knownJson(await asked.clone().text())
      await new Promise((resolve) => setTimeout(resolve, amount === '1' ? 3_000 : 100))
      return json({ ...bodies.swap, data: { ...bodies.swap.data, minAmountOut: Number(amount) } }, { status: 201 })
    })
    const observer = new QueryObserver(cache, quoteQuery(client, { ...request, amount: '1' }))
    observer.subscribe(() => {})
    await pass(500)
    observer.setOptions(quoteQuery(client, { ...request, amount: '2' }))
    await pass(5_000)
    expect(observer.getCurrentResult().data?.value.minAmountOut).toBe('2')
    expect(requests.map(({ signal }) => signal.aborted)).toEqual([true, false])
  })

  test('a refused quote has a reason, and is not retried before its time', async () => {
    const { client, times } = service(() =>
      json({ message: 'No route found', data: null, status: false }, { status: 201 }),
    )
    const { latest } = show(quoteQuery(client, request))
    await pass(19_000)
    expect(latest().error.refusal.said).toBe('No route found')
    expect(times.length).toBe(1)
  })

  test('a quote that failed because the service was unreachable is retried with growing pauses', async () => {
    const { client, times } = service(() => json({}, { status: 503 }))
    show(quoteQuery(client, request))
    await pass(100_000)
    const pauses = times.slice(1).map((time, index) => Math.round((time - times[index]!) / 1_000))
    expect(pauses.slice(0, 5)).toEqual([5, 10, 20, 20, 20])
  })

  test('a quote that the service has refused for good is not retried automatically', async () => {
    const { client, times } = service(() => json({ message: 'No route', data: null, status: false }, { status: 201 }))
    show(quoteQuery(client, request))
    await pass(100_000)
    expect(times.length).toBe(1)
  })

  test('when a list arrives after a failure, a failed quote is requested immediately', async () => {
    let isAway = true
    const quotes: number[] = []
    const { client } = service((request) => {
      if (request.method === 'POST') quotes.push(performance.now())
      if (isAway) return json({}, { status: 503 })
      return json(request.method === 'POST' ? bodies.swap : bodies.pools)
    })
    show(poolsQuery(client, 'Harbor'))
    const { latest } = show({ ...quoteQuery(client, request), refetchInterval: false })
    await pass(12_000)
    expect([quotes.length, latest().status]).toEqual([1, 'error'])
    isAway = false
    await pass(5_000)
    expect([quotes.length, latest().status]).toEqual([2, 'success'])
    await pass(20_000)
    expect(quotes.length).toBe(2)
  })

  test('while offline, a quote fails immediately and is not sent later', async () => {
    onlineManager.setOnline(false)
    const { client, times } = service(() => Promise.reject(new TypeError('fetch failed')))
    const { latest, unmount } = show(quoteQuery(client, request))
    await pass(10)
    expect(latest()).toMatchObject({ isError: true, fetchStatus: 'idle' })
    unmount()
    onlineManager.setOnline(true)
    await pass(60_000)
    expect(times.length).toBe(1)
  })
})

describe('deposits', () => {
  const deposit = {
    amountA: '1',
    amountB: '2',
    tokenAId: 1,
    tokenBId: 2,
    tickLower: -60,
    tickUpper: 60,
    networkName: 'Harbor',
    recipient: bodies.usdc,
    creationTick: 0,
  }
  test('a deposit is sent once and its answer returned', async () => {
    const { client, times } = service(() => json(bodies.added, { status: 201 }))
    const added = client.addLiquidity(deposit)
    await pass(60_000)
    expect(await added).toMatchObject({ is: 'answer', answer: { value: null } })
    expect(times.length).toBe(1)
  })

  test.each(['reset', 'offline', 502, 429] as const)(
    'F-85 a deposit that meets %s is never sent again by itself',
    async (fault) => {
      if (fault === 'offline') onlineManager.setOnline(false)
      const { client, times } = service(() =>
        typeof fault === 'number' ? json({}, { status: fault }) : Promise.reject(new TypeError('fetch failed')),
      )
      const added = client.addLiquidity(deposit)
      await pass(10)
      onlineManager.setOnline(true)
      focusManager.setFocused(false)
      focusManager.setFocused(true)
      await pass(120_000)
      expect(await added).toMatchObject({ is: 'refused' })
      expect(times.length).toBe(1)
    },
  )
})
