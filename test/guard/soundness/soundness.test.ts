import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createDice } from './dice'
import { createAnswers, type Trial, tally, tryMutation } from './trial'
import { openWorld, type World } from './world'

/*
 * What is green loses no more than it shows, whatever the adversary does. `npm run guard -- fuzz --minutes 10` tries for
 * longer; the same seed tries the same mutations.
 */

const minutes = Number(process.env.GUARD_FUZZ_MINUTES ?? 0)
const seed = Number(process.env.GUARD_FUZZ_SEED ?? 2026)
const usual = 150

let world: World
beforeAll(async () => {
  world = await openWorld()
})
afterAll(() => world.arena.exchange.stop())

describe('mutated swaps and crossings', () => {
  test('what is green loses no more than it shows', { timeout: minutes * 60_000 + 240_000, retry: 0 }, async () => {
    const dice = createDice(seed)
    const ask = createAnswers(world)
    const until = Date.now() + minutes * 60_000
    const trials: Trial[] = []
    while (minutes > 0 ? Date.now() < until : trials.length < usual) {
      const trial = await tryMutation(world, ask, dice)
      if (trial) trials.push(trial)
    }
    const { broken, greatest, ...counts } = tally(trials)
    console.log(
      `Guard, mutations (seed ${seed}): ${JSON.stringify(counts)}, greatest loss of a green plan $${greatest.toFixed(2)}.`,
    )
    expect(broken).toEqual([])
    expect(counts.carriedOut).toBeGreaterThan(trials.length / 20)
  })
})
