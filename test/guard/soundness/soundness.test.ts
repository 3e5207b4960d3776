import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { SwapIntent } from '../../../src/guard/intent'
import type { SwapAnswer } from '../../../src/protocol/serviceMessages'
import { draws } from '../../depth'
import { allow, ratingOf } from '../attacks/adversary'
import { swapOf } from '../localExchange'
import { ledger, startLocalExchange } from '../localSolana'
import { tryPayment } from './bitcoin'
import { tryDeposit } from './deposit'
import type { MutationName } from './mutations'
import { createRandom, type Random } from './random'
import { type RightsOptions, tryRights } from './rights'
import { tryRenewal, trySolana, trySolanaCrossing } from './solana'
import { createAnswers, isBroken, type Trial, tally, tryMutation } from './trial'
import { throughUniversal } from './universal'
import { swapThenDeposit, venuesFor } from './venues'
import { tryWithdrawal } from './withdrawal'
import { openWorld, type World } from './world'

/*
 * A green plan loses no more than it shows, for any action of the adversary. `npm run guard -- fuzz --minutes 10` tries
 * for longer; the same seed tries the same mutations.
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
}, longRun.timeout)
beforeEach(() => world.catchUp())
afterAll(async () => {
  ledger.stop()
  await world.arena.exchange.stop()
})

/** So many trials, or more where they fit into a share of the minutes that were given. */
async function tried(what: string, share: number, usual: number, one: (random: Random) => Promise<Trial | undefined>) {
  const random = createRandom(seed)
  const until = Date.now() + minutes * share * 60_000
  const trials: Trial[] = []
  for (let count = 0; count < usual || (minutes > 0 && Date.now() < until); count++) {
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
    const { broken, carriedOut } = await tried('swaps and crossings', 0.35, draws(30, 100), (random) =>
      tryMutation(world, ask, random, { vouches: 0.15, venues: 0.2, batches: 0.2, hooks: 0.5 }),
    )
    expect(broken).toEqual([])
    expect(carriedOut).toBeGreaterThan(draws(0, 5))
  })

  test('swaps and crossings at other venues', longRun, async () => {
    const { broken, carriedOut } = await tried('answers of other venues', 0.25, draws(16, 110), (random) =>
      tryMutation(world, ask, random, { venues: 1, batches: 0.4, hooks: 0.4 }),
    )
    expect(broken).toEqual([])
    expect(carriedOut).toBeGreaterThan(draws(0, 5))
  })

  test('renewed swaps and crossings', longRun, async () => {
    const { broken, carriedOut } = await tried('renewals', 0.1, draws(20, 40), (random) =>
      tryMutation(world, ask, random, { renews: true, venues: 0.6, batches: 0.3, hooks: 0.4 }),
    )
    expect(broken).toEqual([])
    expect(carriedOut).toBeGreaterThan(0)
  })

  test('deposits', longRun, async () => {
    const { broken, carriedOut } = await tried('deposits', 0.1, draws(8, 20), (random) =>
      tryDeposit(world, random, { batches: 0.4, hooks: 0.5 }),
    )
    expect(broken).toEqual([])
    expect(carriedOut).toBeGreaterThan(0)
  })

  test('older rights of an opaque router', longRun, async () => {
    const { broken, carriedOut } = await tried('older rights', 0.05, draws(8, 25), (random) => tryRights(world, random))
    expect(broken).toEqual([])
    expect(carriedOut).toBeGreaterThan(draws(0, 5))
  })

  test('withdrawals', longRun, async () => {
    const { broken, blocked } = await tried('withdrawals', 0.05, 30, (random) =>
      tryWithdrawal(world, random, { hooks: 0.5 }),
    )
    expect(broken).toEqual([])
    expect(blocked).toBeGreaterThan(5)
  })

  test('payments in bitcoin', longRun, async () => {
    const { broken, carriedOut } = await tried('payments in bitcoin', 0.02, 600, (random) => tryPayment(random))
    expect(broken).toEqual([])
    expect(carriedOut).toBeGreaterThan(20)
  })

  test('Solana swaps and deposits for other chains', longRun, async () => {
    const { broken, carriedOut } = await tried('Solana swaps', 0.1, draws(20, 90), (random) =>
      random.chance(0.4) ? trySolanaCrossing(random) : trySolana(random),
    )
    expect(broken).toEqual([])
    expect(carriedOut).toBeGreaterThan(draws(0, 5))
  })
})

