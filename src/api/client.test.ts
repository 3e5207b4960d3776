import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import * as bodies from '../../test/fixtures/bodies'
import type { SwapRequest } from '../protocol/serviceMessages'
import type { BodyCache, CachedBody } from './cache'
import { createClient } from './client'

beforeEach(() => {
  vi.useFakeTimers({ now: Date.UTC(2026, 0, 1) })
})
afterEach(() => {
  vi.useRealTimers()
})

const request: SwapRequest = {
  tokenAId: 11,
  tokenBId: 13,
  slippage: 50,
  amount: '0.1',
  sender: bodies.usdc,
  recipient: bodies.usdc,
  skipNonSwapTransactions: true,
}

const json = (body: unknown, init: ResponseInit = {}) =>
  new Response(JSON.stringify(body), { headers: { 'content-type': 'application/json' }, ...init })

/** A service that answers every request with the result of `answer`. */
function clientOf(
  answer: (request: Request) => Response | Promise<Response>,
  more: { cache?: BodyCache; isOnline?: () => boolean; maxListBytes?: number } = {},
) {
  const requests: Request[] = []
  const client = createClient({
    base: 'http://service.test',
    fetch: async (...asked) => {
      const request = new Request(...asked)
      requests.push(request)
      return answer(request)
    },
    clock: Date.now,
    ...more,
  })
  return { client, requests }
}

function memoryCache() {
  const kept = new Map<string, CachedBody>()
  const cache: BodyCache = {
    read: async (name) => kept.get(name),
    write: async (name, cachedBody) => void kept.set(name, cachedBody),
    remove: async (name) => void kept.delete(name),
  }
  return { cache, kept }
}

/** A body that arrives in chunks, and then ends, hangs, breaks or drips. */
function stream(pieces: readonly string[], then: 'ends' | 'hangs' | 'breaks' | 'drips') {
  const waiting = [...pieces]
  return new Response(
    new ReadableStream({
      pull(controller) {
        const piece = waiting.shift()
        if (piece !== undefined) return controller.enqueue(new TextEncoder().encode(piece))
        if (then === 'ends') return controller.close()
        if (then === 'breaks') return controller.error(new TypeError('terminated'))
        if (then === 'hangs') return new Promise(() => {})
        return new Promise((resolve) => setTimeout(resolve, 1_000)).then(() => controller.enqueue(new Uint8Array([32])))
      },
    }),
    { headers: { 'content-type': 'application/json' } },
  )
}

