import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { WebSocket, WebSocketServer } from 'ws'
import { listen } from '../../src/gateway/node/server'
import { createWebSocketProxy } from '../../src/gateway/node/webSockets'
import { buildGateway, honestService } from './testGateway'

/** A node that answers every call with its method, and remembers what reached it. */
const reached: unknown[] = []
const answer = (call: { id: unknown; method: string }) => ({ jsonrpc: '2.0', id: call.id, result: call.method })
const node = createServer((request, response) => {
  let body = ''
  request.on('data', (chunk) => {
    body += chunk
  })
  request.on('end', () => {
    const call = JSON.parse(body)
    reached.push(call)
    response.setHeader('access-control-allow-origin', '*')
    response.end(JSON.stringify(Array.isArray(call) ? call.map(answer).reverse() : answer(call)))
  })
})
const sockets = new WebSocketServer({ server: node })
sockets.on('connection', (socket) => {
  socket.on('message', (message) => {
    const call = JSON.parse(message.toString())
    reached.push(call)
    socket.send(JSON.stringify(answer(call)))
  })
})

let url = ''
beforeAll(async () => {
  await new Promise<void>((resolve) => node.listen(0, '127.0.0.1', resolve))
  url = `http://127.0.0.1:${(node.address() as AddressInfo).port}`
})
beforeEach(() => reached.splice(0))
afterAll(() => {
  for (const client of sockets.clients) client.terminate()
  node.close()
})

const targets = () => new Map([[741001, { kind: 'evm' as const, url }]])
const build = () => buildGateway(honestService, { rpc: targets() })
const call = (id: number, method: string) => ({ jsonrpc: '2.0', id, method, params: [] })

test('a wallet reads the chain and hands over what it signed', async () => {
  const response = await build().post('/rpc/741001', JSON.stringify(call(1, 'eth_sendRawTransaction')))
  expect([response.status, await response.json()]).toEqual([
    200,
    { jsonrpc: '2.0', id: 1, result: 'eth_sendRawTransaction' },
  ])
  expect(response.headers.get('access-control-allow-origin')).toBeNull()
})

test('a cheat never reaches the node', async () => {
  const response = await build().post('/rpc/741001', JSON.stringify(call(1, 'anvil_setBalance')))
  expect(await response.json()).toMatchObject({ id: 1, error: { code: -32601 } })
  expect(reached).toEqual([])
})

test('in a batch the honest calls go on and the others are answered, in their order', async () => {
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

test('a node that is away is told as such', async () => {
  const { post } = buildGateway(honestService, { rpc: new Map([[741001, { kind: 'evm', url: 'http://127.0.0.1:1' }]]) })
  const response = await post('/rpc/741001', JSON.stringify(call(1, 'eth_chainId')))
  expect([response.status, await response.json()]).toEqual([
    502,
    { jsonrpc: '2.0', id: null, error: { code: -32603, message: 'The node of this chain cannot be reached.' } },
  ])
})

test('the same rules hold on a WebSocket', async () => {
  const server = await listen({ port: 0, host: '127.0.0.1' })
  const own = createWebSocketProxy(targets(), ['127.0.0.1'])
  server.serve(() => new Response(), own.upgrade)
  const at = `${server.url.replace('http', 'ws')}/rpc/741001`

  const client = new WebSocket(at)
  const answers: unknown[] = []
  client.on('message', (message) => answers.push(JSON.parse(message.toString())))
  client.on('open', () => {
    for (const method of ['anvil_mine', 'eth_subscribe']) client.send(JSON.stringify(call(method.length, method)))
  })
  await expect.poll(() => answers.length, { timeout: 30_000 }).toBe(2)
  expect(answers).toMatchObject([
    { id: 10, error: { code: -32601 } },
    { id: 13, result: 'eth_subscribe' },
  ])
  expect(reached).toHaveLength(1)

  const refusal = (address: string, origin: string) =>
    new Promise<string>((resolve) => new WebSocket(address, { origin }).on('error', ({ message }) => resolve(message)))
  expect(await refusal(at, 'https://evil.example')).toContain('403')
  expect(await refusal(at.replace('741001', '5'), server.url)).toContain('404')
  expect(await refusal(at.replace('127.0.0.1', 'localhost'), 'http://localhost')).toContain('403')

  own.close()
  await server.close()
})

test('a node that sends us elsewhere is not followed', async () => {
  const elsewhere = createServer((_, response) => void response.writeHead(307, { location: url }).end())
  await new Promise<void>((resolve) => elsewhere.listen(0, '127.0.0.1', resolve))
  const address = `http://127.0.0.1:${(elsewhere.address() as AddressInfo).port}`
  const { post } = buildGateway(honestService, { rpc: new Map([[741001, { kind: 'evm' as const, url: address }]]) })
  const response = await post('/rpc/741001', JSON.stringify(call(1, 'eth_chainId')))
  elsewhere.close()
  expect([response.status, reached]).toEqual([502, []])
})
