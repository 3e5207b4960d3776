import fc from 'fast-check'
import { expect, test } from 'vitest'
import { selectPair } from '../../src/domain/tokenPair'
import { readCatalog } from '../../src/protocol/catalog'
import { decodeChains } from '../../src/protocol/chains'
import { knownJson } from '../knownJson'
import { buildGateway, deployment, envelope, jsonResponse } from './testGateway'

const coin = '0x0000000000000000000000000000000000000000'
const usdc = '0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48'
const dai = '0x6B175474E89094C44Da98b954EedeAC495271d0F'

const currency = (id: number, address: string, ticker: string) => ({
  id,
  address,
  currency: { id, name: ticker, ticker, decimals: 18 },
})
const harbor = {
  id: 1,
  name: 'Harbor',
  chainId: 741001,
  type: 'EVM',
  status: 1,
  chainCurrencies: [currency(1, coin, 'ETH'), currency(2, usdc, 'USDC'), currency(3, dai, 'DAI')],
}

const serving = (chains: readonly unknown[]) => buildGateway(() => jsonResponse(envelope(chains)))
const startPair = async (chains: readonly unknown[], link = '') =>
  knownJson(await (await serving(chains).ask(`/start.json${link}`)).text())

test('a new visitor gets the native coin of the first chain and its dollars', async () => {
  expect(await startPair([harbor])).toEqual({
    sell: { symbol: 'ETH', chain: 'Harbor' },
    buy: { symbol: 'USDC', chain: 'Harbor' },
  })
})

test('a link decides which tokens, and an unlisted one is left out', async () => {
  expect(await startPair([harbor], `?from=741001:${dai}&to=741001:native`)).toEqual({
    sell: { symbol: 'DAI', chain: 'Harbor' },
    buy: { symbol: 'ETH', chain: 'Harbor' },
  })
  expect(await startPair([harbor], `?from=741001:${coin.replace('0x00', '0x01')}&to=741001:native`)).toEqual({
    buy: { symbol: 'ETH', chain: 'Harbor' },
  })
})

test("the header's pair equals the form's, for any list and link", async () => {
  const address = fc.constantFrom(coin, usdc, dai, '0xdead', '')
  const chain = fc.record({
    id: fc.nat(3),
    name: fc.constantFrom('Harbor', 'Delta', 'H\u202Earbor'),
    chainId: fc.constantFrom(741001, 741002, 1, 0),
    type: fc.constantFrom('EVM', 'solana', 'odd'),
    status: fc.constantFrom(1, 0, 'off', null),
    chainCurrencies: fc.array(
      fc
        .tuple(fc.nat(4), address, fc.constantFrom('ETH', 'USDC', 'usdc', 'USDС', ''))
        .map(([id, at, ticker]) => currency(id, at, ticker)),
      { maxLength: 4 },
    ),
  })
  const link = fc.constantFrom('', `?from=741001:${dai}`, `?to=741001:native`, `?from=1:${usdc}&to=741001:${dai}`)
  await fc.assert(
    fc.asyncProperty(fc.array(chain, { maxLength: 3 }), link, async (chains, link) => {
      const text = envelope(chains)
      const decoded = decodeChains({ status: 200, contentType: '', retryAfter: undefined, receivedAt: 0, text })
      const { tokens } = decoded.is === 'answer' ? readCatalog(decoded.value, deployment.chains) : { tokens: [] }
      const refIn = (name: string) => {
        const [chainId = '', at = ''] = new URLSearchParams(link).get(name)?.split(':') ?? []
        return at === '' ? undefined : { chainId: Number(chainId), address: at }
      }
      const { sell, buy } = selectPair({ from: refIn('from'), to: refIn('to') }, tokens)
      const shown = await startPair(chains, link)
      expect([shown.sell?.symbol, shown.sell?.chain]).toEqual([sell?.symbol, sell?.chain.name])
      expect([shown.buy?.symbol, shown.buy?.chain]).toEqual([buy?.symbol, buy?.chain.name])
    }),
    { numRuns: 60 },
  )
})

test('a list that the app needs, too, is requested once', async () => {
  const gateway = serving([harbor])
  await Promise.all(['/start.json', '/api/blockchain', '/start.json?from=1:native'].map((path) => gateway.ask(path)))
  expect(gateway.state.upstream).toHaveLength(1)
})

test('without a readable list there is no pair, and the page waits for the app', async () => {
  const broken = buildGateway(() => jsonResponse('{', 500))
  const answer = await broken.ask('/start.json')
  expect([answer.status, await answer.json()]).toEqual([200, {}])
  const long = serving([{ ...harbor, note: 'x'.repeat(1024 * 1024) }])
  expect(await (await long.ask('/start.json')).json()).toEqual({})
})

/** The pair in the start page's own header, as a page reads it. */
const pairOfPage = (page: Response) => {
  const [, text] = /^tidegate-pair;desc="([\w%.!~*'()-]*)"$/.exec(page.headers.get('server-timing') ?? '') ?? []
  return text === undefined ? undefined : knownJson(decodeURIComponent(text))
}

test.each(['/', '/swap', `/swap?from=741001:${dai}&amount=5`, '/swap?to=741001:native'])(
  '%s names the tokens in a header once the list is known, and never waits for it',
  async (path) => {
    const { ask, state } = serving([harbor])
    expect(pairOfPage(await ask(path))).toBeUndefined()
    expect(state.upstream).toEqual([])
    const link = new URL(path, 'http://localhost').search
    const pair = knownJson(await (await ask(`/start.json${link}`)).text())
    const page = await ask(path)
    expect(pairOfPage(page)).toEqual(pair)
    const revalidated = await ask(path, { headers: { 'if-none-match': page.headers.get('etag') ?? '' } })
    expect([revalidated.status, pairOfPage(revalidated)]).toEqual([304, pair])
    for (const other of ['/pools', '/config.json', '/logo.svg', '/swap/review'])
      expect((await ask(other)).headers.get('server-timing'), other).toBeNull()
  },
)

test('no name of a token breaks out of the header, and long names stay out of it', async () => {
  const page = async (ticker: string) => {
    const { ask } = serving([{ ...harbor, chainCurrencies: [currency(1, coin, ticker)] }])
    const pair = knownJson(await (await ask('/start.json')).text())
    return { pair, named: pairOfPage(await ask('/swap')) }
  }
  for (const ticker of ['"; a=b', 'a\\"b', 'a\r\nset-cookie: b', 'ü€', '%22', '\ud800']) {
    const { pair, named } = await page(ticker)
    expect(named, ticker).toEqual(pair)
  }
  const long = { ...harbor, chainId: 5, name: '漢'.repeat(40) }
  const { ask } = serving([
    { ...long, chainCurrencies: [currency(1, coin, '漢'.repeat(12)), currency(2, usdc, '漢'.repeat(12))] },
  ])
  expect(knownJson(await (await ask('/start.json?from=5:native')).text())).toMatchObject({ sell: { chain: long.name } })
  expect((await ask('/swap?from=5:native')).headers.get('server-timing')).toBeNull()
})

test('only GET reads it, and no cache keeps it', async () => {
  const { ask } = serving([harbor])
  expect((await ask('/start.json', { method: 'POST' })).status).toBe(405)
  expect((await ask('/start.json')).headers.get('cache-control')).toBe('no-store')
})