describe('the four calls', () => {
  test('chains are decoded to a catalog, with the time and age of the response', async () => {
    const { client, requests } = clientOf(() =>
      json(bodies.chains, { headers: { age: '7', 'content-type': 'application/json' } }),
    )
    const outcome = await client.chains()
    expect(outcome).toMatchObject({
      is: 'answer',
      answer: { receivedAt: Date.UTC(2026, 0, 1), age: 7_000, from: 'service', deviations: [] },
    })
    expect(outcome.is === 'answer' && outcome.answer.value.catalog.tokens.length).toBe(5)
    expect([requests[0]!.method, requests[0]!.url]).toEqual(['GET', 'http://service.test/api/blockchain'])
    expect(requests[0]!.credentials).toBe('omit')
    expect(requests[0]!.headers.get('x-api-key')).toBeNull()
  })

  test.each([
    ['tidegate; hit; fwd=stale; fwd-status=504; detail=http_response_timeout', 'timeout'],
    ['tidegate; hit; fwd=stale; fwd-status=502; detail=destination_unavailable', 'unreachable'],
    ['tidegate; hit; fwd=stale; fwd-status=500; detail=refused', 'failing'],
    ['tidegate; hit; fwd=stale; fwd-status=429; detail=refused', 'busy'],
    ['tidegate; hit; fwd=stale; fwd-status=200; detail=refused', 'declined'],
    ['tidegate; hit; fwd=stale; fwd-status=502; detail=http_protocol_error', 'unexpected'],
    ['tidegate; hit', undefined],
    ['', undefined],
  ])('an older response contains the reason why it is not newer: %s', async (status, code) => {
    const headers = { 'content-type': 'application/json', 'cache-status': status }
    const { client } = clientOf(() => json(bodies.chains, { headers }))
    const outcome = await client.chains()
    expect(outcome.is === 'answer' && outcome.answer.staleBecause?.code).toBe(code)
  })

  test('a swap is requested with the body of the specification', async () => {
    const { client, requests } = clientOf(() => json(bodies.swap, { status: 201 }))
    const outcome = await client.swap(request)
    expect(outcome).toMatchObject({ is: 'answer', answer: { value: { minAmountOut: '0.030987654321' } } })
    const [sent] = requests
    expect([sent!.method, sent!.url, sent!.headers.get('content-type')]).toEqual([
      'POST',
      'http://service.test/api/swap/native',
      'application/json',
    ])
    expect(await sent!.json()).toEqual(request)
  })

  test('the amounts of a deposit are sent with every digit', async () => {
    const { client, requests } = clientOf(() => json(bodies.added, { status: 201 }))
    const numbers = { tokenAId: 1, tokenBId: 2, tickLower: -60, tickUpper: 60, creationTick: 0 }
    const names = { networkName: 'Harbor', recipient: bodies.usdc }
    const outcome = await client.addLiquidity({
      amountA: '0.10',
      amountB: '12345678901234567890.5',
      ...numbers,
      ...names,
    })
    expect(outcome).toMatchObject({ is: 'answer', answer: { value: null, message: 'Liquidity added' } })
    expect(await requests[0]!.text()).toContain('"amountA":0.10,"amountB":12345678901234567890.5')
  })

  test.each([
    ['Reef Local', '/api/amm/pool/all/Reef%20Local'],
    ['a/b?c#d', '/api/amm/pool/all/a%2Fb%3Fc%23d'],
    ['M-006 \ud800', '/api/amm/pool/all/M-006%20%EF%BF%BD'],
  ])('the pools of "%s" are requested at %s', async (network, path) => {
    const { client, requests } = clientOf(() => json(bodies.pools))
    expect((await client.pools(network)).is).toBe('answer')
    expect(new URL(requests[0]!.url).pathname).toBe(path)
  })

  test('an invalid network name is not requested', async () => {
    const { client, requests } = clientOf(() => json(bodies.pools))
    for (const network of ['', '.', '..', ' '])
      expect(await client.pools(network)).toMatchObject({ is: 'refused', refusal: { code: 'not found' } })
    expect(requests).toEqual([])
  })
})

describe('failures', () => {
  test.each([401, 429, 500, 503])('a POST answered with %i is not retried', async (status) => {
    const { client, requests } = clientOf(() => json({ message: 'no' }, { status }))
    expect((await client.swap(request)).is).toBe('refused')
    await vi.advanceTimersByTimeAsync(120_000)
    expect(requests.length).toBe(1)
  })

  test('M-014 a broken connection is a refusal, and a POST is not retried', async () => {
    const { client, requests } = clientOf(() => {
      throw new TypeError('fetch failed')
    })
    expect(await client.swap(request)).toMatchObject({
      is: 'refused',
      refusal: { code: 'unreachable', status: undefined },
    })
    const broken = clientOf(() => stream(['{"message":'], 'breaks'))
    expect(await broken.client.swap(request)).toMatchObject({ is: 'refused', refusal: { code: 'unreachable' } })
    expect([requests.length, broken.requests.length]).toEqual([1, 1])
  })

  test('offline is distinguished from unreachable', async () => {
    const { client } = clientOf(() => Promise.reject(new TypeError('fetch failed')), { isOnline: () => false })
    expect(await client.chains()).toMatchObject({ is: 'refused', refusal: { code: 'offline' } })
  })

  test.each(['hangs', 'drips'] as const)(
    'M-012 M-013 a body that %s is given up after fifteen seconds',
    async (then) => {
      const { client } = clientOf(() => stream(['{"message":"'], then))
      const asked = client.chains()
      await vi.advanceTimersByTimeAsync(14_900)
      expect(await Promise.race([asked, 'listening'])).toBe('listening')
      await vi.advanceTimersByTimeAsync(200)
      expect(await asked).toMatchObject({ is: 'refused', refusal: { code: 'timeout' } })
    },
  )

  test('a request without a response is aborted after fifteen seconds', async () => {
    const { client } = clientOf(() => new Promise(() => {}))
    const asked = client.swap(request)
    await vi.advanceTimersByTimeAsync(15_000)
    expect(await asked).toMatchObject({ is: 'refused', refusal: { code: 'timeout' } })
  })

  test('M-009 a response without end is aborted', async () => {
    const megabyte = ' '.repeat(1_000_000)
    const { client } = clientOf(() =>
      stream(
        Array.from({ length: 50 }, () => megabyte),
        'ends',
      ),
    )
    expect(await client.chains()).toMatchObject({ is: 'refused', refusal: { code: 'too large' } })
    const verbose = clientOf(() => stream([JSON.stringify(bodies.swap), ' '.repeat(300_000)], 'ends'))
    expect(await verbose.client.swap(request)).toMatchObject({ is: 'refused', refusal: { code: 'too large' } })
  })

  test('M-009 a list longer than 5 MB is read where the operator allows it', async () => {
    const long = () => stream([' '.repeat(6_000_000), JSON.stringify(bodies.chains)], 'ends')
    expect(await clientOf(long).client.chains()).toMatchObject({ is: 'refused', refusal: { code: 'too large' } })
    const allowed = clientOf(long, { maxListBytes: 10 * 1024 * 1024 })
    expect(await allowed.client.chains()).toMatchObject({ is: 'answer' })
  })

  test('an aborted request rejects for the caller and is logged', async () => {
    const { client, requests } = clientOf(() => new Promise(() => {}))
    const caller = new AbortController()
    const asked = client.swap(request, caller.signal)
    await vi.advanceTimersByTimeAsync(10)
    caller.abort('typed on')
    await expect(asked).rejects.toBe('typed on')
    expect(requests[0]!.signal.aborted).toBe(true)
    expect(client.log.entries()[0]).toMatchObject({ path: '/api/swap/native', outcome: 'aborted' })
  })

  test('M-006 a body with invalid characters is read as far as possible', async () => {
    const { client } = clientOf(() => {
      const text = new TextEncoder().encode(JSON.stringify({ ...bodies.chains, message: 'XX' }))
      return new Response(
        text.map((byte) => (byte === 88 ? 0xff : byte)),
        { headers: { 'content-type': 'application/json' } },
      )
    })
    expect(await client.chains()).toMatchObject({ is: 'answer', answer: { message: '\ufffd\ufffd' } })
  })
})

