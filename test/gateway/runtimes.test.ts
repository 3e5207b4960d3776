import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { type IncomingHttpHeaders, request } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { brotliCompressSync, brotliDecompressSync, gunzipSync } from 'node:zlib'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { readSite } from '../../src/gateway/node/files'
import { startTidegate } from '../../src/gateway/node/tidegate'
import { verifyDeployment } from '../../src/gateway/node/verify'
import { readSettings } from '../../src/gateway/settings'
import { pageExamples } from '../../src/gateway/site/pages'
import type { Service } from '../../src/gateway/upstream/client'
import { knownJson } from '../knownJson'
import { odd, type StubService, startService } from '../upstream/wireService'
import {
  common,
  dataPolicy,
  forbiddenHeaders,
  kinds,
  metricsToken,
  notBodies,
  notCalls,
  notFiles,
  notNetworks,
  swap,
  wrongMethods,
} from './corpus'
import { type Environment, type Running, runtimesHere } from './runtimes'
import { canary } from './testGateway'

const folder = mkdtempSync(join(tmpdir(), 'tidegate-runtimes-'))
const app = join(folder, 'app')

beforeAll(() => {
  const files = {
    'app/index.html': '<!doctype html><script>first()</script><p>page</p>',
    'app/start.html': '<!doctype html><script>first()</script><script type="importmap">{}</script><p>drawn</p>',
    'app/assets/index-B1c2D3e4.js': 'console.log(1)',
    'app/assets/index-B1c2D3e4.js.br': brotliCompressSync('console.log(1)'),
    'app/assets/index-B1c2D3e4.js.map': '{}',
    'app/.vite/manifest.json': '{}',
    'app/logo.svg': '<svg xmlns="http://www.w3.org/2000/svg"/>',
    'secret.txt': 'secret',
  }
  for (const [path, content] of Object.entries(files)) {
    mkdirSync(join(folder, path, '..'), { recursive: true })
    writeFileSync(join(folder, path), content)
  }
})
afterAll(() => rmSync(folder, { recursive: true }))

type Question = {
  readonly method?: string
  readonly headers?: Readonly<Record<string, string>>
  readonly body?: string
  /** Sends the body in chunks, without Content-Length. */
  readonly isChunked?: boolean
  readonly signal?: AbortSignal
}
type Answer = {
  readonly status: number
  readonly headers: IncomingHttpHeaders
  readonly body: Buffer
  readonly text: string
}

/** Requests the path exactly as written: `fetch` would normalise it. */
function ask(url: string, path: string, question: Question = {}): Promise<Answer> {
  const { method = 'GET', headers = {}, body, isChunked = false, signal } = question
  const { hostname, port } = new URL(url)
  const length = body === undefined || isChunked ? {} : { 'content-length': String(Buffer.byteLength(body)) }
  return new Promise((resolve, reject) => {
    const options = { hostname, port, path, method, headers: { ...length, ...headers }, agent: false }
    const sent = request(options, async (response) => {
      const chunks: Buffer[] = []
      for await (const chunk of response) chunks.push(chunk)
      const whole = Buffer.concat(chunks)
      resolve({ status: response.statusCode ?? 0, headers: response.headers, body: whole, text: whole.toString() })
    })
    sent.on('error', reject)
    // Destroys the socket: a client that only ends its side may still be reading.
    signal?.addEventListener('abort', () => sent.socket?.resetAndDestroy())
    if (body !== undefined) sent.write(body)
    sent.end()
  })
}

function post(
  url: string,
  path: string,
  body: string,
  headers: Readonly<Record<string, string>> = {},
): Promise<Answer> {
  return ask(url, path, { method: 'POST', body, headers: { 'content-type': 'application/json', ...headers } })
}

const foreign = { origin: 'https://evil.example' }

