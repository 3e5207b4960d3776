import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { knownJson } from '../knownJson'
import { buildGateway, honestService } from './testGateway'

/** A node that answers every call with its method, and records the calls that reached it. */
const reached: unknown[] = []
const answer = (call: { id: unknown; method: string }) => ({ jsonrpc: '2.0', id: call.id, result: call.method })
const node = createServer((request, response) => {
  let body = ''
  request.on('data', (chunk) => {
    body += chunk
  })
  request.on('end', () => {
    const call = knownJson(body)
    reached.push(call)
    response.setHeader('access-control-allow-origin', '*')
    response.end(JSON.stringify(Array.isArray(call) ? call.map(answer).reverse() : answer(call)))
  })
})
let url = ''
beforeAll(async () => {
  await new Promise<void>((resolve) => node.listen(0, '127.0.0.1', resolve))
  url = `http://127.0.0.1:${(node.address() as AddressInfo).port}`
})
beforeEach(() => reached.splice(0))
afterAll(() => void node.close())

const targets = () => new Map([[741001, { kind: 'evm' as const, url }]])
const build = () => buildGateway(honestService, { rpc: targets() })
const call = (id: number, method: string) => ({ jsonrpc: '2.0', id, method, params: [] })

test('a wallet can read the chain and send what it signed', async () => {
  const response = await build().post('/rpc/741001', JSON.stringify(call(1, 'eth_sendRawTransaction')))
  expect([response.status, await response.json()]).toEqual([
    200,
    { jsonrpc: '2.0', id: 1, result: 'eth_sendRawTransaction' },
  ])
  expect(response.headers.get('access-control-allow-origin')).toBeNull()
})

test('a cheat method never reaches the node', async () => {
  const response = await build().post('/rpc/741001', JSON.stringify(call(1, 'anvil_setBalance')))
  expect(await response.json()).toMatchObject({ id: 1, error: { code: -32601 } })
  expect(reached).toEqual([])
})

test('allowed calls of a batch are forwarded and the others refused, in their order', async () => {
  const batch = [call(1, 'eth_chainId'), call(2, 'eth_sendTransaction'), call(3, 'eth_blockNumber')]
  const response = await build().post('/rpc/741001', JSON.stringify(batch))
  expect(await response.json()).toMatchObject([
    { id: 1, result: 'eth_chainId' },
    { id: 2, error: { code: -32601 } },
    { id: 3, result: 'eth_blockNumber' },
  ])
  expect(reached).toEqual([[batch[0], batch[2]]])
  const cheats = await build().post('/rpc/741001', JSON.stringify([call(1, 'evm_mine'), call(2, 'eth_accounts')]))
  expect(await cheats.json()).toMatchObject([
    { id: 1, error: {} },
    { id: 2, error: {} },
  ])
  expect(reached).toHaveLength(1)
})

test.each([
  ['another chain', '/rpc/1', '{}', 'application/json', 404],
  ['no chain', '/rpc/harbor', '{}', 'application/json', 404],
  ['a form on another site', '/rpc/741001', '{}', 'text/plain', 415],
  ['half a body', '/rpc/741001', '{', 'application/json', 400],
  ['a megabyte too much', '/rpc/741001', `"${'a'.repeat(1_100_000)}"`, 'application/json', 413],
])('%s is refused', async (_, path, body, type, status) => {
  expect((await build().post(path, body, { 'content-type': type })).status).toBe(status)
  expect(reached).toEqual([])
})

test('an unreachable node is reported as such', async () => {
  const { post } = buildGateway(honestService, { rpc: new Map([[741001, { kind: 'evm', url: 'http://127.0.0.1:1' }]]) })
  const response = await post('/rpc/741001', JSON.stringify(call(1, 'eth_chainId')))
  expect([response.status, await response.json()]).toEqual([
    502,
    { jsonrpc: '2.0', id: null, error: { code: -32603, message: 'The node of this chain cannot be reached.' } },
  ])
})

