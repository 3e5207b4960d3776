import { expect, test } from 'vitest'
import { forbiddenHeaders, notBodies, notCalls, notNetworks, swap, wrongMethods } from './corpus'
import { buildGateway, canary, chainList, envelope, honestService, jsonResponse } from './testGateway'

test('the four calls reach the service under its base URL, with the API key', async () => {
  const { ask, post, state } = buildGateway()
  await ask('/api/blockchain')
  await ask('/api/amm/pool/all/BNB%20Chain')
  expect((await post('/api/swap/native', swap)).status).toBe(201)
  expect((await post('/api/amm/interactions/add', '{"amountA":1}')).status).toBe(201)

  expect(state.upstream.map(({ method, url }) => `${method} ${url}`)).toEqual([
    'GET https://service.example/v1/api/blockchain',
    'GET https://service.example/v1/api/amm/pool/all/BNB%20Chain',
    'POST https://service.example/v1/api/swap/native',
    'POST https://service.example/v1/api/amm/interactions/add',
  ])
  expect(state.upstream.every(({ headers }) => headers.get('x-api-key') === canary)).toBe(true)
})

test('only the body of a request is forwarded, none of its headers', async () => {
  const { post, state } = buildGateway()
  await post('/api/swap/native', swap, {
    'x-api-key': 'mine',
    cookie: 'session=1',
    authorization: 'Bearer x',
    'x-forwarded-for': '1.2.3.4',
    'user-agent': 'me',
    'x-anything': 'y',
  })
  expect(Object.fromEntries(state.upstream[0]!.headers)).toEqual({
    accept: 'application/json',
    'content-type': 'application/json',
    'x-api-key': canary,
  })
})

test('response bodies are passed on byte for byte (H-14)', async () => {
  const odd =
    '{ "status" : 1 ,"data":[{"tvl":1e21,"sqrt":79228162514264337593543950336,"π":"\\u00e9"}], "message":""}\n'
  const { ask, post } = buildGateway((request) =>
    request.url.endsWith('/blockchain')
      ? jsonResponse(chainList)
      : jsonResponse(odd, request.method === 'POST' ? 201 : 200),
  )
  expect(await (await ask('/api/amm/pool/all/Harbor')).text()).toBe(odd)
  expect(await (await post('/api/swap/native', swap)).text()).toBe(odd)
})

test('of the response headers only content type, age and Retry-After are passed on', async () => {
  const { ask, post } = buildGateway((request) =>
    jsonResponse(
      request.method === 'GET' ? chainList : '{"message":"slow down"}',
      request.method === 'GET' ? 200 : 429,
      {
        'set-cookie': 'a=b',
        server: 'nest',
        'x-powered-by': 'Express',
        'access-control-allow-origin': '*',
        'content-security-policy': "default-src 'unsafe-inline'",
        'retry-after': '7',
      },
    ),
  )
  for (const response of [await ask('/api/blockchain'), await post('/api/swap/native', swap)]) {
    for (const name of forbiddenHeaders) expect(response.headers.get(name)).toBeNull()
    expect(response.headers.get('content-security-policy')).not.toContain('unsafe')
  }
  const refused = await post('/api/swap/native', swap)
  expect([refused.status, refused.headers.get('retry-after')]).toEqual([429, '7'])
})

test.each(notCalls)('%s is not one of the four calls', async (path) => {
  const { ask, state } = buildGateway()
  const response = await ask(path)
  expect([response.status, state.upstream.length]).toEqual([404, 0])
  expect(await response.json()).toMatchObject({ data: null, status: false })
})

test.each(notNetworks)('network %j is answered 404 without a request for its pools (H-09)', async (name) => {
  const { ask, state } = buildGateway()
  expect((await ask(`/api/amm/pool/all/${name}`)).status).toBe(404)
  expect(state.upstream.filter(({ url }) => !url.endsWith('/api/blockchain'))).toEqual([])
})

test('a network is also found by its slug', async () => {
  const { ask } = buildGateway()
  expect((await ask('/api/amm/pool/all/harbor')).status).toBe(200)
})