/** Tests for every gateway, on every runtime, in front of every service. */
function testEveryGateway(now: () => { readonly url: string; readonly asked: readonly string[] }) {
  const pools = (asked: readonly string[]) => asked.filter((line) => line !== 'GET /api/blockchain')

  test.each(kinds)('%s has every security header (H-01)', async (_, path, init, status, runsScripts) => {
    const { headers, ...answer } = await ask(now().url, path, init)
    expect(answer.status).toBe(status)
    expect(headers).toMatchObject(common)
    expect(headers['permissions-policy']).toContain('camera=()')
    const policy = headers['content-security-policy']
    if (runsScripts) expect(policy).toMatch(/script-src 'self' 'sha256-\S+' 'sha256-\S+';/)
    else expect(policy).toBe(dataPolicy)
    if (init.method === 'HEAD' || status === 304) expect(answer.text).toBe('')
  })

  test.each(kinds)('%s reveals no server, sets no cookie, allows no other origin (H-02)', async (_, path, init) => {
    const { headers } = await ask(now().url, path, { ...init, headers: { ...init.headers, ...foreign } })
    for (const name of forbiddenHeaders) expect(headers[name], name).toBeUndefined()
  })

  test('every file and page is served as built, in every encoding', async () => {
    const { differences, paths } = await verifyDeployment(now().url, await readSite(app), fetch)
    expect(differences).toEqual([])
    const script = '/assets/index-B1c2D3e4.js'
    expect(paths).toEqual(expect.arrayContaining([...pageExamples, script]))
    const small = await ask(now().url, script, { headers: { 'accept-encoding': 'gzip, br' } })
    expect([small.headers['content-encoding'], brotliDecompressSync(small.body).toString()]).toEqual([
      ...['br', 'console.log(1)'],
    ])
    expect(small.headers['content-length']).toBe(String(small.body.length))
    const again = await ask(now().url, script, { headers: { 'if-none-match': small.headers.etag ?? '' } })
    expect([again.status, again.headers.etag]).toEqual([304, small.headers.etag])
  })

  test.each([...notFiles, '/../secret.txt', '/assets/../../secret.txt'])('%s is not served', async (path) => {
    const { status, text } = await ask(now().url, path)
    expect(status).toBe(404)
    expect(text).not.toBe('secret')
  })

  test.each(notCalls)('%s is not one of the four calls', async (path) => {
    const before = now().asked.length
    const { status, text } = await ask(now().url, path)
    expect([status, JSON.parse(text)]).toMatchObject([404, { data: null, status: false }])
    expect(now().asked).toHaveLength(before)
  })

  test.each(notNetworks)('network %j is answered 404 without a request for its pools (H-09)', async (name) => {
    const before = pools(now().asked)
    expect((await ask(now().url, `/api/amm/pool/all/${name}`)).status).toBe(404)
    expect(pools(now().asked)).toEqual(before)
  })

  test.each(wrongMethods)('%s refuses %s and lists the allowed methods', async (path, method, allow) => {
    const before = now().asked.length
    const { status, headers } = await ask(now().url, path, { method })
    expect([status, headers.allow, now().asked.length]).toEqual([405, allow, before])
  })

  test.each(notBodies)('%s never reaches the service (H-13)', async (_, body, type, status) => {
    const before = now().asked.length
    expect((await post(now().url, '/api/swap/native', body, { 'content-type': type })).status).toBe(status)
    expect(now().asked).toHaveLength(before)
  })

  test('a body without Content-Length is limited too (H-13)', async () => {
    const before = now().asked.length
    const headers = { 'content-type': 'application/json' }
    const question = { method: 'POST', headers, body: JSON.stringify({ amount: '1'.repeat(5_000) }), isChunked: true }
    expect((await ask(now().url, '/api/swap/native', question)).status).toBe(413)
    expect(now().asked).toHaveLength(before)
  })

  test('requests from another origin or for another host are refused', async () => {
    const before = now().asked.length
    const stranger = await post(now().url, '/api/swap/native', swap, foreign)
    const rebound = await ask(now().url, '/api/blockchain', { headers: { host: 'rebound.example' } })
    expect([stranger.status, rebound.status, now().asked.length]).toEqual([403, 421, before])
  })

  test('the four calls are answered, and a matching If-None-Match gets a 304', async () => {
    const first = await ask(now().url, '/api/blockchain')
    expect([first.status, first.headers['content-type']]).toEqual([200, 'application/json; charset=utf-8'])
    expect(first.headers['cache-control']).toMatch(
      /^public, max-age=30, stale-while-revalidate=300, stale-if-error=3600, s-maxage=\d+$/,
    )
    const again = await ask(now().url, '/api/blockchain', { headers: { 'if-none-match': first.headers.etag ?? '' } })
    expect([again.status, again.text]).toEqual([304, ''])
    expect((await ask(now().url, '/api/amm/pool/all/Harbor')).status).toBe(200)
    expect((await ask(now().url, '/readyz')).status).toBe(200)
  })

  test('a caller over the rate limit gets Retry-After, for any address that it claims (H-12)', async () => {
    const statuses: number[] = []
    for (let i = 0; i < 11; i++) {
      const claim = { 'x-forwarded-for': `203.0.113.${i}` }
      const { status, headers } = await post(now().url, '/csp-report', '[]', claim)
      statuses.push(status)
      if (status === 429) expect(headers['retry-after']).toMatch(/^\d+$/)
    }
    expect(statuses.at(-1)).toBe(429)
  })
}

