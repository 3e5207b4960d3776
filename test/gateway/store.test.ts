import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import { createRequire } from 'node:module'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, describe, expect, test } from 'vitest'
import { findProgram } from '../../bin/parts/debian.mjs'
import { startTidegate, type TidegateServer } from '../../src/gateway/node/tidegate'
import { readSettings } from '../../src/gateway/settings'
import { freePort } from './command'
import { swap } from './corpus'
import { chainList, envelope } from './testGateway'

/*
 * Three gateways that share a Redis, as one that a balancer asks in turn. Redis counts in real time: a test takes away what
 * it keeps for five seconds instead of waiting for them.
 */

const redis = findProgram('redis-server')
const redisCli = findProgram('redis-cli')
if (redis === undefined) console.log('Skipped: redis-server is not installed here, so TIDEGATE_STORE is not tried.')

const stops: (() => unknown)[] = []
afterEach(async () => {
  for (const stop of stops.splice(0).reverse()) await stop()
})

async function startRedis(args: readonly string[] = []) {
  const port = await freePort()
  const folder = mkdtempSync(join(tmpdir(), 'tidegate-redis-'))
  let running: ChildProcess | undefined
  const ask = (...words: string[]) =>
    execFileSync(redisCli!, ['-p', String(port), ...words], { stdio: ['ignore', 'pipe', 'ignore'] })
      .toString()
      .trim()
  const redisServer = {
    url: `redis://127.0.0.1:${port}`,
    ask,
    async start() {
      running = spawn(redis!, ['--port', String(port), '--bind', '127.0.0.1', '--save', '', '--dir', folder, ...args], {
        stdio: 'ignore',
      })
      await expect.poll(() => answers(ask)).toBe(true)
    },
    async kill(signal: NodeJS.Signals = 'SIGKILL') {
      const child = running
      running = undefined
      if (!child) return
      const closed = new Promise((resolve) => child.on('close', resolve))
      child.kill(signal)
      await closed
    },
    pause: () => running?.kill('SIGSTOP'),
  }
  stops.push(async () => {
    await redisServer.kill()
    rmSync(folder, { recursive: true })
  })
  await redisServer.start()
  return redisServer
}

function answers(ask: (...words: string[]) => string): boolean {
  try {
    ask('ping')
    return true
  } catch {
    return false
  }
}

