import { createServer, type RequestListener } from 'node:http'
import { type AddressInfo, createServer as createTcpServer } from 'node:net'
import { afterEach, expect, test } from 'vitest'
import { version } from '../../package.json'
import type { GatewayOptions } from '../../src/gateway/gatewayOptions'
import { knownJson } from '../knownJson'
import { metricsToken, swap } from './corpus'
import { buildGateway, canary, chainList, envelope, honestService, jsonResponse } from './testGateway'

const stops: (() => void)[] = []
afterEach(() => {
  for (const stop of stops.splice(0)) stop()
})

const quick = { getTimeout: 300, postTimeout: 300, getBytes: 10_000, postBytes: 10_000 }

/** A gateway in front of a real server with the given faulty listener. */
async function inFrontOf(listener: RequestListener, options: Partial<GatewayOptions> = {}) {
  const server = createServer(listener)
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  stops.push(() => {
    server.closeAllConnections()
    server.close()
  })
  const { port } = server.address() as AddressInfo
  return hostedAt(`http://127.0.0.1:${port}`, options)
}

function hostedAt(baseUrl: string, options: Partial<GatewayOptions> = {}) {
  const service = { baseUrl, apiKey: canary, fetch: (request: Request) => fetch(request) }
  return buildGateway(undefined, { service, limits: quick, ...options })
}

async function reported(response: Response) {
  const { message, data, status } = (await response.json()) as Record<string, unknown>
  expect({ data, status }).toEqual({ data: null, status: false })
  return [response.status, response.headers.get('proxy-status'), message]
}

const faults: [string, RequestListener, unknown[]][] = [
  [
    'never answers',
    () => {},
    [504, 'tidegate; error=http_response_timeout', 'The service did not answer within 0.3 seconds.'],
  ],
  [
    'begins and stops',
    (_, response) => void response.writeHead(200, { 'content-type': 'application/json' }).write('{"message":'),
    [504, 'tidegate; error=http_response_timeout', 'The service did not answer within 0.3 seconds.'],
  ],
  [
    'hangs up',
    (request) => void request.socket.destroy(),
    [502, 'tidegate; error=http_response_incomplete', 'The service cannot be reached.'],
  ],
  [
    'hangs up in the middle',
    (request, response) => {
      response.writeHead(200, { 'content-type': 'application/json', 'content-length': 100 }).write('{"message":')
      setTimeout(() => request.socket.destroy(), 30)
    },
    [502, 'tidegate; error=http_response_incomplete', 'The service cannot be reached.'],
  ],
  [
    'sends us elsewhere',
    (_, response) => void response.writeHead(302, { location: 'http://127.0.0.1:1/' }).end(),
    [502, 'tidegate; error=http_protocol_error', 'The service sent us elsewhere; redirects are not followed.'],
  ],
  [
    'answers with a page',
    (_, response) => void response.writeHead(200, { 'content-type': 'text/html' }).end('<script>alert(1)</script>'),
    [
      502,
      'tidegate; error=http_protocol_error',
      'The service answered 200 with something that is not a JSON envelope.',
    ],
  ],
  [
    'fails with a page',
    (_, response) => void response.writeHead(503, { 'content-type': 'text/html' }).end('<h1>503</h1>'),
    [
      503,
      'tidegate; error=http_protocol_error',
      'The service answered 503 with something that is not a JSON envelope.',
    ],
  ],
  [
    'answers with a list',
    (_, response) => void response.writeHead(200, { 'content-type': 'application/json' }).end('[]'),
    [
      502,
      'tidegate; error=http_protocol_error',
      'The service answered 200 with something that is not a JSON envelope.',
    ],
  ],
  [
    'answers without end',
    (_, response) => {
      response.writeHead(200, { 'content-type': 'application/json' }).write(`{"message":"${'a'.repeat(20_000)}`)
    },
    [
      502,
      'tidegate; error=http_response_body_size',
      "The service's answer is larger than the 9 kB this gateway passes on.",
    ],
  ],
]

test.each(faults)(
  'a service that %s is reported in a sentence, for reading and for swapping (H-10)',
  async (_, listener, words) => {
    // Only a service that never answers is waited for: a busy computer may take longer than 0.3 seconds for the others.
    const patient = { getTimeout: 30_000, postTimeout: 30_000 }
    const { ask, post } = await inFrontOf(listener, { limits: { ...quick, ...(words[0] === 504 ? {} : patient) } })
    expect(await reported(await ask('/api/blockchain'))).toEqual(words)
    expect(await reported(await post('/api/swap/native', swap))).toEqual(words)
  },
)

