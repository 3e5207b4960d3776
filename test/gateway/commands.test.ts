import { readdirSync, readFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { knownJson } from '../knownJson'
import { endCommands, enginesOf, freePort, isAlive, startCommand } from './command'

afterAll(endCommands)

test('npm start prints one line when the app is ready, keeps its port, and leaves nothing behind', async () => {
  const port = await freePort()
  const app = startCommand('start', { PORT: String(port) })
  await app.says(/ready/)
  expect(app.lines().slice(0, -1)).toEqual([`Tidegate is ready on http://127.0.0.1:${port}`])
  const url = `http://127.0.0.1:${port}`
  expect((await fetch(`${url}/swap`)).headers.get('content-type')).toContain('text/html')
  expect(await (await fetch(`${url}/api/blockchain`)).json()).toMatchObject({ status: true })
  const engines = enginesOf(app.pid)
  expect(engines).toHaveLength(2)

  const second = startCommand('start', { PORT: String(port) })
  expect(await second.ends).toBe(1)
  expect(second.complaints()).toContain(
    `Port ${port} on 127.0.0.1 is taken. Stop what uses it, or choose another one, for example PORT=${port + 1}.`,
  )
  expect((await fetch(`${url}/healthz`)).status).toBe(200)

  app.signal('SIGINT')
  expect(await app.ends).toBe(0)
  expect(engines.filter(isAlive)).toEqual([])
  await expect(fetch(url)).rejects.toThrow()
})

test('SIGTERM during the start ends everything too, and SIGHUP without a terminal ends nothing', async () => {
  const app = startCommand('start', { PORT: '0' })
  await app.comesTo(() => enginesOf(app.pid).length > 0)
  const engines = enginesOf(app.pid)
  app.signal('SIGHUP')
  app.signal('SIGTERM')
  expect(await app.ends).toBe(0)
  expect(app.lines()).toEqual([''])
  expect(engines.filter(isAlive)).toEqual([])
})

test('npm run dev serves the sources in front of the same exchange', async () => {
  const dev = startCommand('dev', { PORT: '0' })
  await dev.says(/ready/)
  const [ready = ''] = dev.lines().slice(0, -1)
  expect(ready).toMatch(/^Tidegate is ready on http:\/\/127\.0\.0\.1:\d+$/)
  const url = ready.slice(ready.indexOf('http'))
  expect(await (await fetch(`${url}/swap`)).text()).toContain('/@vite/client')
  expect(await (await fetch(`${url}/config.json`)).json()).toMatchObject({ mode: 'embedded' })
  const swap = await fetch(`${url}/api/swap/native`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', origin: url, 'sec-fetch-site': 'same-origin' },
    body: '{}',
  })
  expect(swap.status).toBe(400)
  dev.signal('SIGINT')
  expect(await dev.ends).toBe(0)
})

test('an invalid setting is refused with one sentence, and nothing starts', async () => {
  const app = startCommand('start', { TIDEGATE_SLIPPAGE_UNIT: 'bananas' })
  expect(await app.ends).toBe(1)
  expect(app.complaints()).toContain(
    'TIDEGATE_SLIPPAGE_UNIT must be "basis points", "percent" or "per mille", or a number of units per percent, not "bananas".\n',
  )
})

