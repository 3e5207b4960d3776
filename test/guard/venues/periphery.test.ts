import fc from 'fast-check'
import { encodeFunctionData, getAddress, type Hex, parseAbi } from 'viem'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { publishedAs } from '../../../src/guard/simulate/evm/codeBehind'
import { isDeep } from '../../depth'
import vectors from '../../fixtures/venues/peripheryPlans.json' with { type: 'json' }
import { type Arena, harbor, openArena, soon } from '../attacks/adversary'
import { deployPeriphery, hexOf, openPair } from './realUniswap'
import { carriedOut, changesOf, directly, type Quoted, quoted, withChange, word, written } from './routerCalls'
import { statedPlans } from './statedPlans'

/*
 * Calls that the encoders of @uniswap/router-sdk, v2-sdk and v3-sdk wrote, carried out by SwapRouter02, by the router of v2
 * and by the first router of v3.
 */

type Plan = keyof typeof vectors.plans

let arena: Arena
let routers: Awaited<ReturnType<typeof deployPeriphery>>['routers']

const token = (symbol: string) => arena.token(symbol)

beforeAll(async () => {
  arena = await openArena()
  const periphery = await deployPeriphery(arena)
  routers = periphery.routers
  for (const [one, other] of [
    ['USDC', 'WETH'],
    ['WBTC', 'USDC'],
    ['WBTC', 'WETH'],
  ] as const)
    await openPair(arena, periphery, token(one), token(other))
  const deposit = encodeFunctionData({ abi: parseAbi(['function deposit() payable']) })
  await arena.act(arena.me, getAddress(token('WETH').address), deposit, 2n * 10n ** 18n)
})
afterAll(() => arena.exchange.stop())

/** Two pairs take 0.6 % as their fees. */
const slippageBps = 100

function quoteOf(plan: Plan): Promise<Quoted> {
  if (plan.includes('native input')) return quoted(arena, token('ETH'), token('USDC'), slippageBps)
  return quoted(arena, token('USDC'), token(plan.includes('native output') ? 'ETH' : 'WETH'), slippageBps)
}

function dataOf(plan: Plan, { intent, minimum }: Quoted): Hex {
  const { sell, buy } = intent
  return written(vectors.plans[plan], vectors.placeholders, {
    input: hexOf(sell.token.address),
    output: hexOf(buy.address),
    between: hexOf(token('WBTC').address),
    wrapped: hexOf(token('WETH').address),
    stranger: arena.thief,
    recipient: arena.me,
    amountIn: word(sell.units),
    halfIn: word(sell.units / 2n),
    minimum: word(minimum),
    halfMinimum: word(minimum / 2n),
    beforeFee: word((minimum * 10_000n) / 9_975n + 1n),
    deadline: word(soon()),
    priceLimit: word(BigInt(sell.token.address) < BigInt(buy.address) ? 4_295_128_740n : 2n ** 159n),
  })
}

async function judged(plan: Plan, change: (data: Hex) => Hex = (same) => same) {
  const quote = await quoteOf(plan)
  const router = routers[plan.split(':')[0] as keyof typeof routers]
  return carriedOut(arena, router, quote, change(dataOf(plan, quote)), { allow: directly })
}

const plans = Object.keys(vectors.plans) as Plan[]
const hasFee = (plan: Plan) => plan.includes(': a fee')
const sampled: readonly Plan[] = [
  'SwapRouter02: v3, then v2',
  'SwapRouter02: native output of v3, then v2',
  'v2 router: native output',
  'v3 router: native input of an exact output',
]

test.each([
  ['SwapRouter02', 'uniswap-v3-router02'],
  ['v2 router', 'uniswap-v2'],
  ['v3 router', 'uniswap-v3'],
] as const)('the code of the %s is in the list of published code', async (router, venue) => {
  const code = hexOf(String(await arena.rpc(harbor)('eth_getCode', [routers[router], 'latest'])))
  expect(publishedAs(code)).toBe(venue)
})

test.each(['SwapRouter02', 'v2 router', 'v3 router'])('docs/venues.md counts the plans of the %s', (router) => {
  const own = plans.filter((plan) => plan.startsWith(`${router}:`))
  const consent = own.filter(hasFee).length
  expect(statedPlans(router)).toEqual({ proven: own.length - consent, consent, blocked: 0 })
})

describe('calls of the routers in front of v2 and v3 pools', () => {
  test.each(plans)('%s: the router pays the minimum, and only a fee needs consent', async (plan) => {
    const { rating, codes, loss } = await judged(plan)
    const expected = hasFee(plan) ? { rating: 'amber', codes: ['V-055'] } : { rating: 'green', codes: [] }
    expect({ rating, codes }).toEqual(expected)
    expect(Math.abs(loss ?? 500)).toBeLessThan(15)
  })
  test.each(isDeep ? plans : sampled)('%s: no changed argument gives a proven plan that loses money', async (plan) => {
    const changes = changesOf(dataOf(plan, await quoteOf(plan)), arena)
    for (const change of isDeep ? changes : fc.sample(fc.constantFrom(...changes), 2)) {
      const { rating, loss = 0 } = await judged(plan, (data) => withChange(data, change))
      if (rating === 'green') expect({ change, loss: loss < 15 }).toEqual({ change, loss: true })
    }
  })
})
