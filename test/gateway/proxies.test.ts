import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import { request } from 'node:https'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { findProgram } from '../../bin/parts/debian.mjs'
import { startTidegate, type TidegateServer } from '../../src/gateway/node/tidegate'
import { readSettings } from '../../src/gateway/settings'
import { freePort } from './command'
import { swap } from './corpus'
import { chainList, envelope } from './testGateway'

/*
 * The files of deploy/ for nginx and HAProxy are started as they are, with other ports and a certificate of the test, in
 * front of real gateways and a service that counts.
 */

const nginx = findProgram('nginx')
const haproxy = findProgram('haproxy')
for (const [name, path] of Object.entries({ nginx, haproxy }))
  if (path === undefined) console.log(`Skipped: ${name} is not installed here, so deploy/ is not tried with it.`)

let folder: string
const running: ChildProcess[] = []
const stops: (() => Promise<unknown>)[] = []

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'tidegate-proxies-'))
  const out = ['-keyout', join(folder, 'key.pem'), '-out', join(folder, 'cert.pem')]
  execFileSync(
    'openssl',
    ['req', '-x509', '-newkey', 'rsa:2048', '-nodes', '-days', '2', '-subj', '/CN=swap.example', ...out],
    {
      stdio: 'ignore',
    },
  )
  writeFileSync(join(folder, 'both.pem'), textOf('key.pem') + textOf('cert.pem'))
})
afterEach(async () => {
  for (const child of running.splice(0)) {
    child.kill('SIGTERM')
    await new Promise((resolve) => (child.exitCode === null ? child.on('close', resolve) : resolve(undefined)))
  }
  for (const stop of stops.splice(0)) await stop()
})
afterAll(() => rmSync(folder, { recursive: true }))

const textOf = (file: string) => readFileSync(join(folder, file), 'utf8')

/** A service that counts its requests and delays deposits. */
async function startCountingService() {
  const asked: { readonly path: string; readonly at: number }[] = []
  const server = createServer((incoming, response) => {
    asked.push({ path: incoming.url ?? '', at: performance.now() })
    const body = incoming.url === '/api/blockchain' ? chainList : envelope([{ pool: '0x1', madeAt: performance.now() }])
    setTimeout(
      () => response.writeHead(200, { 'content-type': 'application/json' }).end(body),
      incoming.method === 'POST' ? 300 : 0,
    )
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  stops.push(async () => {
    server.closeAllConnections()
    server.close()
  })
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, asked }
}

/** Gateways behind one proxy, each on a port of its own. */
async function startGateways(count: number, serviceUrl: string) {
  const environment = {
    PORT: '0',
    TIDEGATE_BASE_URL: serviceUrl,
    TIDEGATE_PUBLIC_URL: 'https://swap.example',
    TIDEGATE_TRUSTED_PROXIES: '1',
    TIDEGATE_CHAINS: JSON.stringify([{ chainId: 1, rpcTarget: serviceUrl }]),
    TIDEGATE_LIMITS: '{"drainSeconds":3}',
  }
  const gateways = await Promise.all(
    Array.from({ length: count }, () => startTidegate(readSettings(environment, [], () => ''))),
  )
  stops.push(() => Promise.all(gateways.map(({ stop }) => stop())))
  return gateways
}

const portOf = ({ url }: TidegateServer) => new URL(url).port

/** A file of deploy/, listening on a free port and forwarding to these gateways. */
async function startProxy(file: string, gateways: readonly TidegateServer[]) {
  const port = await freePort()
  const plainPort = await freePort()
  const ports = ['4173', '4174', '4175']
  const text = ports
    .reduce(
      (conf, from, index) =>
        conf.replaceAll(`127.0.0.1:${from}`, `127.0.0.1:${portOf(gateways[index] ?? gateways[0]!)}`),
      readFileSync(`deploy/${file}`, 'utf8'),
    )
    .replace('listen 443 ssl http2', `listen 127.0.0.1:${port} ssl http2`)
    .replace('listen 80', `listen 127.0.0.1:${plainPort}`)
    .replace('bind :443', `bind 127.0.0.1:${port}`)
    .replaceAll(/\/etc\/letsencrypt\S+fullchain\.pem/g, join(folder, 'cert.pem'))
    .replaceAll(/\/etc\/letsencrypt\S+privkey\.pem/g, join(folder, 'key.pem'))
    .replaceAll('/etc/haproxy/swap.example.pem', join(folder, 'both.pem'))
    .replaceAll('/var/cache/nginx-tidegate', join(folder, `cache-${port}`))
  const conf = join(folder, file)
  if (file.endsWith('.cfg')) {
    writeFileSync(conf, text)
    run(haproxy!, ['-f', conf])
  } else {
    const own = join(folder, `nginx-${port}`)
    mkdirSync(own)
    const kinds = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi']
    const temporary = kinds.map((kind) => `${kind}_temp_path ${own}/${kind};`).join(' ')
    // The workers of an nginx that root starts could not write into the folder.
    const user = process.getuid?.() === 0 ? 'user root; ' : ''
    const head = `${user}daemon off; pid ${own}/pid; error_log ${own}/error.log; worker_processes 2; events {}`
    writeFileSync(conf, `${head}\nhttp { access_log off; ${temporary}\n${text}\n}`)
    run(nginx!, ['-c', conf, '-e', `${own}/error.log`])
  }
  const ask = (path: string, init: Ask = {}) => askProxy(port, path, init)
  await expect
    .poll(() =>
      ask('/healthz').then(
        ({ status }) => status,
        () => 0,
      ),
    )
    .toBe(200)
  return { ask, port }
}

function run(program: string, args: readonly string[]) {
  running.push(spawn(program, [...args], { stdio: 'ignore' }))
}

type Ask = { readonly method?: string; readonly body?: string; readonly headers?: Readonly<Record<string, string>> }
type Answer = { readonly status: number; readonly headers: Readonly<Record<string, unknown>>; readonly text: string }

function askProxy(port: number, path: string, { method = 'GET', body, headers = {} }: Ask): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const outgoing = request(
      {
        ...{ host: '127.0.0.1', port, path, method, rejectUnauthorized: false, agent: false },
        headers: {
          host: 'swap.example',
          ...(body === undefined ? {} : { 'content-type': 'application/json' }),
          ...headers,
        },
      },
      (response) => {
        const parts: Buffer[] = []
        response.on('data', (part: Buffer) => parts.push(part))
        response.on('end', () =>
          resolve({
            status: response.statusCode ?? 0,
            headers: response.headers,
            text: Buffer.concat(parts).toString(),
          }),
        )
      },
    )
    outgoing.on('error', reject)
    outgoing.end(body)
  })
}

