import fc from 'fast-check'
import { encodeFunctionData, getAddress, type Hex, parseAbi } from 'viem'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { isDeep } from '../../depth'
import vectors from '../../fixtures/venues/routerPoolPlans.json' with { type: 'json' }
import { type Arena, openArena } from '../attacks/adversary'
import { deployUniswap, hexOf, openPair, openPool, poolOf, type RealUniswap, type Version } from './realUniswap'
import { carriedOut, changesOf, effectsOf, filled, type Quoted, quoted, withChange, word } from './routerCalls'
import { statedPlans } from './statedPlans'

/*
 * Routes with v2 and v3 pools that `SwapRouter.swapCallParameters` of @uniswap/universal-router-sdk wrote, carried out by
 * Uniswap's own contracts.
 */

type Plan = keyof (typeof vectors.plans)['2.0.0']
type VectorVersion = keyof typeof vectors.plans

let arena: Arena
let uniswap: RealUniswap
let pairs: { readonly toWeth: Hex; readonly toUsdc: Hex }

const token = (symbol: string) => arena.token(symbol)

beforeAll(async () => {
  arena = await openArena()
  uniswap = await deployUniswap(arena)
  const [usdc, weth, wbtc, dai] = [token('USDC'), token('WETH'), token('WBTC'), token('DAI')]
  for (const pool of [poolOf(usdc, wbtc), poolOf(wbtc, weth)]) await openPool(arena, uniswap, pool, 10n ** 19n)
  await openPool(arena, uniswap, poolOf(weth, dai), 10n ** 23n)
  await openPair(arena, uniswap, usdc, weth)
  pairs = { toUsdc: await openPair(arena, uniswap, wbtc, usdc), toWeth: await openPair(arena, uniswap, wbtc, weth) }
  const deposit = encodeFunctionData({ abi: parseAbi(['function deposit() payable']) })
  await arena.act(arena.me, getAddress(weth.address), deposit, 2n * 10n ** 18n)
})
afterAll(() => arena.exchange.stop())

/** Two pairs take 0.6 % as their fees. */
const slippageBps = 100

function quoteOf(plan: Plan): Promise<Quoted> {
  if (plan.startsWith('native input')) return quoted(arena, token('ETH'), token('USDC'), slippageBps)
  const sold = token('USDC')
  if (plan.startsWith('native output')) return quoted(arena, sold, token('ETH'), slippageBps)
  return quoted(arena, sold, token(plan === 'v3, v2, then v4' ? 'DAI' : 'WETH'), slippageBps)
}

function dataOf(version: VectorVersion, plan: Plan, { intent, minimum }: Quoted): Hex {
  const { sell, buy } = intent
  return filled(vectors.plans[version][plan], vectors.placeholders, {
    input: hexOf(sell.token.address),
    output: hexOf(buy.address),
    between: hexOf(token('WBTC').address),
    wrapped: hexOf(token('WETH').address),
    pair: buy.symbol === 'USDC' ? pairs.toUsdc : pairs.toWeth,
    'pair with the wrapped coin': pairs.toWeth,
    stranger: arena.thief,
    recipient: arena.me,
    amountIn: word(sell.units),
    halfIn: word(sell.units / 2n),
    quarterIn: word(sell.units / 4n),
    minimum: word(minimum),
    halfMinimum: word(minimum / 2n),
    beforeFee: word((minimum * 10_000n) / 9_975n + 1n),
  })
}

async function judged(version: Version, plan: Plan, change: (data: Hex) => Hex = (same) => same) {
  const quote = await quoteOf(plan)
  return carriedOut(arena, uniswap.routers[version], quote, change(dataOf(formOf(version, plan), plan, quote)))
}

/** Version 2.1.0 has the v4 swaps of 2.1.1, but not its fees. */
const formOf = (version: Version, plan: Plan) => (version === '2.0.0' || hasFee(plan) ? '2.0.0' : '2.1.1')
const hasFee = (plan: Plan) => plan.startsWith('a fee')

const plans = Object.keys(vectors.plans['2.0.0']) as Plan[]
const honest = plans.filter((plan) => plan !== 'a fixed fee')
/** Both routers have the same commands: each plan is carried out by one of them, and by both in the deep tests. */
const carriers = honest.flatMap((plan, place) =>
  (['2.0.0', '2.1.0'] as const)
    .filter((_, version) => isDeep || version === place % 2)
    .map((version) => [plan, version] as const),
)
const changed = honest.filter((plan) => isDeep || ['v3, then v2', 'v4, then v2', 'a split of v2 and v3'].includes(plan))

describe('routes of the universal router with v2 and v3 pools', () => {
  test('docs/venues.md counts the plans', () => {
    const consent = honest.filter(hasFee).length
    expect(statedPlans('universal router with v2 and v3 pools')).toEqual({
      proven: honest.length - consent,
      consent,
      blocked: 0,
    })
  })

  test.each(carriers)('%s: the router %s pays the minimum, and only a fee needs consent', async (plan, version) => {
    const { rating, codes, loss } = await judged(version, plan)
    const expected = hasFee(plan) ? { rating: 'amber', codes: ['V-055'] } : { rating: 'green', codes: [] }
    expect({ rating, codes }).toEqual(expected)
    expect(Math.abs(loss ?? 500)).toBeLessThan(15)
  })

  test.each(changed)('%s: no changed argument gives a proven plan that loses money', async (plan) => {
    const changes = changesOf(dataOf(formOf('2.1.0', plan), plan, await quoteOf(plan)), arena)
    const drawn = isDeep ? changes : fc.sample(fc.constantFrom(...changes), 2)
    for (const change of drawn) {
      const { rating, loss = 0 } = await judged('2.1.0', plan, (data) => withChange(data, change))
      if (rating === 'green') expect({ change, loss: loss < 15 }).toEqual({ change, loss: true })
    }
  })

  test('a fixed fee is blocked: the router pays it out of its balance', async () => {
    expect(await judged('2.0.0', 'a fixed fee')).toMatchObject({ rating: 'blocked' })
  })

  test.each(honest)('%s: prices per hop (2.1.1) do not change what is read', async (plan) => {
    const quote = await quoteOf(plan)
    const read = (version: VectorVersion) => effectsOf(arena, dataOf(version, plan, quote), token('WETH').address)
    expect(read('2.0.0').every(({ does }) => does !== 'unknown')).toBe(true)
    expect(read('2.1.1')).toEqual(read('2.0.0'))
  })
})
