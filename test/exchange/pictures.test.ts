import { afterAll, beforeAll, expect, test } from 'vitest'
import { imageOf } from '../../src/components/tokens/image'
import type { Token } from '../../src/domain/token'
import { listings, solanaListing } from '../../src/exchange/listing'
import { startTidegate, type TidegateServer } from '../../src/gateway/node/tidegate'
import { readSettings } from '../../src/gateway/settings'
import { readCatalog } from '../../src/protocol/catalog'
import { decodeChains } from '../../src/protocol/chains'

const coins = [...listings, solanaListing].flatMap(({ coins }) => coins)

let server: TidegateServer
let tokens: readonly Token[]

beforeAll(async () => {
  const settings = readSettings({ PORT: '0', TIDEGATE_HISTORY_DAYS: '0' }, [], () => '')
  server = await startTidegate(settings)
  const response = await fetch(`${server.url}/api/blockchain`)
  const contentType = response.headers.get('content-type') ?? undefined
  const raw = { status: 200, contentType, retryAfter: undefined, receivedAt: 0, text: await response.text() }
  const chains = decodeChains(raw)
  if (chains.is === 'refused') throw new Error(chains.refusal.code)
  tokens = readCatalog(chains.value).tokens
})

afterAll(() => server.stop())

function pictureOf(token: Token): string {
  const url = imageOf(server.deployment, token, `${server.url}/swap`)
  if (url === undefined) throw new Error(`${token.symbol} has no picture that the app would show.`)
  return url
}

test('the gateway serves the image of every listed token, as small SVG', async () => {
  expect(tokens).toHaveLength(coins.length)
  for (const token of tokens) {
    const response = await fetch(pictureOf(token))
    expect([token.symbol, response.status]).toEqual([token.symbol, 200])
    expect(response.headers.get('content-type')).toContain('image/svg+xml')
    const svg = await response.text()
    expect(svg).toMatch(/^<svg xmlns="http:\/\/www.w3.org\/2000\/svg" viewBox="0 0 32 32">.*<\/svg>$/)
    expect(svg.length).toBeLessThan(2_048)
    expect(svg).not.toMatch(/script|href|url\(|on\w+=|NaN|undefined/)
  }
})

test('the exchange serves images without an API key, and nothing else', async () => {
  const { exchange } = server
  const ask = (path: string) => exchange!.fetch(new Request(`http://exchange.test${path}`))
  for (const { currencyId } of coins) expect((await ask(`/tokens/${currencyId}.svg`)).status).toBe(200)
  for (const path of ['/tokens/0.svg', '/tokens/1.png', '/tokens/..%2Fkey.svg'])
    expect((await ask(path)).status).toBe(404)
})

test('an imitation does not look like the token it imitates', async () => {
  const [usdc, imitation] = [103, 109].map((id) => coins.find((coin) => coin.id === id)!)
  const svgs = await Promise.all(
    [usdc, imitation].map(async (coin) =>
      (await fetch(`${server.url}/pictures/tokens/${coin!.currencyId}.svg`)).text(),
    ),
  )
  expect(svgs[0]).not.toBe(svgs[1])
})

test('the deployment loads images from its own origin', async () => {
  const configuration = await fetch(`${server.url}/config.json`)
  expect(await configuration.json()).toMatchObject({ imageBaseUrl: '/pictures' })
})