describe('polled lists', () => {
  const change = (tick: number) => ({
    ...bodies.pools,
    data: [{ ...bodies.pools.data[0], tick }, bodies.pools.data[1]],
  })

  const solanaMint = 'EPjFWdd5AufqSSqeM2qN1xzybapC8G4wEGGkZwyTDt1v'

  async function after5s<Value>(result: Promise<Value>): Promise<Value> {
    await vi.advanceTimersByTimeAsync(5_000)
    return result
  }

  async function poll(client: ReturnType<typeof createClient>) {
    const outcome = await after5s(client.pools('Harbor'))
    if (outcome.is === 'refused') throw new Error(outcome.refusal.code)
    return outcome.answer
  }

  test('an unchanged list stays the same object, with a newer time', async () => {
    const { client } = clientOf(() => json(bodies.pools))
    const [first, second] = [await poll(client), await poll(client)]
    expect(second.value).toBe(first.value)
    expect(second.receivedAt).toBeGreaterThan(first.receivedAt)
  })

  test('in a changed list, unchanged records stay the same objects', async () => {
    let tick = 0
    const { client } = clientOf(() => json(change(tick++)))
    const [first, second] = [await poll(client), await poll(client)]
    expect(second.value.records[0]).not.toBe(first.value.records[0])
    expect(second.value.records[1]).toBe(first.value.records[1])
  })

  test('a list with the same content in another text stays the same object', async () => {
    let poller = 0
    const { client } = clientOf(() => json({ ...bodies.pools, message: `Answer ${poller++}` }))
    const [first, second] = [await poll(client), await poll(client)]
    expect(second.value).toBe(first.value)
  })

  test('M-119 a list that is empty for a moment keeps its last entries, with their age', async () => {
    let turn = 0
    const { client } = clientOf(() => json(turn++ === 0 ? bodies.pools : { ...bodies.pools, data: [] }))
    const first = await poll(client)
    for (let empty = 0; empty < 2; empty++) {
      const { value, receivedAt, staleBecause } = await poll(client)
      expect(value).toBe(first.value)
      expect(receivedAt).toBe(first.receivedAt)
      expect(staleBecause?.code).toBe('list emptied')
    }
    expect((await poll(client)).value.records).toEqual([])
  })

  test('M-119 a list that shrinks by half is accepted at the third response, and reported before', async () => {
    let turn = 0
    const data = (count: number) => Array.from({ length: count }, (_, id) => ({ id, token0: 'a', token1: 'b' }))
    const { client } = clientOf(() => json({ ...bodies.pools, data: data(turn++ === 0 ? 10 : 4) }))
    const polls = [await poll(client), await poll(client), await poll(client), await poll(client)]
    expect(polls.map(({ value }) => value.records.length)).toEqual([10, 10, 10, 4])
    expect(polls.map(({ staleBecause }) => staleBecause?.code)).toEqual([
      undefined,
      'list shrank',
      'list shrank',
      undefined,
    ])
  })

  test('a 200 whose status member means failure keeps the last good list', async () => {
    let turn = 0
    const bad = ['error', 'Failed: database', 'unavailable', 'NOT OK', '503 Service Unavailable', { success: false }]
    const { client } = clientOf(() => json({ ...bodies.pools, ...(turn++ > 0 && { data: [], status: bad[turn - 2] }) }))
    await poll(client)
    for (const status of bad)
      expect(await after5s(client.pools('Harbor')), JSON.stringify(status)).toMatchObject({
        is: 'refused',
        refusal: { code: 'declined' },
      })
  })

  test.each([
    ['names the chain id of another network', { chainId: 9_999 }],
    ['names another network', { network: 'Reef' }],
    ['holds tokens of another network', { token0: solanaMint, token1: 'So11111111111111111111111111111111111111112' }],
    ['has addresses of another kind of chain', { address: 'So11111111111111111111111111111111111111112' }],
  ])('pools of another network are refused, and the last good list is kept: a list that %s', async (_, record) => {
    let turn = 0
    const { client } = clientOf((request) => {
      if (request.url.endsWith('/api/blockchain')) return json(bodies.chains)
      return json(turn++ === 0 ? bodies.pools : { ...bodies.pools, data: [record, record, record] })
    })
    await client.chains()
    const first = await poll(client)
    expect(await after5s(client.pools('Harbor'))).toMatchObject({ refusal: { code: 'other network' } })
    turn = 0
    expect((await poll(client)).value).toBe(first.value)
  })

  test('one record of another network does not cost a list whose records name no network', async () => {
    const data = [
      { id: 1, token0: 'A', token1: 'B' },
      { id: 2, chainId: 9_999 },
      { id: 3, token0: 'A', token1: 'C' },
    ]
    const { client } = clientOf((request) =>
      json(request.url.endsWith('/api/blockchain') ? bodies.chains : { ...bodies.pools, data }),
    )
    await client.chains()
    expect((await poll(client)).value.records).toHaveLength(3)
  })

  test('a network requested by slug and by name is one list and one request', async () => {
    const { client, requests } = clientOf((request) =>
      json(request.url.endsWith('/api/blockchain') ? bodies.chains : bodies.pools),
    )
    await client.chains()
    const slug = bodies.chains.data[0]!.routerSlug
    const [byName, bySlug] = await Promise.all([client.pools('Harbor'), client.pools(slug)])
    expect(bySlug).toBe(byName)
    expect(requests.map(({ url }) => url.split('/').at(-1))).toEqual(['blockchain', 'Harbor'])
  })

  test('a stale list contains the reason why the gateway could not refresh it', async () => {
    const stale = (detail: string, status: number) => ({
      'content-type': 'application/json',
      'cache-status': `tidegate; hit; fwd=stale; fwd-status=${status}; detail=${detail}`,
    })
    let turn = 0
    const reasons = [stale('http_response_timeout', 504), stale('refused', 401), stale('refused', 503), {}]
    const { client } = clientOf(() =>
      json(bodies.pools, { headers: { 'content-type': 'application/json', ...reasons[turn++] } }),
    )
    const codes = []
    for (const _ of reasons) codes.push((await poll(client)).staleBecause?.code)
    expect(codes).toEqual(['timeout', 'key refused', 'failing', undefined])
  })

  test('a price that jumps a hundredfold between polls is unusual until it has settled', async () => {
    let price = '3210.55'
    const { client } = clientOf(() => json(JSON.parse(JSON.stringify(bodies.chains).replaceAll('3210.55', price))))
    const weth = async () => {
      const result = await after5s(client.chains())
      if (result.is === 'refused') throw new Error(result.refusal.code)
      return result.answer.value.catalog.tokens.find(({ symbol }) => symbol === 'WETH')
    }
    expect((await weth())?.cautions).toBeUndefined()
    price = '999999'
    expect(await weth()).toMatchObject({ price: '3210.55', cautions: [{ is: 'unusual price' }] })
    expect(await weth()).toMatchObject({ price: '999999' })
    await weth()
    expect((await weth())?.cautions).toBeUndefined()
  })

  describe('an unchanged long list is not sent again', () => {
    const long = { ...bodies.pools, data: Array.from({ length: 3_000 }, (_, id) => ({ id, note: 'x'.repeat(200) })) }
    const other = { ...long, data: long.data.with(7, { id: 7, note: 'new' }) }

    /** Answers like a gateway: with an ETag, and with 304 to a matching `If-None-Match`. */
    function gateway(base: string) {
      const asked: (string | null)[] = []
      let body: typeof long = long
      const client = createClient({
        base,
        clock: Date.now,
        fetch: async (_, options) => {
          const headers = new Headers(options?.headers)
          asked.push(headers.get('if-none-match'))
          const etag = body === long ? '"long"' : '"other"'
          const named = { etag, age: '2', 'content-type': 'application/json' }
          return headers.get('if-none-match') === etag
            ? new Response(null, { status: 304, headers: named })
            : json(body, { headers: named })
        },
      })
      return { client, asked, change: () => (body = other) }
    }

    test('the value stays the same object, with a newer time', async () => {
      const { client, asked, change } = gateway('')
      const first = await poll(client)
      const second = await poll(client)
      expect(second.value).toBe(first.value)
      expect(second.receivedAt).toBeGreaterThan(first.receivedAt)
      expect(second.age).toBe(2_000)
      expect(client.log.entries()[0]).toMatchObject({ status: 304, outcome: 'answer', bytes: 0, excerpt: '' })
      change()
      const third = await poll(client)
      expect(third.value).not.toBe(first.value)
      expect(third.value.records[6]).toBe(first.value.records[6])
      expect((await poll(client)).value).toBe(third.value)
      expect(asked).toEqual([null, '"long"', '"long"', '"other"'])
    })

    test('no ETag is sent to another origin, where the header would cost a CORS preflight', async () => {
      const { client, asked } = gateway('https://service.example')
      await poll(client)
      await poll(client)
      expect(asked).toEqual([null, null])
    })
  })

  test('M-109 a network without pools is not an error', async () => {
    const { client } = clientOf(() => json({ ...bodies.pools, data: null }))
    expect((await poll(client)).value.records).toEqual([])
  })

  test('the five-second pause of a network starts when its queued request is sent', async () => {
    const times: number[] = []
    const { client } = clientOf(async ({ url }) => {
      if (url.endsWith('Reef')) times.push(Date.now())
      else await new Promise((resolve) => setTimeout(resolve, 4_800))
      return json(bodies.pools)
    })
    void client.pools('Harbor')
    void client.pools('Delta')
    for (let tenth = 0; tenth < 120; tenth++) {
      void client.pools('Reef')
      await vi.advanceTimersByTimeAsync(100)
    }
    expect(times.length).toBe(2)
    expect(times[1]! - times[0]!).toBeGreaterThanOrEqual(5_000)
  })

  test('M-018 no request is sent before Retry-After has passed', async () => {
    const { client, requests } = clientOf(() =>
      json({ message: 'slow down' }, { status: 429, headers: { 'retry-after': '20' } }),
    )
    for (let second = 0; second < 39; second++) {
      void client.pools('Harbor')
      await vi.advanceTimersByTimeAsync(1_000)
    }
    expect(requests.length).toBe(2)
  })
})