test.each(wrongMethods)('%s refuses %s and lists the allowed methods', async (path, method, allow) => {
  const { ask, state } = buildGateway()
  const response = await ask(path, { method })
  expect([response.status, response.headers.get('allow'), state.upstream.length]).toEqual([405, allow, 0])
})

test.each(notBodies)('%s never reaches the service (H-13)', async (_, body, type, status) => {
  const { post, state } = buildGateway()
  expect((await post('/api/swap/native', body, { 'content-type': type })).status).toBe(status)
  expect(state.upstream).toEqual([])
})

test.each([
  [{ origin: 'https://evil.example' }, 403],
  [{ origin: 'null' }, 403],
  [{ origin: 'http://127.0.0.1:5173' }, 403],
  [{ 'sec-fetch-site': 'cross-site' }, 403],
  [{ 'sec-fetch-site': 'same-site' }, 403],
  [{ origin: 'http://127.0.0.1:4173', 'sec-fetch-site': 'same-origin' }, 201],
  [{}, 201],
])('a swap requested with %j is answered %i', async (headers, status) => {
  const { post } = buildGateway()
  expect((await post('/api/swap/native', swap, headers)).status).toBe(status)
})

test('behind a TLS proxy the public URL is the accepted origin', async () => {
  const { post } = buildGateway(honestService, { publicUrl: 'https://swap.example' })
  expect((await post('/api/swap/native', swap, { origin: 'https://swap.example' })).status).toBe(201)
  expect((await post('/api/swap/native', swap, { origin: 'https://swap.example.evil' })).status).toBe(403)
})

test('a request for another host name is refused (DNS rebinding)', async () => {
  const { app } = buildGateway(honestService, { hosts: ['localhost', '127.0.0.1', '[::1]'] })
  expect((await app.request('http://rebound.example:4173/api/blockchain')).status).toBe(421)
  expect((await app.request('http://localhost:4173/api/blockchain')).status).toBe(200)
  expect((await app.request('http://[::1]:4173/api/blockchain')).status).toBe(200)
})

test('a client over the rate limit gets Retry-After; others are not affected (H-12)', async () => {
  const { post, state } = buildGateway(honestService, { rateLimits: { swap: { perMinute: 60, burst: 2 } } })
  const statuses = async (caller: string) => [
    (await post('/api/swap/native', swap, { 'x-forwarded-for': `${Math.random()}` }, caller)).status,
  ]
  expect([await statuses('a'), await statuses('a'), await statuses('a'), await statuses('b')].flat()).toEqual([
    ...[201, 201, 429, 201],
  ])
  const refused = await post('/api/swap/native', swap, {}, 'a')
  expect(refused.headers.get('retry-after')).toBe('1')
  expect(await refused.json()).toEqual({
    message: 'Too many requests. Try again in 1 second.',
    data: null,
    status: false,
  })
  state.now += 1_000
  expect((await post('/api/swap/native', swap, {}, 'a')).status).toBe(201)
})

test('a quote whose caller has disconnected is aborted', async () => {
  const leaving = new AbortController()
  const { ask, state } = buildGateway(
    (request) =>
      new Promise((_, reject) => {
        request.signal.addEventListener('abort', () => reject(request.signal.reason))
        leaving.abort()
      }),
  )
  const init = { method: 'POST', body: swap, headers: { 'content-type': 'application/json' }, signal: leaving.signal }
  expect((await ask('/api/swap/native', init)).status).toBe(499)
  expect(state.upstream).toHaveLength(1)
})

test('a refusal of the service is passed on with its message', async () => {
  const { post, ask } = buildGateway(() =>
    jsonResponse('{"message":["slippage must not be less than 10"],"statusCode":400}', 400),
  )
  const response = await post('/api/swap/native', swap)
  expect([response.status, await response.text()]).toEqual([
    400,
    '{"message":["slippage must not be less than 10"],"statusCode":400}',
  ])
  expect((await ask('/api/blockchain')).status).toBe(400)
})

test('an answer of any other shape is passed on as long as it is an envelope', async () => {
  const { post } = buildGateway(
    () => new Response(envelope({}), { status: 201, headers: { 'content-type': 'text/plain' } }),
  )
  const response = await post('/api/swap/native', swap)
  expect([response.status, response.headers.get('content-type')]).toEqual([201, 'application/json; charset=utf-8'])
})
