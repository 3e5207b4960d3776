import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, afterEach, describe, expect, test } from 'vitest'
import { askService } from '../../src/doctor/askService'
import { startTidegate } from '../../src/gateway/node/tidegate'
import { readSettings } from '../../src/gateway/settings'
import { knownJson } from '../knownJson'
import { startFakeService } from '../upstream/service'
import { endCommands, startCommand } from './command'

/* `npm run doctor` as an operator runs it, and the file it writes as the gateway reads it. */

const folder = mkdtempSync(join(tmpdir(), 'tidegate-doctor-'))
const stops: (() => Promise<unknown>)[] = []
const tester = '0x000000000000000000000000000000000000bEEF'

afterEach(async () => {
  await endCommands()
  for (const stop of stops.splice(0)) await stop()
})
afterAll(() => rmSync(folder, { recursive: true }))

async function consult(url: string, key: string, ...args: readonly string[]) {
  const out = join(folder, 'chains.json')
  rmSync(out, { force: true })
  const doctor = startCommand('doctor', { TIDEGATE_API_KEY: key }, [url, '--out', out, ...args])
  const code = await doctor.ends
  return { code, out, says: doctor.lines().join('\n'), complaints: doctor.complaints() }
}

/** Starts the gateway for a service, with the written file unchanged; it stops at the end of the test. */
async function start(url: string, key: string, out: string) {
  const settings = { PORT: '0', TIDEGATE_BASE_URL: url, TIDEGATE_API_KEY: key, TIDEGATE_CHAINS: out }
  const gateway = await startTidegate(readSettings(settings, [], (path) => readFileSync(path, 'utf8')))
  stops.push(gateway.stop)
  return gateway
}

async function fake(options = {}) {
  const service = await startFakeService(options)
  stops.push(service.stop)
  return service
}

