import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { startTidegate, type TidegateServer } from '../../src/gateway/node/tidegate'
import { readSettings } from '../../src/gateway/settings'
import { chainList } from './chains'
import { type OddName, oddEnvelopes } from './oddAnswers'
import { type FakeService, startFakeService } from './service'

/* How the gateway handles the odd answers of an unknown service. */

const time = { ahead: 0 }
let service: FakeService
let gateway: TidegateServer

beforeEach(async () => {
  time.ahead = 0
  service = await startFakeService()
  const settings = { PORT: '0', TIDEGATE_BASE_URL: service.url, TIDEGATE_API_KEY: service.apiKey }
  gateway = await startTidegate(
    readSettings(settings, [], () => ''),
    { clock: () => Date.now() + time.ahead },
  )
})
afterEach(async () => {
  await gateway.stop()
  await service.stop()
})

const question = {
  tokenAId: 102,
  tokenBId: 101,
  slippage: 50,
  amount: '100',
  sender: '0xa',
  recipient: `0x${'b'.repeat(40)}`,
}
const ask = () =>
  fetch(`${gateway.url}/api/swap/native`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(question),
  })
const get = (path: string) => fetch(gateway.url + path)
const names = Object.keys(oddEnvelopes) as (keyof typeof oddEnvelopes)[]

/** Answers that are passed on unchanged: an answer, or the service's own message. */
const passed: Partial<Record<OddName, number>> = {
  'starts with a byte-order mark': 200,
  'hints before it answers': 200,
  'says error in an envelope of status 200': 201,
  'says false in an envelope of status 200': 201,
  'says 500 in an envelope': 500,
  'has no words for its 500': 500,
  'is busy until a date': 503,
}

describe('an odd answer to a quote', () => {
  test.each(names)('"%s" reaches the page as an envelope with a valid status', async (name) => {
    service.answer('swap', name)
    const response = await ask()
    expect(response.status).toBe(passed[name] ?? 502)
    expect(await response.json()).toMatchObject({ message: expect.any(String) })
    if (name === 'is busy until a date') expect(Number(response.headers.get('retry-after'))).toBeGreaterThan(25)
  })

  test('ten refusals by the service do not open the circuit breaker for quotes', async () => {
    service.answer('swap', 'says 500 in an envelope')
    for (let time = 0; time < 10; time++) expect((await ask()).status).toBe(500)
    service.answer('swap')
    expect((await ask()).status).toBe(201)
  })
})

describe('an odd answer instead of a list', () => {
  test.each(names.filter((name) => passed[name] !== 200))(
    '"%s" leaves the last good list in place, with its age',
    async (name) => {
      expect((await get('/api/blockchain')).status).toBe(200)
      const pools = await (await get('/api/amm/pool/all/Quarry')).json()
      service.answer('chains', name)
      service.answer('pools', name)
      time.ahead = 120_000
      // The first response is still the cached one; the next has the result of the request.
      for (const path of ['/api/blockchain', '/api/amm/pool/all/Quarry']) {
        await get(path)
        const asked = () => service.asked.filter((each) => each.endsWith(path)).length
        await expect.poll(asked).toBe(2)
      }
      const [chains, after] = await Promise.all([get('/api/blockchain'), get('/api/amm/pool/all/Quarry')])
      expect(await chains.json()).toMatchObject({ data: JSON.parse(JSON.stringify(chainList)) })
      expect(await after.json()).toEqual(pools)
      expect(Number(chains.headers.get('age'))).toBeGreaterThanOrEqual(120)
    },
  )
})

test('a wrong API key is refused at the start, by name', async () => {
  const settings = { PORT: '0', TIDEGATE_BASE_URL: service.url, TIDEGATE_API_KEY: 'another-key' }
  await expect(startTidegate(readSettings(settings, [], () => ''))).rejects.toThrow(/refused TIDEGATE_API_KEY/)
})
