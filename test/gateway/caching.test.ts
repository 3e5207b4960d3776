import { expect, test } from 'vitest'
import { compressFast } from '../../src/gateway/node/files'
import { buildGateway, chainList, envelope, jsonResponse } from './testGateway'

const pools = '/api/amm/pool/all/Harbor'
const poolAsks = (state: { upstream: Request[] }) => state.upstream.filter(({ url }) => url.includes('/pool/')).length

test('two hundred concurrent browsers cause one request to the service (H-11)', async () => {
  const { ask, state } = buildGateway()
  await Promise.all(Array.from({ length: 200 }, () => ask(pools)))
  expect([poolAsks(state), state.upstream.length]).toEqual([1, 2])
})

test('a thousand requests a second for a minute cause one request per five seconds (H-11)', async () => {
  const { ask, state } = buildGateway()
  for (let tick = 0; tick < 60_000; tick += 100) {
    state.now += 100
    await ask(pools)
  }
  expect(poolAsks(state)).toBeLessThanOrEqual(13)
})

test('a response has its age, and the rules for shared caches', async () => {
  const { ask, state } = buildGateway()
  const first = await ask(pools)
  expect(first.headers.get('cache-control')).toBe(
    'public, max-age=5, stale-while-revalidate=10, stale-if-error=60, s-maxage=5',
  )
  expect([first.headers.get('age'), first.headers.get('cache-status')]).toEqual(['0', 'tidegate; fwd=miss; stored'])
  state.now += 4_900
  const second = await ask(pools)
  expect([second.headers.get('age'), second.headers.get('cache-status')]).toEqual(['4', 'tidegate; hit'])
  expect((await ask('/api/blockchain')).headers.get('cache-control')).toBe(
    'public, max-age=30, stale-while-revalidate=300, stale-if-error=3600, s-maxage=25',
  )
})

test('a single list of chains that lost most of them is asked for again after five seconds', async () => {
  let list = chainList
  const { ask, state } = buildGateway((request) => jsonResponse(request.url.endsWith('/blockchain') ? list : chainList))
  expect((await ask(pools)).status).toBe(200)
  list = envelope([])
  state.now += 400_000
  const shrunk = await ask('/api/blockchain')
  expect([await shrunk.text(), shrunk.headers.get('cache-control')]).toEqual([
    list,
    'public, max-age=5, stale-while-revalidate=10, stale-if-error=60, s-maxage=5',
  ])
  expect((await ask(pools)).status).toBe(200)
  state.now += 4_999
  expect(await (await ask('/api/blockchain')).text()).toBe(list)
  list = chainList
  state.now += 1
  expect(await (await ask('/api/blockchain')).text()).toBe(chainList)
})

test('a list of chains that stays short is kept like any other', async () => {
  let list = chainList
  const { ask, state } = buildGateway((request) => jsonResponse(request.url.endsWith('/blockchain') ? list : chainList))
  const chains = async () => (await ask('/api/blockchain')).text()
  await chains()
  list = envelope([])
  state.now += 400_000
  await chains()
  state.now += 5_000
  expect(await chains()).toBe(list)
  const asked = state.upstream.length
  state.now += 59_000
  expect([await chains(), state.upstream.length]).toEqual([list, asked])
  expect((await ask(pools)).status).toBe(404)
})

test('a browser that already has the response gets a 304', async () => {
  const { ask } = buildGateway()
  const etag = (await ask(pools)).headers.get('etag') ?? ''
  const again = await ask(pools, { headers: { 'if-none-match': etag.replace('W/', '') } })
  expect([again.status, await again.text()]).toEqual([304, ''])
  expect((await ask(pools, { headers: { 'if-none-match': '"other"' } })).status).toBe(200)
})

test('each network has its own cache entry, and a swap never comes from a cache', async () => {
  const { ask, post, state } = buildGateway((request) => {
    if (request.url.endsWith('/blockchain')) return jsonResponse(chainList)
    return jsonResponse(envelope([request.url]), request.method === 'POST' ? 201 : 200)
  })
  expect(await (await ask(pools)).text()).not.toBe(await (await ask('/api/amm/pool/all/BNB%20Chain')).text())
  const swap = '{"tokenAId":1}'
  for (let i = 0; i < 2; i++)
    expect((await post('/api/swap/native', swap)).headers.get('cache-control')).toBe('no-store')
  expect(state.upstream.filter(({ method }) => method === 'POST')).toHaveLength(2)
})

test('a large response is sent compressed, and has the same bytes when decompressed', async () => {
  const large = envelope(Array.from({ length: 500 }, (_, id) => ({ id, pool: `0x${id}`, tvl: id * 1.5 })))
  const { app } = buildGateway(() => jsonResponse(large), { compress: compressFast })
  const get = (encoding: string) =>
    app.request('http://127.0.0.1:4173/api/blockchain', { headers: { 'accept-encoding': encoding } })

  const brotli = await get('gzip, deflate, br')
  expect([brotli.headers.get('content-encoding'), brotli.headers.get('vary')]).toEqual(['br', 'accept-encoding'])
  const { brotliDecompressSync, gunzipSync } = await import('node:zlib')
  expect(brotliDecompressSync(await brotli.arrayBuffer()).toString()).toBe(large)
  expect(gunzipSync(await (await get('gzip;q=1.0, br;q=0')).arrayBuffer()).toString()).toBe(large)
  expect(await (await get('identity')).text()).toBe(large)
})

test('a proxy may keep a list until it is five seconds old, and an older one not at all', async () => {
  const { ask, state } = buildGateway()
  const shared = async () => /s-maxage=(\d+)/.exec((await ask(pools)).headers.get('cache-control') ?? '')?.[1]
  expect(await shared()).toBe('5')
  state.now += 2_000
  expect(await shared()).toBe('3')
  state.now += 20_000
  expect(await shared()).toBe('0')
})

test('security.txt has the contact that the operator names, and expires within a year', async () => {
  const { ask } = buildGateway(undefined, { securityContact: 'mailto:security@swap.example', clock: Date.now })
  const text = await (await ask('/.well-known/security.txt')).text()
  const [, expires = ''] = /^Contact: mailto:security@swap\.example\nExpires: (\S+)\n$/.exec(text) ?? []
  const days = (Date.parse(expires) - Date.now()) / 86_400_000
  expect(days > 100 && days < 365).toBe(true)
  expect((await buildGateway().ask('/.well-known/security.txt')).status).toBe(404)
})