/** Independent of the run's seed: whether a rule is needed does not depend on a longer run. */
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

test(
  'H-15 swaps and crossings at other venues are green as they are, and bring what they promise',
  longRun,
  async () => {
    const time = await world.time()
    const seen = new Set<string>()
    for (const [sell, amount, buy, chain] of [
      ['USDC', '500', 'WETH', 'Harbor'],
      ['USDC', '500', 'USDC', 'Delta'],
      ['WETH', '0.15', 'USDC', 'Delta'],
      ['ETH', '0.15', 'WETH', 'Delta'],
    ] as const) {
      const intent = swapOf(world.arena.token(sell), amount, world.arena.token(buy, chain), world.arena.me)
      const answer = await world.arena.ask(intent)
      for (const venue of venuesFor({ intent, answer, time }, world.cast)) {
        const { loud, loss, rating } = await lookAt(intent, venue.answer, { named: venue.named, isBatched: true })
        expect({ pair: `${sell} ${buy}${venue.says}`, loud, rating }).toEqual({
          ...{ pair: `${sell} ${buy}${venue.says}`, rating: 'green', loud: [] },
        })
        expect(loss).toBeLessThan(15)
        seen.add(venue.says)
      }
    }
    expect(seen.size).toBe(8)
  },
)

test('a crossing that swaps for the person first and deposits next to nothing is not green', longRun, async () => {
  const { arena, cast } = world
  const intent = swapOf(arena.token('USDC'), '500', arena.token('USDC', 'Delta'), arena.me)
  const quoted = { intent, answer: await arena.ask(intent), time: await world.time() }
  await world.onSnapshot(async () => {
    await allow(arena, arena.me, cast.wrapped, cast.dln)
    const answer = swapThenDeposit(quoted, cast)
    const pushed = async () => world.push(swapOf(arena.token('USDC'), '500', arena.token('WETH'), arena.me), 300)
    const { rating, loss } = await lookAt(intent, answer, { named: [cast.dln], before: pushed })
    expect(loss).toBeGreaterThan(300)
    expect(rating).not.toBe('green')
  })
})

type LookOptions = {
  readonly named?: readonly string[]
  readonly isBatched?: boolean
  /** The adversary's action before the execution. */
  readonly before?: () => Promise<unknown>
}