describe('responses cached by an earlier visit', () => {
  test('the last good response is shown with its age, and decoded again', async () => {
    const { cache } = memoryCache()
    await clientOf(() => json(bodies.pools, { headers: { age: '3', 'content-type': 'application/json' } }), {
      cache,
    }).client.pools('Harbor')
    await vi.advanceTimersByTimeAsync(60_000)

    const { client, requests } = clientOf(() => json(bodies.pools), { cache })
    const kept = await client.readCached.pools('Harbor')
    expect(kept).toMatchObject({ from: 'cache', receivedAt: Date.UTC(2026, 0, 1), age: 3_000 })
    expect(kept?.value.records).toEqual(bodies.pools.data)
    expect(requests).toEqual([])

    const heard = await client.pools('Harbor')
    expect(heard.is === 'answer' && heard.answer.value).toBe(kept!.value)
    expect(heard).toMatchObject({ answer: { from: 'service', receivedAt: Date.UTC(2026, 0, 1) + 60_000 } })
    expect(await client.readCached.pools('Harbor')).toBeUndefined()
  })

  test('M-119 the last good list is kept when a new visit gets an empty one, however slowly the cache is read', async () => {
    const { cache } = memoryCache()
    await clientOf(() => json(bodies.chains), { cache }).client.chains()
    const read = async (name: string) => {
      await new Promise((resolve) => setTimeout(resolve, 100))
      return cache.read(name)
    }
    const { client } = clientOf(() => json({ ...bodies.chains, data: [] }), { cache: { ...cache, read } })
    void client.readCached.chains()
    const shown = client.chains()
    await vi.advanceTimersByTimeAsync(1_000)
    expect(await shown).toMatchObject({ answer: { from: 'cache', staleBecause: { code: 'list emptied' } } })
  })

  test('a database that never answers holds no list back', async () => {
    const { cache } = memoryCache()
    const blocked = { ...cache, read: () => new Promise<never>(() => {}) }
    const { client } = clientOf(() => json(bodies.chains), { cache: blocked })
    const shown = client.chains()
    await vi.advanceTimersByTimeAsync(1_000)
    expect(await shown).toMatchObject({ is: 'answer' })
  })

  test('a long list is written when the browser is idle, a short one immediately', async () => {
    const { cache, kept } = memoryCache()
    const idle: (() => void)[] = []
    vi.stubGlobal('requestIdleCallback', (act: () => void) => idle.push(act))
    const message = 'a'.repeat(600_000)
    const { client } = clientOf(() => json({ ...bodies.pools, message }), { cache })
    await client.pools('Harbor')
    expect(kept.size).toBe(0)
    for (const act of idle) act()
    expect([...kept.values()]).toMatchObject([{ text: JSON.stringify({ ...bodies.pools, message }) }])
    await clientOf(() => json(bodies.pools), { cache }).client.pools('Quarry')
    vi.unstubAllGlobals()
    expect(kept.size).toBe(2)
  })

  test('another deployment has another cache', async () => {
    const { cache, kept } = memoryCache()
    await clientOf(() => json(bodies.chains), { cache }).client.chains()
    expect([...kept.keys()]).toEqual(['http://service.test/api/blockchain'])
    const elsewhere = createClient({
      base: 'http://other.test',
      cache,
      fetch: () => Promise.reject(new Error('no')),
    })
    expect(await elsewhere.readCached.chains()).toBeUndefined()
  })

  test('A-40 invalid entries in the cache are ignored', async () => {
    const { cache, kept } = memoryCache()
    for (const text of ['', '<html>', '{"data":[]', '{"message":"","data":{"x":1},"status":true}']) {
      kept.set('http://service.test/api/blockchain', { text, receivedAt: Date.now(), age: 0 })
      const { client } = clientOf(() => json(bodies.chains), { cache })
      expect(await client.readCached.chains()).toBeUndefined()
      expect(kept.size).toBe(0)
    }
  })

  test('refusals are not cached', async () => {
    const { cache, kept } = memoryCache()
    await clientOf(() => json({ message: 'no', data: [], status: false }), { cache }).client.chains()
    expect(kept.size).toBe(0)
  })
})