test('each call of a batch counts against the rate limit, refused ones too', async () => {
  const { post, state } = buildGateway(honestService, {
    rpc: targets(),
    rateLimits: { rpc: { perMinute: 60, burst: 100 } },
  })
  const batch = (size: number) =>
    JSON.stringify(Array.from({ length: size }, (_, id) => call(id, id % 2 ? 'eth_chainId' : 'evm_mine')))
  expect((await post('/rpc/741001', batch(90))).status).toBe(200)
  const limited = await post('/rpc/741001', batch(20))
  expect([limited.status, limited.headers.get('retry-after')]).toEqual([429, '10'])
  expect((await post('/rpc/741001', batch(20), {}, '203.0.113.9')).status).toBe(200)
  state.now += 10_000
  expect((await post('/rpc/741001', batch(20))).status).toBe(200)
  expect(reached.flat()).toHaveLength(45 + 10 + 10)
})

test('batches in one minute pass on no more calls than the rate and one burst', async () => {
  const { post, state } = buildGateway(honestService, {
    rpc: targets(),
    rateLimits: { rpc: { perMinute: 600, burst: 100 } },
  })
  const batch = JSON.stringify(Array.from({ length: 100 }, (_, id) => call(id, 'eth_chainId')))
  for (let tick = 0; tick < 120; tick++) {
    await post('/rpc/741001', batch)
    state.now += 500
  }
  expect(reached.flat().length).toBeLessThanOrEqual(700)
  expect(reached.flat().length).toBeGreaterThanOrEqual(500)
})

test("an API key in the node's URL is hidden when the node echoes it", async () => {
  const secret = 'k3y-0123456789abcdef-secret'
  const verbose = createServer((request, response) => response.end(`{"error":"no project at ${request.url}"}`))
  await new Promise<void>((resolve) => verbose.listen(0, '127.0.0.1', resolve))
  const address = `http://127.0.0.1:${(verbose.address() as AddressInfo).port}/v2/${secret}`
  const { post } = buildGateway(honestService, { rpc: new Map([[741001, { kind: 'evm' as const, url: address }]]) })
  const text = await (await post('/rpc/741001', JSON.stringify(call(1, 'eth_chainId')))).text()
  verbose.close()
  expect(text).toBe(`{"error":"no project at /v2/${'*'.repeat(secret.length)}"}`)
})

test("a key with escapes in the node's URL is hidden also where the node echoes it without them", async () => {
  const secret = 'k3y+0123456789/abcdef=='
  const verbose = createServer((request, response) => {
    response.end(JSON.stringify({ error: `no project at ${request.url} or ${decodeURIComponent(request.url ?? '')}` }))
  })
  await new Promise<void>((resolve) => verbose.listen(0, '127.0.0.1', resolve))
  const address = `http://127.0.0.1:${(verbose.address() as AddressInfo).port}/v2/${encodeURIComponent(secret)}`
  const { post } = buildGateway(honestService, { rpc: new Map([[741001, { kind: 'evm' as const, url: address }]]) })
  const text = await (await post('/rpc/741001', JSON.stringify(call(1, 'eth_chainId')))).text()
  verbose.close()
  expect(text).toMatch(/^\{"error":"no project at \/v2\/\*+ or \/v2\/\*+"\}$/)
})

test('a redirect of the node is not followed', async () => {
  const elsewhere = createServer((_, response) => void response.writeHead(307, { location: url }).end())
  await new Promise<void>((resolve) => elsewhere.listen(0, '127.0.0.1', resolve))
  const address = `http://127.0.0.1:${(elsewhere.address() as AddressInfo).port}`
  const { post } = buildGateway(honestService, { rpc: new Map([[741001, { kind: 'evm' as const, url: address }]]) })
  const response = await post('/rpc/741001', JSON.stringify(call(1, 'eth_chainId')))
  elsewhere.close()
  expect([response.status, reached]).toEqual([502, []])
})