test('an unreachable service is reported in a sentence', async () => {
  const free = createTcpServer()
  await new Promise<void>((resolve) => free.listen(0, '127.0.0.1', resolve))
  const { port } = free.address() as AddressInfo
  await new Promise((resolve) => free.close(resolve))

  const { ask } = hostedAt(`http://127.0.0.1:${port}`)
  expect(await reported(await ask('/api/blockchain'))).toEqual([
    502,
    'tidegate; error=connection_refused',
    'The service cannot be reached.',
  ])
})

test('while the service fails, the last good pools are served, with their age and the reason', async () => {
  let fails = false
  const { ask, state } = buildGateway((request) => {
    if (request.url.endsWith('/blockchain')) return jsonResponse(chainList)
    return fails ? jsonResponse('{"message":"maintenance","data":null,"status":false}', 500) : jsonResponse(chainList)
  })
  await ask('/api/amm/pool/all/Harbor')
  fails = true
  state.now += 120_000
  const response = await ask('/api/amm/pool/all/Harbor')
  expect([response.status, await response.text()]).toEqual([200, chainList])
  expect(response.headers.get('age')).toBe('120')
  expect(response.headers.get('cache-status')).toBe('tidegate; hit; fwd=stale; fwd-status=500; detail=refused')
})

test('an envelope with an unusable status replaces no good list', async () => {
  let usable = true
  const unusable = '{"message":"try later","data":null,"status":false}'
  const { ask, state } = buildGateway(() => jsonResponse(usable ? chainList : unusable))
  await ask('/api/blockchain')
  usable = false
  state.now += 400_000
  expect(await (await ask('/api/blockchain')).text()).toBe(chainList)
  state.now += 4_000_000
  expect(await (await ask('/api/blockchain')).text()).toBe(unusable)
})

test('M-024 M-033 an envelope without a list replaces no list, and without a list a refusal states that it cannot be used', async () => {
  let isList = true
  const noList = '{"message":"","data":{"name":"Harbor"},"status":true}'
  const { ask, state } = buildGateway(() => jsonResponse(isList ? chainList : noList))
  await ask('/api/blockchain')
  isList = false
  state.now += 400_000
  expect(await (await ask('/api/blockchain')).text()).toBe(chainList)
  state.now += 4_000_000
  const refused = await ask('/api/blockchain')
  expect([refused.status, refused.headers.get('proxy-status')]).toEqual([502, 'tidegate; error=http_protocol_error'])
  expect(await refused.text()).toContain('The service answered with a list that cannot be used.')
})

test.each([
  ['an object without a list', '{"message":"","data":{"reason":"rebuilding"},"status":true}'],
  ['words that are nested too deeply', `{"message":${'['.repeat(99)}${']'.repeat(99)},"data":[],"status":true}`],
  [
    'a record that is a list nested too deeply',
    `{"message":"","data":[${'['.repeat(99)}${']'.repeat(99)}],"status":true}`,
  ],
])('M-011 M-024 pools that the app refuses replace no list: %s', async (_, refused) => {
  let isGood = true
  const { ask, state } = buildGateway((request) =>
    jsonResponse(isGood || request.url.endsWith('/blockchain') ? chainList : refused),
  )
  await ask('/api/amm/pool/all/Harbor')
  isGood = false
  state.now += 120_000
  expect(await (await ask('/api/amm/pool/all/Harbor')).text()).toBe(chainList)
})

test('a refused API key is reported immediately, not hidden behind a cached list', async () => {
  let accepted = true
  const { ask, state } = buildGateway(() =>
    accepted ? jsonResponse(chainList) : jsonResponse('{"message":"Unauthorized","statusCode":401}', 401),
  )
  await ask('/api/blockchain')
  accepted = false
  state.now += 400_000
  expect((await ask('/api/blockchain')).status).toBe(401)
})

test('a Retry-After of the service is respected', async () => {
  const { ask, state } = buildGateway(() => jsonResponse('{"message":"slow down"}', 429, { 'retry-after': '30' }))
  const first = await ask('/api/blockchain')
  expect([first.status, first.headers.get('retry-after')]).toEqual([429, '30'])
  state.now += 29_000
  await ask('/api/blockchain')
  expect(state.upstream).toHaveLength(1)
  state.now += 1_000
  await ask('/api/blockchain')
  expect(state.upstream).toHaveLength(2)
})