/** The guard's verdict on an answer at venues that the deployment names, and the loss of its execution. */
async function lookAt(
  intent: SwapIntent,
  answer: SwapAnswer,
  { named = [world.cast.universal], isBatched = false, before = async () => undefined }: LookOptions = {},
) {
  const { arena } = world
  const chains = arena.chains.map((chain) => ({ ...chain, trusted: [...chain.trusted, ...named] }))
  const planned = await arena.plan(intent, answer)
  if (planned.is === 'refused') throw new Error(JSON.stringify(planned.findings))
  const how = { chains, tokens: arena.tokens, ...(isBatched && { batches: 'supported' as const }) }
  const { plan, verdict } = await arena.check(planned.plan, how)
  const loud = verdict.findings.filter(({ severity }) => severity === 'block' || severity === 'warn')
  const loss = await world.onSnapshot(async () => {
    await before()
    return world.carryOut(plan)
  })
  return { plan, loud, loss, rating: ratingOf({ verdict }) }
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
          ...{ without: ['V-061'], names: ['label'], move: 'switches contracts', moves: 1 },
          ...{ venues: 1, at: 'behind a proxy' },
          only: ({ sell, buy }) => sell.token.symbol === 'USDC' && buy.chain.chainId !== home,
        }),
      40,
    )
    expect(hole?.loss).toBeGreaterThan(400)
  })

  test(
    'a payee whose code a named token calls takes what the router holds, without V-055 and V-016',
    longRun,
    async () => {
      const paid = {
        ...{ names: ['payee'] as const, move: 'hooks sweep the bought token', moves: 1 },
        only: ({ sell, buy }: SwapIntent) => sell.token.symbol === 'USDC' && buy.symbol === 'ETH',
      }
      const without = (codes: readonly string[]) => (random: Random) =>
        tryMutation(world, ask, random, { ...paid, without: codes })
      expect(await found(without(['V-055']), 40)).toBeUndefined()
      const hole = await found(without(['V-055', 'V-016']), 40)
      expect(hole?.loss).toBeGreaterThan(400)
    },
  )

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

  test('C3 a bridge fed with any output of the swap, without V-052', longRun, async () => {
    const hole = await found((random) =>
      tryMutation(world, ask, random, {
        ...{ without: ['V-052'], names: ['minimum'], moves: 1, move: 'pushes the price' },
        only: ({ sell, buy }) => sell.token.symbol === 'WETH' && buy.chain.chainId !== home,
      }),
    )
    expect(hole?.loss).toBeGreaterThan(40)
  })

  test('C4 a Solana list that sells twice, without S-7a', longRun, async () => {
    const hole = await found((random) => trySolana(random, { without: ['S-7a', 'S-10'], names: ['memo'] }))
    expect(hole?.loss).toBeGreaterThan(20)
  })

  test('C5 a renewed plan with a grown tip, without comparing it', longRun, async () => {
    expect(await found((random) => tryRenewal(random), 8)).toBeUndefined()
    const hole = await found((random) => tryRenewal(random, { ignoresChanges: true }), 8)
    expect(hole?.loss).toBeGreaterThan(1.5)
  })

  const fromDollars = ({ sell, buy }: SwapIntent) => sell.token.symbol === 'USDC' && buy.symbol === 'USDC'
  test.each<[string, readonly string[], MutationName, string]>([
    ['a deposit at Across for a thief', ['V-036'], 'recipient', 'at Across'],
    ['a deposit of LI.FI’s for a thief', ['V-036'], 'recipient', 'by LI.FI at Across'],
    ['an order for a thief', ['V-036'], 'destination', 'at deBridge'],
    ['an order that a thief may cancel', ['V-011', 'V-015', 'V-051', 'V-054'], 'destination', 'at deBridge'],
    ['a call of the far side', ['V-051', 'V-035', 'V-036'], 'destination', 'at Across'],
    ['an order for next to nothing', ['V-016', 'A-32'], 'minimum', 'at deBridge'],
    ['a deposit at Stargate for a thief', ['V-036', 'V-035', 'V-051'], 'destination', 'at Stargate'],
    ['a refund that goes to a thief', ['V-011', 'V-015', 'V-051', 'V-054'], 'recipient', 'at Across'],
    ['a deposit that arrives on another chain', ['V-036'], 'destination', 'by LI.FI at Across'],
  ])('%s, without %j', async (_, without, name, at) => {
    const hole = await found(
      (random) =>
        tryMutation(world, ask, random, {
          without,
          names: [name],
          move: 'waits',
          moves: 1,
          venues: 1,
          at,
          only: fromDollars,
        }),
      150,
    )
    expect(hole?.loss).toBeGreaterThan(200)
  })

  test('a router that no one can read and that turns, without the assertion contract', longRun, async () => {
    const turning = { names: ['label'] as const, venues: 1, at: 'nobody can read', batches: 1, moves: 3 }
    const bounded = (random: Random) => tryMutation(world, ask, random, turning)
    expect(await found(bounded, 12)).toBeUndefined()
    const hole = await found((random) => tryMutation(world, ask, random, { ...turning, ignoresBounds: true }), 40)
    expect(hole?.loss).toBeGreaterThan(200)
  })

  test.each<[string, RightsOptions]>([
    ['an allowance', { boundsListed: true, batches: 1 }],
    ['an allowance behind Permit2', { boundsListed: true, batches: 1 }],
    ['an allowance', { showsTyped: true, batches: 0 }],
    ['an allowance behind Permit2', { showsTyped: true, batches: 0 }],
    ['an operator of positions', { showsTyped: true, batches: 0 }],
    ['a single position', { showsTyped: true, batches: 0 }],
  ])('%s of a router, with %j', longRun, async (right, options) => {
    const hole = await found((random) => tryRights(world, random, { ...options, right }), 8)
    expect(hole?.loss).toBeGreaterThan(0)
  })

  test.each(['an operator of positions', 'a single position'])(
    '%s: a batch whose router may move it is never green, because another one may come back for it',
    longRun,
    async (right) => {
      expect(await found((random) => tryRights(world, random, { right, batches: 1 }), 5)).toBeUndefined()
    },
  )

  test('a withdrawal for a thief, without V-013, V-048 and V-032', longRun, async () => {
    const hole = await found(
      (random) => tryWithdrawal(world, random, { without: ['V-013', 'V-048', 'V-032'], names: ['recipient'] }),
      30,
    )
    expect(hole?.loss).toBeGreaterThan(1_000)
  })

  test(
    'native coins that a token of the pool takes from the manager, which then pulls the wrapped form, without V-018',
    longRun,
    async () => {
      const taken = { hooks: 1, move: 'hooks sweep the routers', mutations: false, pushes: [0] } as const
      expect(await found((random) => tryDeposit(world, random, taken), 20)).toBeUndefined()
      const hole = await found((random) => tryDeposit(world, random, { ...taken, without: ['V-018'] }), 40)
      expect(hole?.loss).toBeGreaterThan(1_000)
    },
  )

  test('fees that a token of the pool takes from the manager, without V-018', longRun, async () => {
    const taken = { hooks: 1, move: 'hooks sweep the routers', mutations: false, readsOwed: false } as const
    expect(await found((random) => tryWithdrawal(world, random, { ...taken, readsOwed: true }), 12)).toBeUndefined()
    const hole = await found((random) => tryWithdrawal(world, random, { ...taken, without: ['V-018'] }), 40)
    expect(hole?.loss).toBeGreaterThan(10)
  })

  test('a memo that credits a thief, without B-3', async () => {
    const hole = await found((random) => tryPayment(random, { without: ['B-3'], names: ['destination', 'limit'] }))
    expect(hole?.loss).toBeGreaterThan(900)
  })

  test('change that goes to a thief, without B-8', async () => {
    const hole = await found((random) => tryPayment(random, { without: ['B-8'], names: ['outputs'] }), 200)
    expect(hole?.loss).toBeGreaterThan(100)
  })

  test('a Solana deposit that is owed nothing where no minimum is stated, without V-016', async () => {
    const unstated = { isUnstated: true }
    expect(await found((random) => trySolanaCrossing(random, unstated), 20)).toBeUndefined()
    const hole = await found((random) => trySolanaCrossing(random, { ...unstated, without: ['V-016'] }), 80)
    expect(hole?.loss).toBeGreaterThan(0.5)
  })

  test('a Solana deposit for a thief, without S-7d', async () => {
    const hole = await found((random) => trySolanaCrossing(random, { without: ['S-7d'] }), 200)
    expect(hole?.loss).toBeGreaterThan(10)
  })

  test('C6 a deposit into a pool pushed off the market, without V-058', longRun, async () => {
    const hole = await found(
      (random) => tryDeposit(world, random, { without: ['V-058'], mutations: false, pushes: [400] }),
      2,
    )
    expect(hole?.loss).toBeGreaterThan(200)
  })
})