describe.runIf(nginx !== undefined)('deploy/nginx.conf', () => {
  test('starts on this nginx, passes the app, its headers and large calls to nodes, and hides the metrics', async () => {
    const service = await startCountingService()
    const { ask, port } = await startProxy('nginx.conf', await startGateways(1, service.url))
    const chains = await ask('/api/blockchain')
    expect([chains.status, chains.text]).toEqual([200, chainList])
    expect(chains.headers['strict-transport-security']).toBeDefined()
    expect((await ask('/metrics')).status).toBe(403)
    const call = (bytes: number) =>
      ask('/rpc/1', {
        method: 'POST',
        body: JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'eth_call', params: ['x'.repeat(bytes)] }),
      })
    expect((await call(900_000)).status).toBe(200)
    expect((await call(1_100_000)).status).toBe(413)
    const own = { host: `swap.example:${port}`, origin: 'https://swap.example' }
    expect((await ask('/api/swap/native', { method: 'POST', body: swap, headers: own })).status).toBe(200)
  })
})

const many = [
  ['nginx-many.conf', nginx],
  ['haproxy-many.cfg', haproxy],
] as const

describe.each(many)('deploy/%s', (file, program) => {
  test.runIf(program !== undefined)(
    'requests each list once for all gateways, and sends a deposit posted six times once',
    async () => {
      const service = await startCountingService()
      const { ask } = await startProxy(file, await startGateways(3, service.url))
      const lists = Array.from({ length: 60 }, () => ask('/api/amm/pool/all/Harbor'))
      expect(new Set((await Promise.all(lists)).map(({ status }) => status))).toEqual(new Set([200]))
      expect(service.asked.filter(({ path }) => path === '/api/amm/pool/all/Harbor')).toHaveLength(1)

      const deposit = { method: 'POST', body: '{"amountA":1,"amountB":2}' }
      const deposits = Array.from({ length: 6 }, () => ask('/api/amm/interactions/add', deposit))
      expect((await Promise.all(deposits)).map(({ status }) => status)).toEqual(deposits.map(() => 200))
      expect(service.asked.filter(({ path }) => path === '/api/amm/interactions/add')).toHaveLength(1)
    },
  )

  test.runIf(program !== undefined)(
    'loses no request while the gateways are restarted one after the other',
    async () => {
      const service = await startCountingService()
      const gateways = await startGateways(3, service.url)
      const { ask } = await startProxy(file, gateways)
      const failed: unknown[] = []
      let asked = 0
      let isOver = false
      const visitor = async (path: string) => {
        while (!isOver) {
          const status = await ask(path).then((answer) => answer.status, String)
          asked++
          if (status !== 200) failed.push(status)
        }
      }
      const visitors = ['/api/blockchain', '/config.json', '/api/amm/pool/all/Harbor'].map(visitor)
      for (const gateway of gateways.slice(0, 2)) {
        await gateway.drain()
        await gateway.stop()
      }
      isOver = true
      await Promise.all(visitors)
      expect(failed).toEqual([])
      expect(asked).toBeGreaterThan(50)
    },
  )
})

test.runIf(nginx !== undefined)(
  'nginx that caches lists sends the service one request in five seconds, and no list is older than its age',
  async () => {
    const service = await startCountingService()
    const { ask } = await startProxy('nginx-many.conf', await startGateways(3, service.url))
    const startedAt = performance.now()
    let answers = 0
    const older: number[] = []
    const statuses = new Set<number>()
    const visitor = async (encoding: string) => {
      while (performance.now() - startedAt < 6_000) {
        const askedAt = performance.now()
        const { status, headers, text } = await ask(`/api/amm/pool/all/Harbor?visit=${answers}`, {
          headers: { 'accept-encoding': encoding },
        })
        answers++
        statuses.add(status)
        const [, madeAt = ''] = /"madeAt":([\d.]+)/.exec(text) ?? []
        older.push((askedAt - Number(madeAt)) / 1_000 - Number(headers.age))
      }
    }
    await Promise.all(['', 'gzip, deflate, br, zstd', 'br', 'identity'].map(visitor))
    expect([...statuses]).toEqual([200])
    const seconds = (performance.now() - startedAt) / 1_000
    const asked = service.asked.filter(({ path }) => path.startsWith('/api/amm/pool/all/Harbor')).length
    console.log(`${answers} answers in ${seconds.toFixed(1)} s, ${asked} calls to the service`)
    expect(asked).toBeLessThanOrEqual(1 + Math.floor(seconds / 5))
    // Age is in whole seconds, and nginx keeps an answer for the second in which it came and the next.
    expect(Math.max(...older)).toBeLessThan(4)
  },
)
