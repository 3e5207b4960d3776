import fc from 'fast-check'
import { getAddress } from 'viem'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { checkPlan } from '../../../src/guard/check/checkPlan'
import type { LiquidityIntent } from '../../../src/guard/liquidityIntent'
import type { EvmStep, Planned } from '../../../src/guard/plan'
import { depositSteps, noQuote } from '../../../src/guard/plan/liquiditySteps'
import { planTransactions } from '../../../src/guard/plan/planTransactions'
import { seal } from '../../../src/guard/seal'
import type { TransactionRecord } from '../../../src/protocol/serviceMessages'
import { isDeep } from '../../depth'
import { harbor, judge, ratingOf, soon } from '../attacks/adversary'
import { hexOf } from './realUniswap'
import { changesOf, quoted, withChange } from './routerCalls'
import { statedPlans } from './statedPlans'
import * as v4 from './v4Positions'

/*
 * The app has positions of v3 only. Plans of the v4 position manager are honest and work, but the guard reads none of its
 * calls, so it blocks them, whether or not the deployment names the manager.
 */

let world: v4.PositionWorld
beforeAll(async () => {
  world = await v4.openPositions()
})
afterAll(() => world.arena.exchange.stop())

const deployments = ['does not name the manager', 'names the manager'] as const
type Deployment = (typeof deployments)[number]

function chainsOf(deployment: Deployment) {
  const { arena, positions: positionManager } = world
  if (deployment === 'does not name the manager') return arena.chains
  const named = { positionManager, trusted: [positionManager] }
  return arena.chains.map((chain) => (chain.chainId === harbor ? { ...chain, ...named } : chain))
}

async function judged(plan: v4.PositionPlan, records: readonly TransactionRecord[], deployment: Deployment) {
  const known = { receivedAt: Date.now(), chains: chainsOf(deployment), natives: natives() }
  return verdictOn(v4.intentOf(world, plan), planTransactions(v4.depositOf(world, plan), records, known), deployment)
}

async function verdictOn(intent: LiquidityIntent, planned: Planned<unknown>, deployment: Deployment) {
  if (planned.is === 'refused') return { rating: 'blocked', codes: planned.findings.map(({ code }) => code) }
  const plan = seal({ intent, steps: planned.plan.steps, quote: noQuote, receivedAt: Date.now() })
  const options = { now: Date.now(), account: world.me, chains: chainsOf(deployment), natives: natives() }
  const checked = await checkPlan(plan, { nodes: (chainId) => world.arena.nodes(chainId) }, options)
  const blocking = checked.verdict.findings.filter(({ severity }) => severity === 'block')
  return { rating: ratingOf(checked), codes: blocking.map(({ code }) => code) }
}

const natives = () => world.arena.tokens.filter(({ isNative }) => isNative)

/** A swap's answer, with the calls of a plan in its place or before it. */
async function inSwap(records: readonly TransactionRecord[], place: 'only' | 'first') {
  const { arena, me } = world
  const { intent, answer } = await quoted({ ...arena, me }, arena.token('USDC'), arena.token('USDT'))
  const own = place === 'first' ? answer.transactions : []
  const transactions = [...records, ...own].map((each, order) => ({ ...each, order }))
  return judge(arena, intent, { ...answer, transactions }, { chains: chainsOf('names the manager') })
}

/** Positions with a subscriber, for the plan that ends a subscription. */
async function prepared<T>(plan: v4.PositionPlan, work: () => Promise<T>): Promise<T> {
  return v4.onSnapshot(world, async () => {
    if (plan.startsWith('end of a subscription'))
      await v4.carryOut(world, await v4.recordsOf(world, 'subscription, then an increase'))
    return work()
  })
}

const tokensHeld = (plan: v4.PositionPlan) =>
  Promise.all(
    world.deposits[v4.placeOf(plan)].tokens
      .filter(({ isNative }) => !isNative)
      .map(({ address }) => world.arena.balance(getAddress(address), world.me)),
  )

describe('plans of the v4 position manager', () => {
  test('docs/venues.md counts the plans', () => {
    expect(statedPlans('v4 position manager')).toEqual({ proven: 0, consent: 0, blocked: v4.plans.length })
  })

  test.each(v4.plans)('%s: the manager carries it out, and the person keeps the value', async (plan) => {
    await prepared(plan, async () => {
      const [before, held] = [await v4.worth(world), await tokensHeld(plan)]
      await v4.carryOut(world, await v4.recordsOf(world, plan))
      expect(Math.abs(before - (await v4.worth(world)))).toBeLessThan(5)
      const isPaid = (await tokensHeld(plan)).some((units, index) => units > held[index]!)
      expect(isPaid).toBe(v4.isWithdrawal(plan))
    })
  })

  test.each(deployments)(
    'a deployment that %s: a mint is blocked as unread, and each other plan by its bytes',
    async (deployment) => {
      for (const plan of v4.plans)
        await prepared(plan, async () => {
          const { rating, codes } = await judged(plan, await v4.recordsOf(world, plan), deployment)
          // The app writes every call but a mint itself, so V-048 compares those.
          const code = plan.startsWith('mint') ? 'V-054' : 'V-048'
          expect({ plan, rating, codes }).toEqual({ plan, rating: 'blocked', codes: expect.arrayContaining([code]) })
        })
    },
  )

  test.each(['only', 'first'] as const)('the calls are blocked in the answer to a swap (%s)', async (place) => {
    for (const plan of v4.plans)
      await prepared(plan, async () => {
        const { rating } = await inSwap((await v4.recordsOf(world, plan)).slice(-1), place)
        expect({ plan, rating }).toEqual({ plan, rating: 'blocked' })
      })
  })

  test('the app’s own deposit at a v4 manager is blocked: the manager has no such function', async () => {
    const ground = { receivedAt: Date.now(), time: soon() - 600n, wrapped: world.arena.token('WETH').address }
    const intent = v4.depositOf(world, 'mint')
    const steps: readonly EvmStep[] = depositSteps(intent, { ...ground, allowances: [] })
    const plan = seal({ intent, steps, quote: noQuote, receivedAt: Date.now() })
    const { rating, codes } = await verdictOn(intent, { is: 'plan', plan: { ...plan, intent } }, 'names the manager')
    expect({ rating, isReverted: codes.includes('V-030') }).toEqual({ rating: 'blocked', isReverted: true })
  })

  test.each(isDeep ? v4.plans : v4.plans.slice(0, 3))(
    '%s: with any changed argument it stays blocked',
    async (plan) => {
      await prepared(plan, async () => {
        const records = await v4.recordsOf(world, plan)
        const call = records.at(-1)!
        const data = hexOf(String(call.data))
        const changes = changesOf(data, world.arena)
        for (const change of isDeep ? changes : fc.sample(fc.constantFrom(...changes), 2)) {
          const changed = { ...call, data: withChange(data, change) }
          const found = [
            await judged(plan, [...records.slice(0, -1), changed], 'names the manager'),
            await inSwap([changed], 'only'),
          ]
          expect({ change, ratings: found.map(({ rating }) => rating) }).toEqual({
            change,
            ratings: ['blocked', 'blocked'],
          })
        }
      })
    },
  )
})