test('with two variables the app runs on a hosted service, and the API key stays on the server (H-08)', async () => {
  const key = 'canary-key-31b0f3'
  const exchange = startCommand('exchange', { PORT: '0', TIDEGATE_API_KEY: key })
  const [, base = ''] = /ready on (\S+)/.exec(await exchange.says(/ready on/)) ?? []
  await exchange.says(/^TIDEGATE_CHAINS=/)
  const reported = exchange.lines().join('\n')
  const [, chains = ''] = /^TIDEGATE_CHAINS='(.*)'$/m.exec(reported) ?? []
  expect(reported).toContain(`TIDEGATE_BASE_URL=${base}\nTIDEGATE_API_KEY=${key}\n`)
  expect((await fetch(`${base}/api/blockchain`)).status).toBe(401)

  const bare = startCommand('start', { PORT: '0', TIDEGATE_BASE_URL: base, TIDEGATE_API_KEY: key })
  const full = startCommand('start', {
    PORT: '0',
    TIDEGATE_BASE_URL: base,
    TIDEGATE_API_KEY: key,
    TIDEGATE_CHAINS: chains,
    TIDEGATE_LOG: 'requests',
  })
  const urls = await Promise.all([bare, full].map(async (app) => (await app.says(/ready/)).split(' ').at(-1)))

  const direct = await fetch(`${base}/api/amm/pool/all/Harbor`, { headers: { 'x-api-key': key } })
  const pools = await direct.text()
  expect(JSON.parse(pools)).toMatchObject({ status: true })
  for (const url of urls) {
    const answers = await Promise.all(
      ['/api/blockchain', '/api/amm/pool/all/Harbor', '/config.json', '/', '/metrics', '/api/x'].map((path) =>
        fetch(`${url}${path}`).then((answer) => answer.text()),
      ),
    )
    expect(JSON.parse(answers[0] ?? '')).toMatchObject({
      status: true,
      data: [{ name: 'Harbor' }, { name: 'Delta' }, { name: 'Reef' }],
    })
    expect(JSON.parse(answers[2] ?? '')).toMatchObject({ mode: 'hosted' })
    expect(knownJson(answers[2] ?? '').faucetUrl).toBeUndefined()
    expect(answers.join()).not.toContain(key)
  }
  const call = { jsonrpc: '2.0', id: 1, method: 'eth_chainId', params: [] }
  const node = (url: string | undefined) =>
    fetch(`${url}/rpc/741001`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(call),
    })
  expect(await (await node(urls[1])).json()).toMatchObject({ result: '0xb4e89' })
  expect((await node(urls[0])).status).toBe(404)
  expect(await (await fetch(`${urls[1]}/config.json`)).text()).not.toContain(base)

  for (const app of [bare, full, exchange]) app.signal('SIGTERM')
  expect(await Promise.all([bare, full, exchange].map(({ ends }) => ends))).toEqual([0, 0, 0])
  expect(full.complaints()).toContain('"event":"request"')
  expect([bare, full].flatMap((app) => [...app.lines(), app.complaints()]).join()).not.toContain(key)
  expect(filesUnder('dist').some((file) => readFileSync(file, 'utf8').includes(key))).toBe(false)
})

/** A service that delays deposits, and reports when one has arrived. */
async function startSlowService(milliseconds: number) {
  const state = { deposits: 0 }
  const server = createServer((request, response) => {
    const isDeposit = request.method === 'POST'
    if (isDeposit) state.deposits++
    const body = JSON.stringify({ message: 'ok', data: isDeposit ? null : [], status: true })
    setTimeout(
      () => response.writeHead(200, { 'content-type': 'application/json' }).end(body),
      isDeposit ? milliseconds : 0,
    )
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  return { state, url, stop: () => server.closeAllConnections() ?? server.close() }
}

const deposit = (url: string) =>
  fetch(`${url}/api/amm/interactions/add`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: '{"amountA":1,"amountB":2}',
  })

test('SIGTERM drains first, then a deposit in flight is finished, and the log has both', async () => {
  const service = await startSlowService(2_500)
  const limits = '{"drainSeconds":1}'
  const gateway = startCommand('serve', { PORT: '0', TIDEGATE_BASE_URL: service.url, TIDEGATE_LIMITS: limits })
  const url = (await gateway.says(/ready/)).split(' ').at(-1) ?? ''
  const answer = deposit(url)
  await expect.poll(() => service.state.deposits).toBe(1)
  gateway.signal('SIGTERM')
  await expect.poll(async () => (await fetch(`${url}/readyz`)).status).toBe(503)
  expect((await answer).status).toBe(200)
  expect(await gateway.ends).toBe(0)
  expect(gateway.complaints()).toMatch(/"time":"\d{4}-.*"event":"draining","seconds":1[\s\S]*"event":"stopped","cut":0/)
  service.stop()
})

test('a second signal ends the gateway immediately, with a deposit in flight', async () => {
  const service = await startSlowService(60_000)
  const limits = '{"postSeconds":120}'
  const gateway = startCommand('serve', { PORT: '0', TIDEGATE_BASE_URL: service.url, TIDEGATE_LIMITS: limits })
  const url = (await gateway.says(/ready/)).split(' ').at(-1) ?? ''
  const cut = deposit(url).catch(() => 'cut')
  await expect.poll(() => service.state.deposits).toBe(1)
  gateway.signal('SIGTERM')
  gateway.signal('SIGINT')
  expect(await gateway.ends).toBe(130)
  expect(await cut).toBe('cut')
  service.stop()
})

test('a log whose reader has ended does not end the service', async () => {
  const service = await startSlowService(0)
  const gateway = startCommand('serve', { PORT: '0', TIDEGATE_BASE_URL: service.url, TIDEGATE_LOG: 'requests' })
  const url = (await gateway.says(/ready/)).split(' ').at(-1) ?? ''
  gateway.closeComplaints()
  for (let request = 0; request < 5; request++) expect((await fetch(`${url}/healthz`)).status).toBe(200)
  gateway.signal('SIGTERM')
  expect(await gateway.ends).toBe(0)
  service.stop()
})

function filesUnder(folder: string): string[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
}