test('M-018 I4 a 408, which browsers repeat automatically, is passed on as a 503', async () => {
  const { post } = buildGateway(() => jsonResponse('{"message":"too slow"}', 408, { 'retry-after': '3' }))
  const response = await post('/api/swap/native', swap)
  expect([response.status, response.headers.get('retry-after')]).toEqual([503, '3'])
  expect(await response.text()).toBe('{"message":"too slow"}')
})

/** Three callers ask for a pair each. */
async function threeSwaps(post: ReturnType<typeof buildGateway>['post']) {
  for (const id of [5, 6, 7])
    await post('/api/swap/native', swap.replace('"tokenAId":1', `"tokenAId":${id}`), {}, `203.0.113.${id}`)
}

test('a service that fails for several pairs and callers is not called for a while', async () => {
  const { ask, post, state } = buildGateway(() => jsonResponse('', 500))
  await threeSwaps(post)
  const response = await post('/api/swap/native', swap)
  expect([response.status, response.headers.get('retry-after')]).toEqual([503, '30'])
  expect(state.upstream).toHaveLength(3)
  const metrics = await (await ask('/metrics', { headers: { authorization: `Bearer ${metricsToken}` } })).text()
  expect(metrics).toContain('tidegate_upstream_refused_total{route="swap",reason="breaker"} 1')

  state.now += 30_000
  expect((await post('/api/swap/native', swap)).status).toBe(500)
})

test.each([
  [
    'a page of a firewall',
    () => new Response('<h1>403</h1>', { status: 403, headers: { 'content-type': 'text/html' } }),
  ],
  ['an empty 400', () => new Response(null, { status: 400 })],
  ['an empty 204', () => new Response(null, { status: 204 })],
  ['a redirect', () => new Response(null, { status: 302, headers: { location: '/login' } })],
  ['a list', () => jsonResponse('[]')],
  ['more than is passed on', () => jsonResponse(`{"message":"${'a'.repeat(20_000)}"}`)],
])('%s for the odd questions of one visitor stops the quotes of no one else', async (_, odd) => {
  const { post, state } = buildGateway(
    async (request) => ((await request.clone().text()).includes('"1e18"') ? odd() : honestService(request)),
    { limits: quick },
  )
  const oddSwap = swap.replace('"1.5"', '"1e18"')
  for (let i = 0; i < 20; i++) await post('/api/swap/native', oddSwap, {}, '203.0.113.9')
  expect((await post('/api/swap/native', swap)).status).toBe(201)
  expect(state.upstream).toHaveLength(21)
})

test('a 404 of the service is passed on every time, and opens no circuit breaker', async () => {
  const noRoute = '{"message":"No route found","data":null,"status":false}'
  const { post, state } = buildGateway(() => jsonResponse(noRoute, 500))
  for (let i = 0; i < 30; i++) {
    const answer = await post('/api/swap/native', swap, {}, `203.0.113.${i % 3}`)
    expect([answer.status, await answer.text()]).toEqual([500, noRoute])
  }
  expect(state.upstream).toHaveLength(30)
})

test('a network whose list fails does not affect other lists', async () => {
  const { ask, state } = buildGateway((request) => {
    if (request.url.endsWith('/blockchain')) return jsonResponse(chainList)
    return request.url.endsWith('/Harbor') ? new Response(null, { status: 503 }) : jsonResponse(envelope([]))
  })
  for (let i = 0; i < 20; i++) {
    expect((await ask('/api/amm/pool/all/Harbor')).status).toBe(503)
    expect((await ask('/api/amm/pool/all/BNB%20Chain')).status).toBe(200)
    state.now += 5_000
  }
  expect(state.upstream.filter(({ url }) => url.endsWith('/Harbor'))).toHaveLength(20)
})

test('quotes stopped by the breaker are tried again as soon as a list arrives', async () => {
  let isDown = true
  const { ask, post, state } = buildGateway((request) =>
    isDown ? new Response(null, { status: 502 }) : honestService(request),
  )
  await threeSwaps(post)
  expect((await post('/api/swap/native', swap)).headers.get('retry-after')).toBe('30')
  isDown = false
  state.now += 5_000
  expect((await ask('/api/blockchain')).status).toBe(200)
  expect((await post('/api/swap/native', swap)).status).toBe(201)
})