/** Tests that need a service that misbehaves on request. */
function testWithService(
  now: () => { readonly url: string; readonly asked: readonly string[]; readonly left: string[] },
) {
  const poolsOf = (network: string, question?: Question) => ask(now().url, `/api/amm/pool/all/${network}`, question)
  const swapOf = (amount: string) => post(now().url, '/api/swap/native', JSON.stringify({ amount }))

  test('the app reads lists as long as those that the gateway passes on', async () => {
    const { body } = await ask(now().url, '/config.json')
    expect(knownJson(body.toString())).toMatchObject({ maxAnswerBytes: 1024 * 1024 })
  })

  test('response bodies are passed on byte for byte (H-14)', async () => {
    expect((await poolsOf('Delta')).body.equals(Buffer.from(odd))).toBe(true)
    const answers = [await swapOf('1'), await post(now().url, '/api/amm/interactions/add', '{"amountA":1}')]
    for (const { status, body } of answers) expect([status, body.equals(Buffer.from(odd))]).toEqual([201, true])
    const packed = await ask(now().url, '/api/blockchain', { headers: { 'accept-encoding': 'gzip' } })
    expect(
      knownJson((packed.headers['content-encoding'] ? gunzipSync(packed.body) : packed.body).toString()).status,
    ).toBe(true)
  })

  test('of the response headers only content type, age and Retry-After are passed on, and no response has the key (H-08)', async () => {
    for (const answer of [
      await poolsOf('Echo'),
      await swapOf('Echo'),
      await poolsOf('Delta'),
      await ask(now().url, '/metrics', { headers: { authorization: `Bearer ${metricsToken}` } }),
    ]) {
      expect(JSON.stringify(answer.headers) + answer.text).not.toContain(canary)
      for (const name of forbiddenHeaders) expect(answer.headers[name], name).toBeUndefined()
    }
  })

  test.each([
    ['Gone', 502, 'http_response_incomplete'],
    ['Elsewhere', 502, 'http_protocol_error'],
    ['Page', 502, 'http_protocol_error'],
    ['Large', 502, 'http_response_body_size'],
    ['NoSuchStatus', 502, 'http_protocol_error'],
    ['NotModified', 502, 'http_protocol_error'],
    ['PageOfJson', 502, 'http_protocol_error'],
  ])('a service that is %s is reported in a sentence (H-10)', async (way, status, fault) => {
    for (const answer of [await poolsOf(way), await swapOf(way)]) {
      expect([answer.status, answer.headers['proxy-status']]).toEqual([status, `tidegate; error=${fault}`])
      expect(JSON.parse(answer.text)).toMatchObject({ data: null, status: false })
    }
  })

  test('early hints of the service are ignored, and a Retry-After with a date is understood', async () => {
    expect((await poolsOf('Hints')).text).toBe(odd)
    const busy = await swapOf('Busy')
    expect([busy.status, busy.headers['retry-after']]).toEqual([503, '30'])
  })

  test('an API key that the service echoes is hidden, however it is split into chunks (H-08)', async () => {
    for (const answer of [await poolsOf('Pieces'), await swapOf('Pieces')]) {
      expect(answer.status).toBeLessThan(300)
      expect(JSON.parse(answer.text)).toMatchObject({ message: '*'.repeat(canary.length) })
      expect(answer.text).not.toContain(canary)
    }
  })

  test('a node is reached through the gateway, and its redirects are not followed', async () => {
    const call = '{"jsonrpc":"2.0","id":1,"method":"eth_chainId","params":[]}'
    expect(JSON.parse((await post(now().url, '/rpc/1', call)).text)).toEqual({ jsonrpc: '2.0', id: 1, result: '0x1' })
    const cheat = await post(now().url, '/rpc/1', call.replace('eth_chainId', 'anvil_mine'))
    expect(JSON.parse(cheat.text)).toMatchObject({ error: { code: -32601 } })
    expect((await post(now().url, '/rpc/10', call)).status).toBe(502)
  })

  test('two hundred concurrent callers cause one request to the service (H-11)', async () => {
    const crowd = () => now().asked.filter((line) => line.endsWith('/Crowd')).length
    const before = crowd()
    const answers = await Promise.all(Array.from({ length: 200 }, () => poolsOf('Crowd')))
    expect(new Set(answers.map(({ status, text }) => `${status} ${text}`))).toEqual(new Set([`200 ${odd}`]))
    expect(crowd() - before).toBeLessThanOrEqual(1)
  })

  test("a caller that waits for another's request gets its answer, also when the other disconnects", async () => {
    const leaving = new AbortController()
    const first = poolsOf('Late', { signal: leaving.signal })
    await new Promise((resolve) => setTimeout(resolve, 150))
    const second = poolsOf('Late')
    leaving.abort()
    await expect(first).rejects.toThrow()
    expect((await second).text).toBe(odd)
    expect((await poolsOf('Late')).text).toBe(odd)
  })

  test('a quote whose caller has disconnected is aborted', async () => {
    const leaving = new AbortController()
    const [asked, left] = [now().asked.length, now().left.length]
    const headers = { 'content-type': 'application/json' }
    const question = { method: 'POST', headers, body: '{"amount":"Silent"}', signal: leaving.signal }
    const quote = ask(now().url, '/api/swap/native', question)
    await expect.poll(() => now().asked.length).toBe(asked + 1)
    leaving.abort()
    await expect(quote).rejects.toThrow()
    await expect.poll(() => now().left.slice(left)).toEqual(['POST /api/swap/native'])
  })

  // These wait for a clock that no test can move: runtimes are processes of their own.
  if (process.env.TIDEGATE_DEEP) {
    test.concurrent('a service that does not answer is reported after eight seconds (H-10)', async () => {
      const { status, headers } = await poolsOf('Silent')
      expect([status, headers['proxy-status']]).toEqual([504, 'tidegate; error=http_response_timeout'])
    })

    test.concurrent('a stale answer is served again, and revalidated in the background', async () => {
      await poolsOf('Stale')
      await new Promise((resolve) => setTimeout(resolve, 5_500))
      const old = await poolsOf('Stale')
      expect(Number(old.headers.age)).toBeGreaterThanOrEqual(5)
      await expect.poll(async () => Number((await poolsOf('Stale')).headers.age)).toBeLessThan(5)
    })
  }
}

