import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { SwapIntent } from '../../../src/guard/intent'
import type { SwapAnswer } from '../../../src/protocol/serviceMessages'
import { swapOf } from '../localExchange'
import { ledger, startLocalExchange } from '../localSolana'
import { tryDeposit } from './deposit'
import { createRandom, type Random } from './random'
import { tryRenewal, trySolana } from './solana'
import { createAnswers, isBroken, type Trial, tally, tryMutation } from './trial'
import { throughUniversal } from './universal'
import { openWorld, type World } from './world'

/*
 * What is green loses no more than it shows, whatever the adversary does. `npm run guard -- fuzz --minutes 10` tries for
 * longer; the same seed tries the same mutations.
 */

const minutes = Number(process.env.GUARD_FUZZ_MINUTES ?? 0)
const seed = Number(process.env.GUARD_FUZZ_SEED ?? 2026)
const longRun = { timeout: minutes * 60_000 + 240_000, retry: 0 }

const trialsPerCatchUp = 25

let world: World
let ask: ReturnType<typeof createAnswers>
beforeAll(async () => {
  world = await openWorld()
  ask = createAnswers(world)
  startLocalExchange()
})
beforeEach(() => world.catchUp())
afterAll(async () => {
  ledger.stop()
  await world.arena.exchange.stop()
})

/** So many trials, or as many as fit into a share of the minutes that were given. */
async function tried(what: string, share: number, usual: number, one: (random: Random) => Promise<Trial | undefined>) {
  const random = createRandom(seed)
  const until = Date.now() + minutes * share * 60_000
  const trials: Trial[] = []
  for (let count = 0; minutes > 0 ? Date.now() < until : count < usual; count++) {
    if (count % trialsPerCatchUp === 0) await world.catchUp()
    const trial = await one(random)
    if (trial) trials.push(trial)
  }
  const { broken, greatest, ...counts } = tally(trials)
  console.log(
    `Guard, mutated ${what} (seed ${seed}): ${JSON.stringify(counts)}, greatest loss of a green plan $${greatest.toFixed(2)}.`,
  )
  return { broken, ...counts }
}

describe('what is green loses no more than it shows', () => {
  test('swaps and crossings', longRun, async () => {
    const { broken, carriedOut } = await tried('swaps and crossings', 0.7, 150, (random) =>
      tryMutation(world, ask, random, { vouches: 0.15, venues: 0.3 }),
    )
    expect(broken).toEqual([])
    expect(carriedOut).toBeGreaterThan(5)
  })

  test('deposits', longRun, async () => {
    const { broken, carriedOut } = await tried('deposits', 0.15, 25, (random) => tryDeposit(world, random))
    expect(broken).toEqual([])
    expect(carriedOut).toBeGreaterThan(0)
  })

  test('Solana swaps', longRun, async () => {
    const { broken, carriedOut } = await tried('Solana swaps', 0.15, 60, (random) => trySolana(random))
    expect(broken).toEqual([])
    expect(carriedOut).toBeGreaterThan(5)
  })
})

/** Not of the run: a rule is needed or not, whatever a longer run tries besides. */
const holeSeed = 2026

/** Trials until a green plan loses more than it shows. */
async function found(one: (random: Random) => Promise<Trial | undefined>, most = 80): Promise<Trial | undefined> {
  const random = createRandom(holeSeed)
  for (let count = 0; count < most; count++) {
    if (count % trialsPerCatchUp === 0) await world.catchUp()
    const trial = await one(random)
    if (trial && isBroken(trial)) return trial
  }
  return undefined
}

const home = 741_001

test(
  'H-15 swaps through the universal router and Permit2 are green as they are, and bring what they promise',
  longRun,
  async () => {
    for (const [sell, amount, buy] of [
      ['USDC', '500', 'WETH'],
      ['USDC', '500', 'ETH'],
      ['ETH', '0.15', 'USDC'],
      ['WBTC', '0.005', 'DAI'],
    ] as const) {
      const intent = swapOf(world.arena.token(sell), amount, world.arena.token(buy), world.arena.me)
      const answer = throughUniversal(intent, await world.arena.ask(intent), world.cast, await world.time())
      const { plan, loud, loss } = await lookAt(intent, answer!)
      expect({ pair: `${sell} ${buy}`, loud }).toEqual({ pair: `${sell} ${buy}`, loud: [] })
      expect(plan.steps).toHaveLength(sell === 'ETH' ? 1 : 3)
      expect(loss).toBeLessThan(15)
    }
  },
)