test.each([
  ['a list', () => jsonResponse('{"message":"down","data":null,"status":false}', 503)],
  ['an empty answer', () => new Response(null, { status: 503 })],
  ['an unusable envelope', () => jsonResponse('{"message":"down","data":[],"status":"error"}')],
  ['no answer', () => Promise.reject(new Error('ECONNREFUSED'))],
])('in an outage with %s, each list is requested at most once in 5 seconds, under any name', async (_, fail) => {
  let isDown = false
  const { ask, state } = buildGateway((request) => (isDown ? fail() : honestService(request)))
  await ask('/api/amm/pool/all/harbor')
  await ask('/api/amm/pool/all/Harbor')
  expect(state.upstream).toHaveLength(2)
  isDown = true
  state.now += 4_000_000
  state.upstream.length = 0
  for (let second = 0; second < 20; second++) {
    await ask('/api/blockchain')
    await ask('/api/amm/pool/all/harbor')
    await ask('/api/amm/pool/all/Harbor')
    await ask('/readyz')
    state.now += 1_000
  }
  const asked = state.upstream.map(({ url }) => new URL(url).pathname)
  expect(asked.filter((path) => path === '/v1/api/blockchain')).toHaveLength(4)
  expect(asked.filter((path) => path === '/v1/api/amm/pool/all/Harbor')).toHaveLength(4)
  expect(asked).toHaveLength(8)
})

test('a list is available within 10 seconds after the service recovers', async () => {
  let isDown = true
  const { ask, state } = buildGateway((request) =>
    isDown ? new Response(null, { status: 502 }) : honestService(request),
  )
  for (let second = 0; second < 60; second++) {
    await ask('/api/amm/pool/all/Harbor')
    state.now += 1_000
  }
  isDown = false
  state.now += 5_000
  expect((await ask('/api/blockchain')).status).toBe(200)
  state.now += 5_000
  expect((await ask('/api/amm/pool/all/Harbor')).status).toBe(200)
})

test.each([
  '"error"',
  '"Failed"',
  '"fail"',
  '"false"',
  '0',
  '"0"',
  '""',
  'null',
  '500',
  '"unavailable"',
  '"KO"',
  'false',
])('an envelope with the status %s replaces no good list', async (status) => {
  let isGood = true
  const { ask, state } = buildGateway(() =>
    jsonResponse(isGood ? chainList : `{"message":"","data":[],"status":${status}}`),
  )
  await ask('/api/blockchain')
  isGood = false
  state.now += 400_000
  const answer = await ask('/api/blockchain')
  expect(await answer.text()).toBe(chainList)
  expect(answer.headers.get('cache-status')).toContain('fwd=stale')
})

test('a byte-order mark before an answer is accepted', async () => {
  const { ask, post } = buildGateway((request) =>
    jsonResponse(`\uFEFF${request.method === 'GET' ? chainList : '{"a":1}'}`),
  )
  expect((await ask('/api/blockchain')).status).toBe(200)
  expect((await ask('/api/amm/pool/all/harbor')).status).toBe(200)
  expect((await post('/api/swap/native', swap)).status).toBe(200)
})

test.each([
  ['Sun, 06 Nov 1994 08:49:37 GMT', 'Sun, 06 Nov 1994 08:49:07 GMT', '30'],
  ['Sun, 06 Nov 1994 08:49:37 GMT', 'Sun, 06 Nov 1994 08:50:07 GMT', '0'],
  ['Sun, 06 Nov 2094 08:49:37 GMT', 'Sun, 06 Nov 1994 08:50:07 GMT', '86400'],
  ['tomorrow', 'Sun, 06 Nov 1994 08:50:07 GMT', null],
  ['-5', 'Sun, 06 Nov 1994 08:50:07 GMT', null],
])('a service with Retry-After "%s" at %s is not called for %s seconds', async (until, date, seconds) => {
  const { post } = buildGateway(() => jsonResponse('{"message":"busy"}', 503, { 'retry-after': until, date }))
  expect((await post('/api/swap/native', swap)).headers.get('retry-after')).toBe(seconds)
})

test('while the chain list is refused, requests for networks are rate-limited per caller', async () => {
  const { ask, state } = buildGateway((request) =>
    request.url.endsWith('/blockchain') ? jsonResponse('{"message":"no"}', 401) : jsonResponse(envelope([])),
  )
  const statuses: number[] = []
  for (let i = 0; i < 100; i++) statuses.push((await ask(`/api/amm/pool/all/Network${i}`)).status)
  expect([statuses[0], statuses.at(-1)]).toEqual([200, 429])
  expect(state.upstream.length).toBeLessThanOrEqual(31)
  expect((await ask('/api/amm/pool/all/Network0', {}, '203.0.113.77')).status).toBe(200)
})

test('a swap that the service refuses does not count as a failure of the service', async () => {
  const { post, state } = buildGateway(() => jsonResponse('{"message":"no route"}', 422))
  for (let i = 0; i < 12; i++) await post('/api/swap/native', swap)
  expect(state.upstream).toHaveLength(12)
})

