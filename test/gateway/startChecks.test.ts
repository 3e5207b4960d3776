import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, expect, test } from 'vitest'
import { WebSocketServer } from 'ws'
import { startTidegate } from '../../src/gateway/node/tidegate'
import { readSettings } from '../../src/gateway/settings'
import { chainList } from './testGateway'

const stops: (() => unknown)[] = []
afterEach(async () => {
  for (const stop of stops.splice(0)) await stop()
})

/** A server that answers every request with one status and body. */
async function serverWith(status: number, body: string): Promise<string> {
  const server = createServer((_, response) => {
    response.writeHead(status, { 'content-type': 'application/json' }).end(body)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  stops.push(() => server.close())
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
}

async function start(settings: Record<string, string>) {
  const environment = { PORT: '0', TIDEGATE_API_KEY: 'key-of-a-test', ...settings }
  const gateway = await startTidegate(readSettings(environment, [], () => ''))
  stops.push(gateway.stop)
  return gateway
}

const nodeOf = (result: unknown) => serverWith(200, JSON.stringify({ jsonrpc: '2.0', id: 1, result }))
const hostOf = (url: string) => new URL(url).host

test.each([401, 403])(
  'a key that the service refuses with %i is named at start, and nothing starts',
  async (status) => {
    const service = await serverWith(status, '{"message":"Unauthorized"}')
    await expect(start({ TIDEGATE_BASE_URL: service })).rejects.toThrow(
      `The service at ${hostOf(service)} refused TIDEGATE_API_KEY (it answered ${status}).`,
    )
  },
)

test('a node of another chain is named at the start, without the API key in its URL', async () => {
  const service = await serverWith(200, chainList)
  const node = await nodeOf('0x89')
  const chains = (part: object) => JSON.stringify([{ chainId: 1, ...part }])
  for (const part of [{ rpcTarget: `${node}/v2/secret-of-the-node` }, { rpcUrls: [`${node}/v2/secret-of-the-node`] }]) {
    const started = start({ TIDEGATE_BASE_URL: service, TIDEGATE_CHAINS: chains(part) })
    await expect(started).rejects.toThrow(`the node at ${hostOf(node)} is of chain 137, not 1 (Ethereum).`)
    await expect(started).rejects.not.toThrow('secret-of-the-node')
  }
})

test('a WebSocket of another chain is named at the start too, and one that does not answer may recover', async () => {
  const service = await serverWith(200, chainList)
  const sockets = new WebSocketServer({ port: 0, host: '127.0.0.1' })
  stops.push(() => sockets.close())
  await once(sockets, 'listening')
  const answer = { jsonrpc: '2.0', id: 1, result: '0x89' }
  sockets.on('connection', (socket) => void socket.on('message', () => socket.send(JSON.stringify(answer))))
  const wsUrl = `ws://127.0.0.1:${(sockets.address() as AddressInfo).port}/secret-of-the-node`
  const startWith = (url: string) =>
    start({ TIDEGATE_BASE_URL: service, TIDEGATE_CHAINS: JSON.stringify([{ chainId: 1, wsUrl: url }]) })
  await expect(startWith(wsUrl)).rejects.toThrow(`the node at ${hostOf(wsUrl)} is of chain 137, not 1 (Ethereum).`)
  expect((await fetch(`${(await startWith('ws://127.0.0.1:1')).url}/healthz`)).status).toBe(200)
})

test('a Solana node with another genesis hash is named at the start', async () => {
  const service = await serverWith(200, chainList)
  const chain = { chainId: 900, name: 'Solana', kind: 'solana', nativeCurrency: { symbol: 'SOL', decimals: 9 } }
  const rpcTarget = await nodeOf('4uhcVJyU9pJkvQyS88uRDiswHXSCkY3zQawwpjk2NsNY')
  const chains = JSON.stringify([{ ...chain, rpcTarget, genesisHash: '5eykt4UsFv8P8NJdTREpY1vzqKqZKvdpKuc147dw2N9d' }])
  await expect(start({ TIDEGATE_BASE_URL: service, TIDEGATE_CHAINS: chains })).rejects.toThrow(
    'has another genesis hash than Solana.',
  )
})

test('a service and nodes that do not answer, or not as expected, may recover: the gateway starts', async () => {
  const nodes = [await nodeOf(null), await nodeOf('one'), await serverWith(500, 'down'), 'http://127.0.0.1:1']
  for (const rpcTarget of nodes) {
    const chains = JSON.stringify([{ chainId: 1, rpcTarget }])
    const { url } = await start({ TIDEGATE_BASE_URL: 'http://127.0.0.1:1', TIDEGATE_CHAINS: chains })
    expect((await fetch(`${url}/healthz`)).status).toBe(200)
  }
})

test('a base URL with a wrong path is reported at the start', async () => {
  const lines: string[] = []
  const settings = {
    PORT: '0',
    TIDEGATE_API_KEY: 'key-of-a-test',
    TIDEGATE_BASE_URL: await serverWith(404, '{"message":"no"}'),
  }
  const gateway = await startTidegate(
    readSettings(settings, [], () => ''),
    { log: (line) => lines.push(JSON.stringify(line)) },
  )
  stops.push(gateway.stop)
  expect(lines.join()).toContain('is the path of TIDEGATE_BASE_URL right?')
})

test('with a correct node and key the gateway starts, and the chain list is cached for the first visitor', async () => {
  const service = await serverWith(200, chainList)
  const chains = JSON.stringify([{ chainId: 1, rpcTarget: await nodeOf('0x1') }])
  const { url } = await start({ TIDEGATE_BASE_URL: service, TIDEGATE_CHAINS: chains })
  const response = await fetch(`${url}/api/blockchain`)
  expect([response.status, response.headers.get('cache-status')]).toEqual([200, expect.stringContaining('tidegate')])
})

test('a notice file that cannot be created is named at the start', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'tidegate-start-'))
  stops.push(() => rmSync(folder, { recursive: true }))
  const missing = join(folder, 'gone', 'notice.json')
  await expect(start({ TIDEGATE_BASE_URL: 'http://127.0.0.1:1', TIDEGATE_NOTICE: missing })).rejects.toThrow(
    `TIDEGATE_NOTICE is in the folder "${join(folder, 'gone')}", which does not exist.`,
  )
  await expect(start({ TIDEGATE_BASE_URL: 'http://127.0.0.1:1', TIDEGATE_NOTICE: folder })).rejects.toThrow(
    `TIDEGATE_NOTICE must be a file, but "${folder}" is a folder.`,
  )
  await start({ TIDEGATE_BASE_URL: 'http://127.0.0.1:1', TIDEGATE_NOTICE: join(folder, 'notice.json') })
})