/** What the guard says of an answer through the universal router, and what it costs to carry it out. */
async function lookAt(intent: SwapIntent, answer: SwapAnswer) {
  const { arena, cast } = world
  const chains = arena.chains.map((chain) => ({ ...chain, trusted: [...chain.trusted, cast.universal] }))
  const planned = await arena.plan(intent, answer)
  if (planned.is === 'refused') throw new Error(JSON.stringify(planned.findings))
  const { plan, verdict } = await arena.check(planned.plan, { chains })
  const loud = verdict.findings.filter(({ severity }) => severity === 'block' || severity === 'warn')
  const loss = await world.onSnapshot(() => world.carryOut(plan))
  return { plan, loud, loss }
}

describe('with a rule taken out, the hole it closes is found again', () => {
  test('C1 an exact-output swap with a price limit, without V-016', longRun, async () => {
    const hole = await found(
      (random) =>
        tryMutation(world, ask, random, {
          ...{ without: ['V-016'], names: ['limit'], move: 'takes the liquidity away', moves: 1 },
          only: ({ sell, buy }) => sell.token.symbol === 'USDC' && buy.symbol === 'WETH' && buy.chain.chainId === home,
        }),
      400,
    )
    expect(hole?.loss).toBeGreaterThan(400)
  })

  test('C8 a proxy that is vouched for and exchanged, without V-061', longRun, async () => {
    const hole = await found(
      (random) =>
        tryMutation(world, ask, random, {
          ...{ without: ['V-061'], names: ['figures', 'label'], move: 'switches contracts', moves: 1, vouches: 1 },
          only: ({ sell, buy }) => sell.token.symbol === 'USDC' && buy.symbol === 'WETH' && buy.chain.chainId === home,
        }),
      40,
    )
    expect(hole?.loss).toBeGreaterThan(400)
  })

  test('C8 a bridge that is vouched for and exchanged, without V-061', longRun, async () => {
    const hole = await found(
      (random) =>
        tryMutation(world, ask, random, {
          ...{ without: ['V-061'], names: ['label'], move: 'switches contracts', moves: 1, venues: 1 },
          only: ({ sell, buy }) => sell.token.symbol === 'USDC' && buy.chain.chainId !== home,
        }),
      40,
    )
    expect(hole?.loss).toBeGreaterThan(400)
  })

  test('C2 a crossing in which nothing crosses, without V-051', longRun, async () => {
    const hole = await found(
      (random) =>
        tryMutation(world, ask, random, {
          ...{ without: ['V-051'], names: ['command'], moves: 1 },
          only: ({ sell, buy }) => sell.token.symbol === 'USDC' && buy.chain.chainId !== home,
        }),
      200,
    )
    expect(hole?.loss).toBeGreaterThan(400)
  })

  test('C3 a bridge fed with whatever comes of the swap, without V-052', longRun, async () => {
    const hole = await found((random) =>
      tryMutation(world, ask, random, {
        ...{ without: ['V-052'], names: ['minimum'], moves: 1, move: 'pushes the price' },
        only: ({ sell, buy }) => sell.token.symbol === 'WETH' && buy.chain.chainId !== home,
      }),
    )
    expect(hole?.loss).toBeGreaterThan(40)
  })

  test('C4 a Solana list that sells twice, without S-12', longRun, async () => {
    const hole = await found((random) => trySolana(random, { without: ['S-12', 'S-13'], names: ['memo'] }))
    expect(hole?.loss).toBeGreaterThan(20)
  })

  test('C5 a renewed plan with a grown tip, without comparing it', longRun, async () => {
    expect(await found((random) => tryRenewal(random), 8)).toBeUndefined()
    const hole = await found((random) => tryRenewal(random, { ignoresChanges: true }), 8)
    expect(hole?.loss).toBeGreaterThan(1.5)
  })

  test('C6 a deposit into a pool pushed off the market, without V-058', longRun, async () => {
    const hole = await found(
      (random) => tryDeposit(world, random, { without: ['V-058'], mutations: false, pushes: [400] }),
      2,
    )
    expect(hole?.loss).toBeGreaterThan(200)
  })
})
