import { describe, expect, test } from 'vitest'
import { createClient } from '../../src/api/client'
import { draws } from '../depth'
import { swap } from '../fixtures/bodies'
import { buildGateway, jsonResponse } from '../gateway/testGateway'
import { chainList } from './chains'
import { createMutator, type Mutator } from './mutations'
import { poolsByNetwork } from './pools'

/*
 * Answers that are bent or broken at random, from the service through the whole gateway: it never fails itself, and a
 * list that cannot be used never takes the place of the last good one. More with MUTATIONS=20000.
 */

const runs = Number(process.env.MUTATIONS ?? draws(40, 600))
const firstSeed = Number(process.env.MUTATION_SEED ?? 1)
const seeds = Array.from({ length: runs }, (_, run) => firstSeed + run)
const limit = { timeout: 60_000 + runs * 100, retry: 0 }

const envelope = (data: unknown) => ({ message: 'ok', data, status: true })
const quarry = poolsByNetwork.Quarry as readonly unknown[]
const good = { chains: JSON.stringify(envelope(chainList)), pools: JSON.stringify(envelope(quarry)) }
const paths = { chains: '/api/blockchain', pools: '/api/amm/pool/all/Quarry' } as const
const statuses = [200, 200, 200, 200, 201, 204, 301, 400, 404, 418, 429, 500, 502, 503, 599]
const types = ['application/json', 'application/json', 'text/html', 'text/plain; charset=latin1', 'nonsense']
const retries = ['', '', '-1', '1e9', 'soon', 'Thu, 01 Jan 1970 00:00:00 GMT', 'Fri, 31 Dec 9999 23:59:59 GMT']

/** A text that is bent in one value of it, or broken on its way, in pieces of random length. */
function bent(mutator: Mutator, answer: unknown): Response {
  const text = mutator.write(mutator.bend(answer))
  const pieces = [...mutator.chunks(mutator.random() < 0.3 ? mutator.broken(text) : text)]
  const body = new ReadableStream<Uint8Array>({
    pull: (controller) => {
      const next = pieces.shift()
      if (next) controller.enqueue(next)
      else if (mutator.random() < 0.03) controller.error(new Error('reset'))
      else controller.close()
    },
  })
  const status = mutator.pick(statuses)
  const retryAfter = mutator.pick(retries)
  const headers = { 'content-type': mutator.pick(types), ...(retryAfter === '' ? {} : { 'retry-after': retryAfter }) }
  return new Response([204, 301].includes(status) ? null : body, { status, headers })
}

/** Runs every seed, and names those that fail with what they say. */
async function forEachSeed(play: (mutator: Mutator) => Promise<void>) {
  const failed: string[] = []
  for (const seed of seeds) {
    try {
      await play(createMutator(seed))
    } catch (error) {
      failed.push(`${seed}: ${error instanceof Error ? error.message : error}`)
    }
  }
  expect({}).not.toHaveProperty('polluted')
  expect(failed).toEqual([])
}

/** The answer of the gateway is valid for HTTP and the app, and the gateway itself has not failed. */
async function textOf(response: Response, lines: readonly string[]): Promise<string> {
  const broken = lines.find((line) => line.includes('"broken"'))
  if (broken) throw new Error(`the gateway failed: ${broken}`)
  if (response.status < 200 || response.status > 599) throw new Error(`status ${response.status}`)
  if (!/^application\/json/.test(response.headers.get('content-type') ?? '')) throw new Error('another content type')
  const retryAfter = response.headers.get('retry-after')
  if (retryAfter !== null && !/^\d+$/.test(retryAfter)) throw new Error(`retry-after ${retryAfter}`)
  return response.text()
}

describe.each(['chains', 'pools'] as const)('a bent answer instead of the list of %s', (route) => {
  const isMeant = ({ url }: Request) => url.includes('/pool/') === (route === 'pools')

  test('a malformed answer leaves the last good list in place, unless the app can use it', limit, async () => {
    await forEachSeed(async (mutator) => {
      let isBent = false
      const { ask, state } = buildGateway((request) => {
        if (isBent && isMeant(request)) return bent(mutator, JSON.parse(good[route]))
        return jsonResponse(request.url.includes('/pool/') ? good.pools : good.chains)
      })
      expect(await textOf(await ask(paths[route]), state.lines)).toBe(good[route])
      isBent = true
      // Too old to be served while a new one is requested: the first answer is of the bent one.
      state.now += 400_000
      const response = await ask(paths[route])
      const text = await textOf(response, state.lines)
      if (text === good[route]) return
      // A refused key and an unknown network are passed on immediately.
      if ([400, 401, 403, 404].includes(response.status)) return
      if (response.status !== 200) throw new Error(`${response.status} instead of the last good list`)
      const client = createClient({ base: 'http://gateway.test', fetch: async () => new Response(text) })
      const result = await (route === 'chains' ? client.chains() : client.pools('Quarry'))
      if (result.is === 'refused') throw new Error(`a list that the app refuses: ${result.refusal.code}`)
    })
  })

  test('a malformed answer is passed on if there is no earlier list, and requested again', limit, async () => {
    await forEachSeed(async (mutator) => {
      let isBent = true
      const { ask, state } = buildGateway((request) => {
        if (isBent && isMeant(request)) return bent(mutator, JSON.parse(good[route]))
        return jsonResponse(request.url.includes('/pool/') ? good.pools : good.chains)
      })
      await textOf(await ask(paths[route]), state.lines)
      isBent = false
      state.now += 400_000
      expect(await textOf(await ask(paths[route]), state.lines)).toBe(good[route])
    })
  })
})

test(
  'a malformed answer to a swap or a deposit is passed on or reported in an envelope, and the next one is read',
  limit,
  async () => {
    await forEachSeed(async (mutator) => {
      let isBent = true
      const path = mutator.pick(['/api/swap/native', '/api/amm/interactions/add'])
      const { post, state } = buildGateway((request) =>
        isBent && request.method === 'POST' ? bent(mutator, swap) : jsonResponse(JSON.stringify(swap), 201),
      )
      const request = '{"tokenAId":1}'
      await textOf(await post(path, request), state.lines)
      isBent = false
      state.now += 61_000
      const response = await post(path, request)
      expect([response.status, await textOf(response, state.lines)]).toEqual([201, JSON.stringify(swap)])
    })
  },
)
