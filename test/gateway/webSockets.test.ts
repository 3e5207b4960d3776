import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { WebSocket, WebSocketServer } from 'ws'
import { createGateway } from '../../src/gateway/app'
import { type HttpServer, listen } from '../../src/gateway/node/server'
import { createWebSocketProxy, type WebSocketOptions } from '../../src/gateway/node/webSockets'
import { createLimiter } from '../../src/gateway/upstream/limiter'
import { knownJson } from '../knownJson'
import { deployment, origin as otherOrigin } from './testGateway'

const secret = 'k3y-0123456789abcdef-secret'

/** A node that answers every call with its method, over HTTP and WebSocket, and records the calls. */
const reached: string[] = []
type RpcQuestion = { readonly id: number; readonly method: string }
const answerTo = ({ id, method }: RpcQuestion) => {
  reached.push(method)
  return { jsonrpc: '2.0', id, result: method === 'eth_getLogs' ? `/v2/${secret}` : method }
}
const node = createServer(async (request, response) => {
  let body = ''
  for await (const chunk of request) body += chunk
  const calls = knownJson(body)
  response.end(JSON.stringify(Array.isArray(calls) ? calls.map(answerTo) : answerTo(calls)))
})
const nodeSockets = new WebSocketServer({ server: node })
nodeSockets.on('connection', (socket) => {
  socket.on('message', (message) => {
    const calls = knownJson(String(message))
    socket.send(JSON.stringify(Array.isArray(calls) ? calls.map(answerTo) : answerTo(calls)))
  })
})

let nodeUrl = ''
beforeAll(async () => {
  await new Promise<void>((resolve) => node.listen(0, '127.0.0.1', resolve))
  nodeUrl = `http://127.0.0.1:${(node.address() as AddressInfo).port}/v2/${secret}`
})
beforeEach(() => reached.splice(0))
afterAll(() => {
  for (const client of nodeSockets.clients) client.terminate()
  node.close()
})

const stops: (() => Promise<void>)[] = []
afterEach(() => Promise.all(stops.splice(0).map((stop) => stop())))

type Settings = Partial<WebSocketOptions> & { readonly perMinute?: number; readonly burst?: number }

/** A gateway's port, with the WebSocket proxy of one chain and its `/rpc` over HTTP. */
async function start({ perMinute = 60, burst = 1_000, ...options }: Settings = {}) {
  const server: HttpServer = await listen({ port: 0, host: '127.0.0.1', trustedProxies: options.trustedProxies ?? 0 })
  const targets = new Map([[741001, { kind: 'evm' as const, url: nodeUrl }]])
  const take = createLimiter({ perMinute, burst }, () => 0)
  const proxy = createWebSocketProxy({ targets, hosts: ['127.0.0.1'], take, ...options })
  const service = { baseUrl: 'http://service.test', apiKey: undefined, fetch: () => Promise.reject(new Error()) }
  const app = createGateway({
    ...{ deployment, service, site: new Map(), rpc: targets, clock: () => 0, log: () => undefined },
    rpcLimiter: take,
  })
  server.serve((request, env) => app.fetch(request, env), proxy.upgrade)
  stops.push(async () => {
    await proxy.close()
    await server.close(0)
  })
  return {
    close: proxy.close,
    url: server.url,
    address: `${server.url.replace('http', 'ws')}/rpc/741001`,
    port: server.port,
  }
}

type Connected = { readonly socket: WebSocket; readonly answers: unknown[]; readonly closed: Promise<number> }

function connect(address: string, headers: Record<string, string> = {}): Promise<Connected> {
  const socket = new WebSocket(address, { headers })
  const answers: unknown[] = []
  socket.on('message', (message) => answers.push(JSON.parse(String(message))))
  const closed = new Promise<number>((resolve) => socket.on('close', resolve))
  return new Promise((resolve, reject) => {
    socket.on('open', () => resolve({ socket, answers, closed }))
    socket.on('error', reject)
  })
}

const call = (id: number, method: string) => ({ jsonrpc: '2.0', id, method, params: [] })
const answered = (answers: unknown[], count: number) => expect.poll(() => answers.length, { interval: 5 }).toBe(count)

test('a WebSocket forwards the same methods as HTTP, and refuses the rest', async () => {
  const { socket, answers } = await connect((await start()).address)
  for (const method of ['anvil_mine', 'eth_subscribe']) socket.send(JSON.stringify(call(method.length, method)))
  await answered(answers, 2)
  expect(answers).toMatchObject([
    { id: 10, error: { code: -32601 } },
    { id: 13, result: 'eth_subscribe' },
  ])
  expect(reached).toEqual(['eth_subscribe'])
})

test('a call that is nested without end is refused, and the gateway goes on', async () => {
  const { socket, answers } = await connect((await start()).address)
  socket.send(`{"jsonrpc":"2.0","id":1,"method":"eth_call","params":${'['.repeat(20_000)}${']'.repeat(20_000)}}`)
  socket.send(JSON.stringify(call(2, 'eth_chainId')))
  await answered(answers, 2)
  expect(answers).toMatchObject([
    { id: 1, error: { code: -32602 } },
    { id: 2, result: 'eth_chainId' },
  ])
})

test.each([
  'https://evil.example',
  'HTTPS://EVIL.EXAMPLE',
  'null',
  'NULL',
  'file://',
  'chrome-extension://abcdef',
  otherOrigin,
  'http://127.0.0.1',
  '',
  ' ',
])('a page of the origin %j gets no WebSocket', async (origin) => {
  await expect(connect((await start()).address, { origin })).rejects.toThrow('403')
})

