import { createServer, type RequestListener } from 'node:http'
import { type AddressInfo, createServer as createTcpServer } from 'node:net'
import { afterEach, expect, test } from 'vitest'
import type { GatewayOptions } from '../../src/gateway/gateway'
import { swap } from './corpus'
import { buildGateway, canary, chainList, jsonResponse } from './testGateway'

const stops: (() => void)[] = []
afterEach(() => {
  for (const stop of stops.splice(0)) stop()
})

const quick = { getTimeout: 300, postTimeout: 300, getBytes: 10_000, postBytes: 10_000 }

/** A gateway in front of a real server that misbehaves as told. */
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

async function told(response: Response) {
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
  'a service that %s is told in words, for reading and for swapping (H-10)',
  async (_, listener, words) => {
    const { ask, post } = await inFrontOf(listener)
    expect(await told(await ask('/api/blockchain'))).toEqual(words)
    expect(await told(await post('/api/swap/native', swap))).toEqual(words)
  },
)

test('a service that is not there is told in words', async () => {
  const free = createTcpServer()
  await new Promise<void>((resolve) => free.listen(0, '127.0.0.1', resolve))
  const { port } = free.address() as AddressInfo
  await new Promise((resolve) => free.close(resolve))

  const { ask } = hostedAt(`http://127.0.0.1:${port}`)
  expect(await told(await ask('/api/blockchain'))).toEqual([
    502,
    'tidegate; error=destination_unavailable',
    'The service cannot be reached.',
  ])
})

test('while the service fails, the last good pools stay, with their age and the reason', async () => {
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

test('an envelope that calls itself unusable replaces nothing good', async () => {
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

test('M-024 M-033 an envelope that holds no list replaces no list, but is told to those who have none', async () => {
  let isList = true
  const noList = '{"message":"","data":{"name":"Harbor"},"status":true}'
  const { ask, state } = buildGateway(() => jsonResponse(isList ? chainList : noList))
  await ask('/api/blockchain')
  isList = false
  state.now += 400_000
  expect(await (await ask('/api/blockchain')).text()).toBe(chainList)
  state.now += 4_000_000
  expect(await (await ask('/api/blockchain')).text()).toBe(noList)
})

test('a key that is refused is told at once, not hidden behind older answers', async () => {
  let accepted = true
  const { ask, state } = buildGateway(() =>
    accepted ? jsonResponse(chainList) : jsonResponse('{"message":"Unauthorized","statusCode":401}', 401),
  )
  await ask('/api/blockchain')
  accepted = false
  state.now += 400_000
  expect((await ask('/api/blockchain')).status).toBe(401)
})

test('a service that asks for patience gets it', async () => {
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

test('M-018 I4 a 408, which browsers repeat by themselves, is passed on as a 503', async () => {
  const { post } = buildGateway(() => jsonResponse('{"message":"too slow"}', 408, { 'retry-after': '3' }))
  const response = await post('/api/swap/native', swap)
  expect([response.status, response.headers.get('retry-after')]).toEqual([503, '3'])
  expect(await response.text()).toBe('{"message":"too slow"}')
})

test('a service that keeps failing is left alone for a while', async () => {
  const { post, state } = buildGateway(() => jsonResponse('{"message":"broken"}', 500))
  for (let i = 0; i < 10; i++) expect((await post('/api/swap/native', swap)).status).toBe(500)
  const response = await post('/api/swap/native', swap)
  expect([response.status, response.headers.get('retry-after')]).toEqual([503, '30'])
  expect(state.upstream).toHaveLength(10)

  state.now += 30_000
  expect((await post('/api/swap/native', swap)).status).toBe(500)
})

test('a swap the service refuses with good reason does not count as its failure', async () => {
  const { post, state } = buildGateway(() => jsonResponse('{"message":"no route"}', 422))
  for (let i = 0; i < 12; i++) await post('/api/swap/native', swap)
  expect(state.upstream).toHaveLength(12)
})

test('readiness follows the service, health does not', async () => {
  const { ask } = buildGateway(() => jsonResponse('{"message":"broken"}', 500))
  expect([(await ask('/readyz')).status, (await ask('/healthz')).status]).toEqual([503, 200])
  const good = buildGateway()
  expect((await good.ask('/readyz')).status).toBe(200)
})