/** A service that counts its requests and delays deposits. */
async function startService() {
  const asked: string[] = []
  const state = { isDown: false, deposit: 300 }
  const server = createServer((incoming, response) => {
    const path = incoming.url ?? ''
    asked.push(path)
    const body = path === '/api/blockchain' ? chainList : envelope([])
    const answer = () =>
      response.writeHead(state.isDown ? 500 : 200, { 'content-type': 'application/json' }).end(state.isDown ? '' : body)
    setTimeout(answer, path.endsWith('/add') ? state.deposit : 20)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  stops.push(() => {
    server.closeAllConnections()
    server.close()
  })
  const count = (path: string) => asked.filter((one) => one === path).length
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, count, state }
}

/** Gateways with a clock that can be turned, and what they wrote into their logs. */
async function startGateways(count: number, environment: Record<string, string>) {
  const state = { now: 1_000_000 }
  const lines: string[] = []
  const settings = { PORT: '0', TIDEGATE_METRICS_PORT: '0', ...environment }
  const gateways: TidegateServer[] = []
  for (let started = 0; started < count; started++)
    gateways.push(
      await startTidegate(
        readSettings(settings, [], () => ''),
        { clock: () => state.now, log: (line) => lines.push(JSON.stringify(line)) },
      ),
    )
  stops.push(() => Promise.all(gateways.map(({ stop }) => stop())))
  let turn = 0
  const ask = (path: string, body?: string) =>
    fetch(
      `${gateways[turn++ % count]?.url}${path}`,
      body === undefined ? {} : { method: 'POST', body, headers: { 'content-type': 'application/json' } },
    )
  const metrics = async () =>
    (await Promise.all(gateways.map(async ({ metricsUrl }) => (await fetch(`${metricsUrl}/metrics`)).text()))).join(
      '\n',
    )
  return { ask, state, lines, metrics }
}

const pools = '/api/amm/pool/all/Harbor'
const deposits = '/api/amm/interactions/add'
const deposit = '{"amountA":1,"amountB":2}'
const times = <Value>(count: number, run: () => Promise<Value>) => Promise.all(Array.from({ length: count }, run))
const statuses = (count: number, run: () => Promise<Response>) =>
  times(count, async () => (await run()).status).then((all) => [...new Set(all)])

const hasLoadedRedis = () => Object.keys(createRequire(import.meta.url).cache).some((file) => file.includes('@redis'))

describe.runIf(redis !== undefined)('TIDEGATE_STORE', () => {
  test('what Redis needs is loaded only where TIDEGATE_STORE is set', async () => {
    const service = await startService()
    await startGateways(1, { TIDEGATE_BASE_URL: service.url })
    expect(hasLoadedRedis()).toBe(false)
    await startGateways(1, { TIDEGATE_BASE_URL: service.url, TIDEGATE_STORE: (await startRedis()).url })
    expect(hasLoadedRedis()).toBe(true)
  })

  test('three gateways request each list once in five seconds, also while the service fails, and separately while Redis is down', async () => {
    const store = await startRedis()
    const service = await startService()
    const { ask, state, lines, metrics } = await startGateways(3, {
      TIDEGATE_BASE_URL: service.url,
      TIDEGATE_STORE: store.url,
    })
    const later = () => {
      state.now += 70_000
      if (answers(store.ask)) store.ask('del', `tidegate:list:${pools}`, 'tidegate:list:/api/blockchain')
    }
    expect(await statuses(60, () => ask(pools))).toEqual([200])
    expect([service.count(pools), service.count('/api/blockchain')]).toEqual([1, 1])
    expect(Number(store.ask('pttl', `tidegate:list:${pools}`))).toBeLessThanOrEqual(5_000)
    later()
    expect(await statuses(60, () => ask(pools))).toEqual([200])
    expect(service.count(pools)).toBe(2)

    service.state.isDown = true
    later()
    expect(await statuses(60, () => ask(pools))).toEqual([200])
    expect(service.count(pools)).toBe(3)
    service.state.isDown = false
    later()
    expect(await statuses(60, () => ask(pools))).toEqual([200])
    expect(service.count(pools)).toBe(4)

    await store.kill()
    later()
    expect(await statuses(60, () => ask(pools))).toEqual([200])
    expect(service.count(pools)).toBe(7)
    expect(await metrics()).toMatch(/tidegate_store_failures_total\{operation="list"\} [1-9]/)
    expect(await metrics()).toContain('tidegate_store_up 0')
    expect(lines.filter((line) => line.includes('store fails'))).toHaveLength(3)

    await store.start()
    await expect.poll(async () => (await metrics()).includes('tidegate_store_up 0')).toBe(false)
    expect(lines.filter((line) => line.includes('store answers again'))).toHaveLength(3)
    later()
    expect(await statuses(60, () => ask(pools))).toEqual([200])
    expect(service.count(pools)).toBe(8)
  })

  test('a list that another gateway has loaded has the age that it has there', async () => {
    const store = await startRedis()
    const service = await startService()
    const { ask } = await startGateways(2, { TIDEGATE_BASE_URL: service.url, TIDEGATE_STORE: store.url })
    await ask(pools)
    store.ask('pexpire', `tidegate:list:${pools}`, '2500')
    const answer = await ask(pools)
    // A busy computer may need some of the 2.5 seconds that are left.
    expect(Number(answer.headers.get('age'))).toBeGreaterThanOrEqual(2)
    expect(Number(answer.headers.get('age'))).toBeLessThanOrEqual(5)
    expect(await answer.text()).toBe(envelope([]))
    expect(service.count(pools)).toBe(1)
  })

  test('a deposit posted six times in parallel to three gateways reaches the service once, and a later one again', async () => {
    const store = await startRedis()
    const service = await startService()
    const { ask } = await startGateways(3, { TIDEGATE_BASE_URL: service.url, TIDEGATE_STORE: store.url })
    expect(await statuses(6, () => ask(deposits, deposit))).toEqual([200])
    expect(service.count(deposits)).toBe(1)
    expect((await ask(deposits, deposit)).status).toBe(200)
    expect(service.count(deposits)).toBe(2)
    expect(store.ask('keys', '*')).not.toContain('127.0.0.1')
  })

  test('while a deposit is sent, a second gateway never sends it again, even if Redis dies while it waits', async () => {
    const store = await startRedis()
    const service = await startService()
    service.state.deposit = 1_500
    const { ask } = await startGateways(2, {
      ...{ TIDEGATE_BASE_URL: service.url, TIDEGATE_STORE: store.url, TIDEGATE_LIMITS: '{"postSeconds":2}' },
    })
    const both = times(2, () => ask(deposits, deposit))
    await expect.poll(() => service.count(deposits)).toBe(1)
    await store.kill()
    expect((await both).map(({ status }) => status).sort()).toEqual([200, 504])
    expect(service.count(deposits)).toBe(1)
  })

  test('the limit of a caller is one for all gateways, and each has its own while Redis does not answer', async () => {
    const store = await startRedis()
    const service = await startService()
    const { ask, metrics } = await startGateways(3, {
      ...{ TIDEGATE_BASE_URL: service.url, TIDEGATE_STORE: store.url },
      TIDEGATE_LIMITS: '{"quotesPerMinute":9,"inFlightPerCaller":64}',
    })
    const quotes = async (count: number) => {
      const answered = await times(count, () => ask('/api/swap/native', swap))
      return answered.filter(({ status }) => status === 200).length
    }
    expect(await quotes(12)).toBe(3)
    store.pause()
    expect(await quotes(12)).toBe(9)
    expect(await metrics()).toContain('tidegate_store_failures_total{operation="limit"}')
  })

  test('a notice in Redis, or in the file of one gateway, halts all of them, also while Redis is away', async () => {
    const store = await startRedis()
    const service = await startService()
    const folder = mkdtempSync(join(tmpdir(), 'tidegate-notice-'))
    stops.push(() => rmSync(folder, { recursive: true }))
    const common = { TIDEGATE_BASE_URL: service.url, TIDEGATE_STORE: store.url }
    const one = await startGateways(1, { ...common, TIDEGATE_NOTICE: join(folder, 'notice.json') })
    const other = await startGateways(1, common)
    const noticeOf = async ({ ask }: Pick<typeof one, 'ask'>) => (await ask('/notice.json')).text()
    const halted = async () => (await noticeOf(other)).includes('"halt":true')
    expect(await halted()).toBe(false)

    writeFileSync(join(folder, 'notice.json'), '{"halt":true,"message":"by file"}')
    await expect.poll(halted).toBe(true)
    expect((await other.ask(deposits, deposit)).status).toBe(423)
    rmSync(join(folder, 'notice.json'))
    expect(await noticeOf(one)).toContain('by file')
    store.ask('set', 'tidegate:notice', '{"halt":true,"message":"by key"}')
    store.ask('del', 'tidegate:notice:file')
    await expect.poll(() => noticeOf(one)).toContain('by key')
    await store.kill()
    await expect.poll(async () => (await one.metrics()).includes('tidegate_store_up 0')).toBe(true)
    expect(await halted()).toBe(true)
    await store.start()
    await expect.poll(halted).toBe(false)
  })

  test('a refused password ends the start with one sentence that does not repeat it; a silent or dead Redis does not', async () => {
    const service = await startService()
    const store = await startRedis(['--requirepass', 'right'])
    const withPassword = (password: string) => store.url.replace('//', `//:${password}@`)
    const settings = { TIDEGATE_BASE_URL: service.url, TIDEGATE_STORE: withPassword('wrong-7f') }
    await expect(startGateways(1, settings)).rejects.toThrow('refused the user or password of TIDEGATE_STORE')
    await expect(startGateways(1, { ...settings, TIDEGATE_STORE: 'redis:/wrong-7f' })).rejects.not.toThrow('wrong-7f')
    const startsAlone = async () => {
      const { ask } = await startGateways(1, { ...settings, TIDEGATE_STORE: withPassword('right') })
      expect((await ask('/api/blockchain')).status).toBe(200)
    }
    store.pause()
    await startsAlone()
    await store.kill()
    await startsAlone()
  })
})