test('readiness depends on the service, health does not', async () => {
  const { ask } = buildGateway(() => jsonResponse('{"message":"broken"}', 500))
  expect([(await ask('/readyz')).status, (await ask('/healthz')).status]).toEqual([503, 200])
  const good = buildGateway()
  expect((await good.ask('/readyz')).status).toBe(200)
})

test('health has the version of package.json', async () => {
  expect(await (await buildGateway().ask('/healthz')).json()).toEqual({ status: 'alive', version })
})

test('a pair for which the service fails stops no quote of another pair, however often one caller asks', async () => {
  const { post } = buildGateway(async (request) =>
    (await request.clone().text()).includes('"tokenAId":13')
      ? new Response('<h1>500</h1>', { status: 500 })
      : honestService(request),
  )
  const bad = swap.replace('"tokenAId":1', '"tokenAId":13')
  for (let i = 0; i < 30; i++) await post('/api/swap/native', bad, {}, '203.0.113.9')
  for (let i = 0; i < 8; i++) expect((await post('/api/swap/native', swap, {}, `198.51.100.${i}`)).status).toBe(201)
})

test('one caller can have eight requests in flight, and does not keep another caller from the service', async () => {
  let finish = () => {}
  const finished = new Promise<void>((resolve) => {
    finish = resolve
  })
  const { post } = buildGateway(async (request) => {
    await finished
    return honestService(request)
  })
  const ofOne = Array.from({ length: 8 }, () => post('/api/swap/native', swap, {}, '203.0.113.9'))
  await expect.poll(async () => (await post('/api/swap/native', swap, {}, '203.0.113.9')).status).toBe(503)
  const other = post('/api/swap/native', swap, {}, '198.51.100.1')
  finish()
  expect((await other).status).toBe(201)
  expect((await Promise.all(ofOne)).map(({ status }) => status)).toEqual(ofOne.map(() => 201))
})

test.each([
  ['no JSON', '{"message":'],
  ['JSON after an envelope', '{"message":"ok","status":true,"data":[]} and more'],
])('a list or quote that is %s is a 502 with the reason in proxy-status', async (_, body) => {
  const { ask, post } = buildGateway(() => jsonResponse(body))
  for (const answer of [await ask('/api/blockchain'), await post('/api/swap/native', swap)])
    expect([answer.status, answer.headers.get('proxy-status')]).toEqual([502, 'tidegate; error=http_protocol_error'])
})

test("a list whose envelope reports a failure is a 502 with the service's message", async () => {
  const body = '{"message":"Come back later.","data":null,"status":false}'
  const { ask } = buildGateway(() => jsonResponse(body))
  const answer = await ask('/api/blockchain')
  expect([answer.status, await answer.text()]).toEqual([502, body])
})

test('the log has one line when the service begins to fail and one when it answers again, with the cause', async () => {
  let fail: (() => Response | Promise<Response>) | undefined = () => {
    throw new TypeError('fetch failed', { cause: Object.assign(new Error('getaddrinfo'), { code: 'ENOTFOUND' }) })
  }
  const { ask, state } = buildGateway((request) => fail?.() ?? honestService(request))
  const changes = () => state.lines.map(knownJson).filter(({ event }) => /^service/.test(event))
  for (let second = 0; second < 3; second++) {
    await ask('/api/blockchain')
    state.now += 6_000
  }
  expect(changes()).toEqual([{ event: 'service fails', route: 'chains', reason: 'dns_error' }])
  fail = () => new Response('<h1>401</h1>', { status: 401, headers: { 'content-type': 'text/html' } })
  await ask('/api/blockchain')
  fail = undefined
  state.now += 6_000
  await ask('/api/blockchain')
  expect(changes().slice(1)).toEqual([
    { event: 'service fails', route: 'chains', reason: 'the API key is refused' },
    { event: 'service answers again', route: 'chains', seconds: 24 },
  ])
})

test('a gateway whose service fails is ready while it has a list, and reports the duration and the reason', async () => {
  let fails = false
  const { ask, state } = buildGateway((request) => (fails ? Promise.reject(new Error('no')) : honestService(request)))
  expect(await (await ask('/readyz')).json()).toEqual({ status: 'ready' })
  fails = true
  state.now += 400_000
  await ask('/api/blockchain')
  state.now += 10_000
  const ready = await ask('/readyz')
  expect([ready.status, await ready.json()]).toEqual([
    200,
    { status: 'ready', service: 'failing for 10 s (destination_unavailable)' },
  ])
})
