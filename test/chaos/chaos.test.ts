import { afterAll, beforeAll, expect, test } from 'vitest'
import { draws } from '../depth'
import { type OrderChain, startOrderChain } from '../orders/localChain'
import { tellSolanaStory } from './solanaStory'
import { tellStory } from './story'

/* `npm run chaos -- --runs N --seed S` plays N orders, every third on Solana; `npm test` plays 8, `npm run test:deep` 200. */

const runs = Number(process.env.CHAOS_RUNS ?? draws(8, 200))
const firstSeed = Number(process.env.CHAOS_SEED ?? 1)
/** Stories wait more than they compute. */
const atOnce = 10
/** Milliseconds for one story on a busy machine; it takes two seconds on a quiet one. */
const storyLimit = 120_000

let chain: OrderChain

beforeAll(async () => {
  chain = await startOrderChain()
})
afterAll(() => chain?.close())

test(`I2 in ${runs} random orders no step happens twice, every transaction is accounted for, and no statement is contradicted later`, {
  timeout: 60_000 + runs * 20_000,
  retry: 0,
}, async () => {
  const seeds = Array.from({ length: runs }, (_, run) => firstSeed + run)
  const found: string[] = []
  let played = 0
  const worker = async () => {
    for (let seed = seeds.shift(); seed !== undefined; seed = seeds.shift()) {
      const isOnSolana = seed % 3 === 0
      const story = isOnSolana ? tellSolanaStory(seed, storyLimit) : tellStory(chain, seed, storyLimit)
      const { log, violations } = await story
      played++
      for (const violation of violations) found.push(`seed ${seed}: ${violation}\n  ${log.join('\n  ')}`)
    }
  }
  await Promise.all(Array.from({ length: atOnce }, worker))
  for (const violation of found) console.error(violation)
  console.log(`${played} orders, ${found.length} violations`)
  expect(found).toEqual([])
})
