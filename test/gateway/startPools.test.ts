import { expect, test } from 'vitest'
import { readCatalog } from '../../src/protocol/catalog'
import { decodeChains } from '../../src/protocol/chains'
import { createPoolReader } from '../../src/protocol/pools/poolReader'
import { decodePools } from '../../src/protocol/pools/poolsCodec'
import { columns } from '../../src/rows/columns'
import { poolPath, poolRowOf } from '../../src/rows/poolRowModel'
import { sortedRows, usualSort } from '../../src/rows/sortedRows'
import type { StartDeposit, StartPools } from '../../src/rows/startRows'
import { knownJson } from '../knownJson'
import { buildGateway, deployment, envelope, jsonResponse } from './testGateway'

const usdc = '0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48'
const weth = '0xC02aaA39b223FE8D0A0e5C4F27eAD9083C756Cc2'

const currency = (id: number, address: string, ticker: string, decimals = 18) => ({
  id,
  address,
  currency: { id, name: ticker, ticker, decimals, relativeImagePath: `tokens/${ticker}.png` },
})
const harbor = {
  id: 1,
  name: 'Harbor',
  chainId: 741001,
  type: 'EVM',
  status: 1,
  chainCurrencies: [currency(1, weth, 'WETH'), currency(2, usdc, 'USDC', 6)],
}
const other = (index: number) => ({ ...harbor, id: index, name: `Chain ${index}`, chainId: 741000 + index })

const record = (index: number, more: object = {}) => ({
  address: `0x${String(index).padStart(40, '0')}`,
  token0: usdc,
  token1: weth,
  fee: 3000,
  tvl: String(index * 1_000),
  volume24h: '0',
  apr: '0.1234',
  tick: 200_000,
  ...more,
})

type Served = { readonly chains?: readonly unknown[]; readonly pools?: (name: string) => Response }

function serving({ chains = [harbor], pools = () => jsonResponse(envelope(records)) }: Served, options = {}) {
  return buildGateway((request) => {
    const { pathname } = new URL(request.url)
    if (pathname.endsWith('/api/blockchain')) return jsonResponse(envelope(chains))
    return pools(decodeURIComponent(pathname.split('/').at(-1)!))
  }, options)
}

const records = Array.from({ length: 30 }, (_, index) => record(index + 1))

type Gateway = ReturnType<typeof buildGateway>

const answered = async ({ ask }: Gateway, page: string) =>
  knownJson(await (await ask(`/start.json?page=${page}`)).text())
const poolsOf = (gateway: Gateway): Promise<Partial<StartPools>> => answered(gateway, 'pools')
const depositOf = (gateway: Gateway): Promise<Partial<StartDeposit>> => answered(gateway, 'liquidity')

test('the first rows are those of the app, cell by cell', async () => {
  const answered = await poolsOf(serving({}))
  const heard = (data: unknown) => ({
    ...{ status: 200, contentType: 'application/json', retryAfter: undefined, receivedAt: 0 },
    text: envelope(data),
  })
  const chains = decodeChains(heard([harbor]))
  const answer = decodePools(heard(records))
  if (chains.is === 'refused' || answer.is === 'refused') throw new Error('The lists of this test must be valid.')
  const {
    tokens,
    chains: [chain],
  } = readCatalog(chains.value, deployment.chains)
  const pools = createPoolReader('evm', tokens).read(answer.value)
  const rows = sortedRows(
    pools.map((pool) => poolRowOf(pool, 'Harbor', chain)),
    usualSort,
  )
  expect(answered).toMatchObject({
    count: 30,
    network: 'Harbor',
    columns: ['pair', 'fee', 'tvl', 'volume', 'fees', 'apr', 'price'],
  })
  expect(answered.rows).toHaveLength(24)
  for (const [index, row] of answered.rows!.entries()) {
    const { pool, pair } = rows[index]!
    expect(row).toMatchObject({ pair, path: poolPath('Harbor', pool.id) })
    const figures = answered.columns!.map((id) => columns[id].cell(rows[index]!))
    expect(row.cells.slice(1)).toEqual(JSON.parse(JSON.stringify(figures.slice(1))))
  }
  expect(answered.rows![0]!.cells.map((cell) => (cell.is === 'figure' ? cell.text : cell.is))).toEqual([
    ...['missing', '0.3%', '$30.0K', '$0.00', 'missing', '0.12%'],
    expect.stringMatching(/^[\d.,]+ USDC$/),
  ])
  expect(answered.rows![0]!.tokens[0]).toEqual({ symbol: 'USDC', address: usdc, imagePath: 'tokens/USDC.png' })
})