describe('npm run doctor for an unknown service', () => {
  test('reports chain by chain, and the app starts with the written file unchanged', async () => {
    const { url, apiKey } = await fake({ unitsPerPercent: 1_000 })
    const { code, out, says } = await consult(url, apiKey, '--address', tester)
    expect(code).toBe(0)
    expect(says).toContain('7 chains: Ethereum, ZetaChain, Quarry, Solana, Bitcoin, TON, Fantom.')
    expect(says).toContain('The unit of slippage is 1000 units per percent')
    expect(says).toContain("TIDEGATE_SLIPPAGE_UNIT='1000'")
    expect(says).toMatch(/TON \(607, unknown\)\n.*does not know this kind of chain \("TVM"\)/)
    expect(says).toMatch(/Without one every swap shows a warning/)
    const { deployment } = await start(url, apiKey, out)
    const chainOf = (id: number) => deployment.chains.find(({ chainId }) => chainId === id)
    expect(chainOf(7_000)).toMatchObject({ name: 'ZetaChain', nativeCurrency: { symbol: 'ZETA' }, kind: 'evm' })
    expect(chainOf(7_000)?.explorerUrl).toMatch(/^https:/)
    expect(chainOf(424_242)).toMatchObject({ name: 'Quarry', nativeCurrency: { symbol: 'ROCK' } })
    expect(chainOf(900)).toMatchObject({ kind: 'solana' })
    expect(chainOf(8_332)).toMatchObject({ kind: 'bitcoin' })
    // Nothing is trusted that only the service states.
    expect(deployment.chains.flatMap(({ trusted }) => trusted)).toEqual([])
    expect(chainOf(424_242)?.positionManager).toBeUndefined()
  })

  test('every commented-out line of the file can be uncommented, and is a valid setting', async () => {
    const { url, apiKey } = await fake()
    const { out } = await consult(url, apiKey, '--address', tester)
    const text = readFileSync(out, 'utf8').replace(/^( *)\/\/ (?=")/gm, '$1')
    const chains = readSettings({ TIDEGATE_CHAINS: text }, [], () => '').chains.map(({ chain }) => chain)
    const quarry = chains.find(({ chainId }) => chainId === 424_242)
    expect(quarry).toMatchObject({ rpcUrls: ['/rpc/424242'], positionManager: `0x${'6'.repeat(40)}` })
    expect(quarry?.tokens?.map(({ symbol }) => symbol)).toEqual(['WETH', 'USDC'])
    expect(quarry?.trusted).toHaveLength(1)
  })

  test('names the exchange that publishes a contract, and finds where images are', async () => {
    const { url, apiKey } = await fake({ hasImages: true })
    const { out, says } = await consult(url, apiKey, '--address', tester)
    expect(says).toMatch(/0xe592427a0aece92de3edee1f18e0157c05861564 .* is at the address that uniswap-v3 publishes/)
    expect(says).toContain('until you add "uniswap-v3" to trusted')
    expect(readFileSync(out, 'utf8')).toContain('uniswap-v3 publishes this address.')
    expect(says).toContain(`TIDEGATE_IMAGE_BASE_URL='${url}'`)
  })

  test('what the service writes reaches neither the terminal nor the file as more than text', async () => {
    const { url, apiKey, answer } = await fake()
    answer('chains', 'names a kind of chain in two lines, with control characters')
    const { out, says } = await consult(url, apiKey)
    expect(says).toContain('does not know this kind of chain ("]0;x TVM").')
    expect(says + readFileSync(out, 'utf8')).not.toMatch(/\p{Cc}(?<!\n)|\u202e/u)
    await start(url, apiKey, out)
  })

  test('without a tester’s address no quote is requested, and that is reported', async () => {
    const { url, apiKey, asked } = await fake()
    const { code, says } = await consult(url, apiKey)
    expect([code, asked.filter((each) => each.startsWith('POST'))]).toEqual([0, []])
    expect(says).toContain('was not measured: no quote was requested')
  })

  test('a refused key and an unreachable service are reported, and nothing is written', async () => {
    const { url } = await fake()
    const refused = await consult(url, 'another-key')
    expect([refused.code, existsSync(refused.out)]).toEqual([1, false])
    expect(refused.complaints).toMatch(/gave no list of chains\. .*key/)
    const away = await consult('http://127.0.0.1:1', 'key')
    expect([away.code, away.complaints]).toEqual([
      1,
      expect.stringMatching(/gave no list of chains\. It cannot be reached/),
    ])
  })

  test('an existing file is kept, and unknown arguments are refused by name', async () => {
    const out = join(folder, 'mine.json')
    writeFileSync(out, '[]')
    const kept = startCommand('doctor', {}, ['https://service.example', '--out', out])
    expect(await kept.ends).toBe(64)
    expect([readFileSync(out, 'utf8'), kept.complaints()]).toEqual(['[]', expect.stringContaining('exists')])
    const odd = startCommand('doctor', {}, ['https://service.example', '--rpc', 'base'])
    expect([await odd.ends, odd.complaints()]).toEqual([64, expect.stringContaining('1=https://node.example')])
  })
})

const slots = [
  '0x360894a13ba1a3210667c828492db98dca3e2076cc3735a920a3ca505d382bbc',
  '0xa3f0ad74e5423aebfd80d3ef4346578335a9a72aeaee59ff6cb3582b35133d50',
  '0xc5f16f0fcc639fa48a6947836d9850f504798523bf8c9a3a87d5876cf622bcf7',
  '0x7050c9e0f4ca769c69bd3a8ef740bc37934f8e2c036e5a723fd8ee710ed3f8c3',
]
const plain = '0x6000'
const delegating = `0x6000600060006000600073${'ab'.repeat(20)}5af4`

/** The code at an address, and the slot that is filled there. */
type Shown = { readonly code: string; readonly filled?: string }

test.each<[string, readonly Shown[]]>([
  ['that keeps its implementation in a slot', slots.map((filled) => ({ code: plain, filled }))],
  ['that names it in its code', [{ code: delegating }]],
])('the code hash of a proxy %s is not proposed: the guard compares that of the code behind it', async (_, proxies) => {
  const { url, apiKey } = await fake()
  const found = async ({ code, filled }: Shown) => {
    const { contracts } = await askService(
      { baseUrl: url, addresses: [tester], nodes: [424_242] },
      {
        request: async (path, body) => {
          const headers = { 'x-api-key': apiKey, 'content-type': 'application/json' }
          const method = body === undefined ? 'GET' : 'POST'
          const answer = await fetch(url + path, { headers, method, body: body ?? null })
          const contentType = answer.headers.get('content-type') ?? undefined
          const text = await answer.text()
          return { status: answer.status, contentType, retryAfter: undefined, receivedAt: Date.now(), text }
        },
        ask: async (_chainId, method, params) => {
          if (method === 'eth_getCode') return code
          return `0x${(params[1] === filled ? '1' : '').padStart(64, '0')}`
        },
        codeName: () => undefined,
        codeHash: () => 'a hash',
        isImage: async () => false,
        onProgress: () => undefined,
      },
    )
    return contracts.map((contract) => [contract.is, contract.codeHash])
  }
  for (const proxy of proxies) expect(await found(proxy)).toContainEqual(['proxy', undefined])
  expect(await found({ code: plain })).toContainEqual(['unknown', 'a hash'])
})

test('contracts of the embedded exchange are recognised by their code, and the addresses they refer to go into the file', async () => {
  const environment = { PORT: '0', TIDEGATE_LIVE: 'no', TIDEGATE_HISTORY_DAYS: '0.02' }
  const exchange = await startTidegate(readSettings(environment, [], () => ''))
  stops.push(exchange.stop)
  const { url } = exchange
  const node = `${url}/rpc/741001`
  const { code, out, says } = await consult(url, '', '--address', tester, '--rpc', `741001=${node}`)
  expect(code).toBe(0)
  expect(says).toContain('The unit of slippage is basis points')
  expect(says).toMatch(
    /\(spender, called\) has the code of Uniswap v3 SwapRouter|\(called, spender\) has the code of Uniswap v3 SwapRouter/,
  )
  const { deployment } = await start(url, 'any-key', out)
  const harbor = deployment.chains.find(({ chainId }) => chainId === 741_001)
  const honest = knownJson(await (await fetch(`${url}/config.json`)).text()).chains[0]
  expect(harbor?.positionManager?.toLowerCase()).toBe(honest.positionManager.toLowerCase())
  expect(harbor?.wrappedNative?.toLowerCase()).toBe(honest.wrappedNative.toLowerCase())
  expect(harbor?.rpcUrls).toEqual(['/rpc/741001'])
})
