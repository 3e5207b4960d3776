import { describe, expect, test } from 'vitest'
import { createClient } from '../../src/api/client'
import { poolPath } from '../../src/components/pools/poolPath'
import { pairLabel } from '../../src/components/pools/poolToken'
import { countDropped } from '../../src/protocol/deviation'
import { createPoolReader } from '../../src/protocol/pools/poolReader'
import { type PoolRowModel, poolRowOf } from '../../src/screens/pools/table/poolRows'
import { draws } from '../depth'
import { swap } from '../fixtures/bodies'
import { chainList } from './chains'
import { createMutator, type Mutator } from './mutations'
import { poolsByNetwork } from './pools'

/*
 * For any answer of a service, nothing is thrown, and a list loses only the malformed records. More with
 * MUTATIONS=20000.
 */

const runs = Number(process.env.MUTATIONS ?? draws(60, 1_000))
const firstSeed = Number(process.env.MUTATION_SEED ?? 1)
const seeds = Array.from({ length: runs }, (_, run) => firstSeed + run)
const quarry = poolsByNetwork.Quarry as readonly Record<string, unknown>[]

const types = [
  'application/json',
  'text/plain',
  'application/json; charset=utf-16',
  'text/html',
  '',
  'application/octet-stream',
]

/** A client of a service that sends this text, in pieces. */
function clientOf(mutator: Mutator, text: string, type = 'application/json') {
  const pieces = [...mutator.chunks(text)]
  const body = () =>
    new ReadableStream<Uint8Array>({
      pull: (controller) => {
        const next = pieces.shift()
        if (next) controller.enqueue(next)
        else controller.close()
      },
    })
  const headers = type === '' ? {} : { 'content-type': type }
  return createClient({ base: 'http://service.test', fetch: async () => new Response(body(), { headers }) })
}

const envelope = (data: unknown) => ({ message: 'ok', data, status: true })

/** Everything a table shows of a row is worked out now. */
function shown(row: PoolRowModel) {
  row.precompute()
  return [pairLabel(row.pool), poolPath(row.network, row.pool.id), row.text, row.pool.remarks]
}

/** Runs every seed, and names those that fail with what they say. */
async function forEachSeed(play: (mutator: Mutator, seed: number) => Promise<void>) {
  const failed: string[] = []
  for (const seed of seeds) {
    try {
      await play(createMutator(seed), seed)
    } catch (error) {
      failed.push(`${seed}: ${error instanceof Error ? `${error.message} ${error.stack?.split('\n')[1]}` : error}`)
    }
  }
  expect({}).not.toHaveProperty('polluted')
  expect(failed).toEqual([])
}

const limit = { timeout: 60_000 + runs * 100, retry: 0 }

describe('one bent record of a list', () => {
  test('of chains costs that chain, or tokens of it, and is counted', limit, async () => {
    await forEachSeed(async (mutator) => {
      const place = Math.floor(mutator.random() * chainList.length)
      const list = chainList.map((chain, index) => (index === place ? mutator.bend(chain) : chain))
      const result = await clientOf(mutator, mutator.write(envelope(list))).chains()
      if (result.is === 'refused') throw new Error(`refused: ${result.refusal.code}`)
      const { tokens, chains } = result.answer.value.catalog
      const others = chainList.filter((_, index) => index !== place)
      const isNamed = JSON.stringify(result.answer.deviations)
      for (const { chainId, chainCurrencies } of others) {
        // A bent id may now be another chain's: then both are left out, and named.
        if (!chains.some((each) => each.chainId === chainId)) {
          if (!isNamed.includes(String(chainId))) throw new Error(`chain ${chainId} is gone without a word`)
          continue
        }
        const kept = tokens.filter(({ chain }) => chain.chainId === chainId).length
        if (kept < chainCurrencies.length && result.answer.deviations.length === 0)
          throw new Error(`${kept} tokens of ${chainId} are left`)
      }
    })
  })

  test('of pools costs that pool, and the others are shown as ever', limit, async () => {
    await forEachSeed(async (mutator) => {
      const place = Math.floor(mutator.random() * quarry.length)
      const list = quarry.map((pool, index) => (index === place ? mutator.bend(pool) : pool))
      const result = await clientOf(mutator, mutator.write(envelope(list))).pools('Quarry')
      if (result.is === 'refused') throw new Error(`refused: ${result.refusal.code}`)
      const { value, deviations } = result.answer
      const read = createPoolReader('evm', []).read(value)
      const rows = read.map((pool) => poolRowOf(pool, 'Quarry', undefined))
      for (const row of rows) shown(row)
      if (rows.length < quarry.length - 1) throw new Error(`${rows.length} rows of ${quarry.length}`)
      if (value.records.length < quarry.length && countDropped(deviations) === 0)
        throw new Error('a record is gone without a word')
      const bent = new Set(rows.map(({ pool }) => pool.id.toLowerCase()))
      const lost = quarry.filter((pool, index) => {
        const id = Object.values(pool).find((value) => typeof value === 'string' && /^0x0+beef/.test(value))
        return index !== place && typeof id === 'string' && !bent.has(id.toLowerCase())
      })
      if (lost.length > 0) throw new Error(`lost ${JSON.stringify(lost).slice(0, 200)}`)
    })
  })
})

test('a bent answer to a swap is an answer or a refusal', limit, async () => {
  const asked = {
    ...{ tokenAId: 11, tokenBId: 13, slippage: 50, amount: '0.1', sender: '0xa', recipient: '0xb' },
    skipNonSwapTransactions: true,
  }
  await forEachSeed(async (mutator) => {
    const text = mutator.write(mutator.bend(swap))
    const { is } = await clientOf(mutator, text).swap(asked)
    if (is !== 'answer' && is !== 'refused') throw new Error(String(is))
  })
})

test('a truncated text is read whole or refused, for any content type', limit, async () => {
  await forEachSeed(async (mutator) => {
    const text = mutator.broken(mutator.write(envelope(mutator.pick([chainList, quarry]))))
    const client = clientOf(mutator, text, mutator.pick(types))
    const result = await (text.includes('chainCurrencies') ? client.chains() : client.pools('Quarry'))
    if (result.is !== 'answer' && result.is !== 'refused') throw new Error('neither')
  })
})