describe.each(runtimesHere())('H-15 the gateway on $name', ({ start }) => {
  let service: StubService
  let gateway: Running
  const now = () => ({ url: gateway.url, asked: service.asked, left: service.left })

  beforeAll(async () => {
    service = await startService()
    gateway = await start(app, {
      TIDEGATE_BASE_URL: service.url,
      TIDEGATE_API_KEY: canary,
      TIDEGATE_MAX_ANSWER_MB: '1',
      TIDEGATE_METRICS_TOKEN: metricsToken,
      TIDEGATE_CHAINS: JSON.stringify([
        { chainId: 1, rpcTarget: `${service.url}/node` },
        { chainId: 10, rpcTarget: `${service.url}/elsewhere` },
      ]),
    })
  })
  afterAll(async () => {
    await gateway.stop()
    service.stop()
  })

  testEveryGateway(now)
  testWithService(now)
})

describe('H-15 the gateway with the embedded exchange', () => {
  const asked: string[] = []
  let gateway: Running
  const listening = (service: Service): Service => ({
    ...service,
    fetch: (request) => {
      asked.push(`${request.method} ${new URL(request.url).pathname}`)
      return service.fetch(request)
    },
  })

  beforeAll(async () => {
    const environment = { PORT: '0', TIDEGATE_LIVE: 'no', TIDEGATE_HISTORY_DAYS: '0.02' }
    const settings = readSettings({ ...environment, TIDEGATE_METRICS_TOKEN: metricsToken }, [], () => '')
    gateway = await startTidegate(settings, { siteFolder: app, middleware: listening })
  })
  afterAll(() => gateway.stop())

  testEveryGateway(() => ({ url: gateway.url, asked }))
})