test.each([
  'https://app.swap.example',
  'https://swap.example.evil',
  'https://swap.example:8443',
  'http://swap.example',
  'https://swap.example@evil.example',
])('a page of %s, which only resembles the public URL, gets no WebSocket', async (origin) => {
  const { address } = await start({ publicUrl: 'https://swap.example' })
  await expect(connect(address, { origin })).rejects.toThrow('403')
})

test('a request with two Origin headers is refused', async () => {
  const { address, url } = await start()
  await expect(connect(address, { origin: `${url}, https://evil.example` })).rejects.toThrow('403')
})

test('our own page gets a WebSocket, for any spelling of its origin, also behind the public URL', async () => {
  const { address, url } = await start({ publicUrl: 'https://swap.example' })
  for (const origin of [url, url.toUpperCase(), 'https://swap.example', 'HTTPS://Swap.Example'])
    (await connect(address, { origin })).socket.terminate()
})

test('another host name and another chain are refused', async () => {
  const { address, port } = await start()
  await expect(connect(address.replace('741001', '5'))).rejects.toThrow('404')
  await expect(connect(`ws://localhost:${port}/rpc/741001`)).rejects.toThrow('403')
  await expect(connect(address, { host: 'rebound.example' })).rejects.toThrow('403')
})

test('calls over WebSocket and HTTP share one rate limit, and each call of a batch counts', async () => {
  const { address, url } = await start({ burst: 9 })
  const { socket, answers } = await connect(address)
  socket.send(JSON.stringify(Array.from({ length: 5 }, (_, id) => call(id, 'eth_chainId'))))
  await answered(answers, 1)
  const overHttp = (size: number) =>
    fetch(`${url}/rpc/741001`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(Array.from({ length: size }, (_, id) => call(id, 'eth_chainId'))),
    })
  expect((await overHttp(3)).status).toBe(200)
  expect((await overHttp(2)).status).toBe(429)
  socket.send(JSON.stringify(call(7, 'eth_chainId')))
  await answered(answers, 2)
  expect(answers[1]).toMatchObject({ error: { code: -32005 } })
  expect(reached).toHaveLength(8)
})

test('a WebSocket that keeps sending over its limit is closed', async () => {
  const { socket, closed } = await connect((await start({ burst: 5 })).address)
  for (let id = 0; id < 200; id++) socket.send(JSON.stringify(call(id, 'eth_chainId')))
  expect(await closed).toBe(1008)
  expect(reached.length).toBeLessThanOrEqual(4)
})

test('the number of WebSockets per caller is limited, and others have their own', async () => {
  const { address } = await start({ limits: { socketsPerCaller: 3 }, trustedProxies: 1 })
  const from = (caller: string) => connect(address, { 'x-forwarded-for': caller })
  const outcomes = await Promise.allSettled(Array.from({ length: 10 }, () => from('198.51.100.1')))
  const open = outcomes.flatMap((outcome) => (outcome.status === 'fulfilled' ? [outcome.value] : []))
  expect(open).toHaveLength(3)
  for (const outcome of outcomes) if (outcome.status === 'rejected') expect(String(outcome.reason)).toContain('429')
  await from('198.51.100.2')
  open[0]!.socket.close()
  await open[0]!.closed
  await expect.poll(() => from('198.51.100.1').then(() => 'open', String)).toBe('open')
})

test('an idle WebSocket is closed, one in use is not', async () => {
  const { address } = await start({ limits: { idleTimeout: 300 } })
  const [idle, used] = await Promise.all([connect(address), connect(address)])
  const timer = setInterval(() => used.socket.send(JSON.stringify(call(1, 'eth_chainId'))), 50)
  expect(await idle.closed).toBe(1001)
  await new Promise((resolve) => setTimeout(resolve, 300))
  clearInterval(timer)
  expect(used.socket.readyState).toBe(WebSocket.OPEN)
})

test("the API key in a node's URL is hidden in the node's messages", async () => {
  const { socket, answers } = await connect((await start()).address)
  socket.send(JSON.stringify(call(1, 'eth_getLogs')))
  await answered(answers, 1)
  expect(answers).toEqual([{ jsonrpc: '2.0', id: 1, result: `/v2/${'*'.repeat(secret.length)}` }])
})

test('a gateway that stops lets calls be answered, takes no new ones, and asks its clients to connect again', async () => {
  let reply = () => {}
  const asked: string[] = []
  const slowNode = new WebSocketServer({ port: 0, host: '127.0.0.1' })
  slowNode.on('connection', (socket) =>
    socket.on('message', (message) => {
      asked.push(String(message))
      reply = () => {
        socket.send('{"jsonrpc":"2.0","method":"eth_subscription","params":{}}')
        socket.send('{"jsonrpc":"2.0","id":1,"result":"0x1"}')
      }
    }),
  )
  stops.push(async () => slowNode.close())
  await new Promise((resolve) => slowNode.on('listening', resolve))
  const url = `http://127.0.0.1:${(slowNode.address() as AddressInfo).port}`
  const { address, close } = await start({ targets: new Map([[741001, { kind: 'evm', url }]]) })
  const [busy, idle] = [await connect(address), await connect(address)]
  busy.socket.send('{"jsonrpc":"2.0","id":1,"method":"eth_blockNumber"}')
  await expect.poll(() => asked.length).toBe(1)

  const closed = close(60_000)
  expect(await idle.closed).toBe(1012)
  busy.socket.send('{"jsonrpc":"2.0","id":2,"method":"eth_chainId"}')
  expect(busy.answers).toEqual([])
  reply()
  expect(await busy.closed).toBe(1012)
  await closed
  expect(busy.answers).toHaveLength(2)
  expect(asked).toHaveLength(1)
})