test('the first pools to add to are the deepest, with their figures as the form writes them', async () => {
  const answered = await depositOf(serving({}))
  expect(answered).toMatchObject({ network: 'Harbor', more: 26 })
  expect(answered.pools).toHaveLength(4)
  expect(answered.pools![0]).toMatchObject({ fee: '0.3%', tvl: '$30.0K', apr: '0.12%', isMeme: false })
})

test('of several networks the rows say which they are from, and that another has no pools', async () => {
  const pools = (name: string) =>
    jsonResponse(envelope(name === 'Harbor' ? records : name === 'Chain 2' ? [record(99)] : []))
  const answered = await poolsOf(serving({ chains: [harbor, other(2), other(3)], pools }))
  expect(answered).toMatchObject({ count: 31, none: 'Chain 3' })
  expect(answered.network).toBeUndefined()
  expect(answered.columns).toContain('network')
  expect(answered.rows![0]!.path).toMatch(/^\/pools\/Chain%20/)
})

test('it costs the service no request beyond those of the app', async () => {
  const gateway = serving({})
  await Promise.all(
    ['/start.json?page=pools', '/api/amm/pool/all/Harbor', '/start.json?page=liquidity', '/api/blockchain'].map(
      (path) => gateway.ask(path),
    ),
  )
  expect(gateway.state.upstream.map(({ url }) => new URL(url).pathname).toSorted()).toEqual([
    '/v1/api/amm/pool/all/Harbor',
    '/v1/api/blockchain',
  ])
})

test('of more than five networks nothing is asked for, and rows are sent once all lists are there', async () => {
  const chains = [harbor, ...[2, 3, 4, 5, 6].map(other)]
  const gateway = serving({ chains })
  expect(await poolsOf(gateway)).toEqual({})
  expect(gateway.state.upstream).toHaveLength(1)
  for (const { name } of chains) await gateway.ask(`/api/amm/pool/all/${encodeURIComponent(name)}`)
  expect((await poolsOf(gateway)).count).toBe(180)
})

test('a list that is missing, wrong, too long or old because the service fails is not sent', async () => {
  const broken = serving({ pools: () => jsonResponse('{}', 500) })
  expect([await poolsOf(broken), await depositOf(broken)]).toEqual([{}, {}])
  expect(await poolsOf(buildGateway(() => jsonResponse('{}', 500)))).toEqual({})
  expect(await poolsOf(serving({ pools: () => jsonResponse(envelope([])) }))).toEqual({})
  const long = [record(1, { note: 'x'.repeat(1024 * 1024) })]
  expect(await poolsOf(serving({ pools: () => jsonResponse(envelope(long)) }))).toEqual({})
  const half = [record(1, { note: 'x'.repeat(750_000) })]
  const several = (count: number) =>
    serving({ chains: [harbor, other(2), other(3)].slice(0, count), pools: () => jsonResponse(envelope(half)) })
  expect((await poolsOf(several(2))).count).toBe(2)
  expect(await poolsOf(several(3))).toEqual({})
  let isDown = false
  const failing = serving({ pools: () => (isDown ? jsonResponse('{}', 503) : jsonResponse(envelope(records))) })
  expect((await poolsOf(failing)).count).toBe(30)
  isDown = true
  failing.state.now += 66_000
  expect(await poolsOf(failing)).toEqual({})
})

test('figures that stand still are sent as old, with their age', async () => {
  const now = 1_800_000_000_000
  const stopped = [record(1, { updatedAt: new Date(now - 3 * 3_600_000).toISOString() })]
  const gateway = serving({ pools: () => jsonResponse(envelope(stopped)) })
  gateway.state.now = now
  const answered = await poolsOf(gateway)
  expect(answered.ages).toEqual([{ of: 'live', is: 'frozen', age: 3 * 3_600_000 }])
  expect(answered.rows![0]!.cells[2]).toMatchObject({ is: 'figure', text: '$1.00K', isOld: true })
})

test('a pool with a token to be warned of is left to the form, which has the words', async () => {
  const odd = { ...harbor, chainCurrencies: [currency(1, weth, 'WЕTH'), currency(2, usdc, 'USDC', 6)] }
  expect(await depositOf(serving({ chains: [odd] }))).toEqual({})
  expect((await poolsOf(serving({ chains: [odd] }))).count).toBe(30)
})

test('nobody keeps the rows, and they are compressed', async () => {
  const compress = async () => ({ brotli: new TextEncoder().encode('br'), gzip: undefined })
  const response = await serving({}, { compress }).ask('/start.json?page=pools', {
    headers: { 'accept-encoding': 'br' },
  })
  expect(response.headers.get('cache-control')).toBe('no-store')
  expect(response.headers.get('content-encoding')).toBe('br')
})