describe.each(runtimesHere().filter(({ name }) => name === 'workerd'))('H-15 a deployment on $name', ({ start }) => {
  const gateways: Running[] = []
  afterAll(() => Promise.all(gateways.map(({ stop }) => stop())))
  const deploy = async (environment: Environment) => {
    const gateway = await start(app, environment)
    gateways.push(gateway)
    return gateway.url
  }

  test('without a service reports what is missing', async () => {
    const { status, text } = await ask(await deploy({}), '/swap')
    const message = 'No service is named in TIDEGATE_BASE_URL, and the exchange that stands in for one needs Node.'
    expect([status, JSON.parse(text)]).toEqual([503, { message, data: null, status: false }])
  })

  test('with an invalid setting reports it, without its value', async () => {
    const { status, text } = await ask(await deploy({ TIDEGATE_BASE_URL: 'http://user:secret@service.example' }), '/')
    expect([status, text]).toEqual([503, expect.not.stringContaining('secret')])
  })

  test('with an empty notice halts', async () => {
    const url = await deploy({ TIDEGATE_BASE_URL: 'https://service.example', TIDEGATE_NOTICE: '' })
    expect(JSON.parse((await ask(url, '/notice.json')).text)).toMatchObject({ halt: true })
  })

  test('knows its public URL, sends Strict-Transport-Security, and halts when its settings say so', async () => {
    const url = await deploy({
      TIDEGATE_BASE_URL: 'https://service.example',
      TIDEGATE_PUBLIC_URL: 'https://swap.example',
      TIDEGATE_NOTICE: '{"halt":true,"message":"Until noon."}',
    })
    const { status, headers } = await ask(url, '/swap', { headers: { host: 'swap.example' } })
    expect([status, headers['strict-transport-security']]).toEqual([200, 'max-age=63072000; includeSubDomains'])
    expect(JSON.parse((await ask(url, '/notice.json')).text)).toEqual({ halt: true, message: 'Until noon.' })
    expect((await post(url, '/api/amm/interactions/add', '{"amountA":1}')).status).toBe(423)
  })
})