test('the log lists requests and their results, newest first', async () => {
  const { client } = clientOf((request) =>
    request.method === 'GET'
      ? json({ ...bodies.chains, message: 7 })
      : json({ message: 'No route', data: null, status: false }, { status: 201 }),
  )
  const heard = vi.fn()
  const unsubscribe = client.log.subscribe(heard)
  await client.chains()
  await client.swap(request)
  unsubscribe()
  await client.swap(request)

  expect(heard).toHaveBeenCalledTimes(2)
  expect(
    client.log.entries().map(({ id, method, path, status, outcome }) => [id, method, path, status, outcome]),
  ).toEqual([
    [3, 'POST', '/api/swap/native', 201, 'declined'],
    [2, 'POST', '/api/swap/native', 201, 'declined'],
    [1, 'GET', '/api/blockchain', 200, 'answer'],
  ])
  expect(client.log.entries()[2]).toMatchObject({
    at: Date.UTC(2026, 0, 1),
    bytes: JSON.stringify(bodies.chains).length - '"Chains retrieved"'.length + 1,
    deviations: [{ code: 'M-023' }],
    requestBody: undefined,
    contentType: expect.stringContaining('application/json'),
    excerpt: expect.stringMatching(/^\{"message":7/),
  })
  expect(client.log.entries()[0]?.requestBody).toContain('"slippage":')
  expect(client.log.entries()[0]?.said).toBe('No route')
})
