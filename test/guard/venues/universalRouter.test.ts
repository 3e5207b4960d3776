import fc from 'fast-check'
import {
  concat,
  decodeAbiParameters,
  decodeFunctionData,
  encodeAbiParameters,
  encodeFunctionData,
  getAddress,
  type Hex,
  parseAbi,
  parseAbiParameters,
  slice,
} from 'viem'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Token } from '../../../src/domain/token'
import { publishedAs } from '../../../src/guard/simulate/evm/codeBehind'
import { isDeep } from '../../depth'
import vectors from '../../fixtures/venues/universalRouterPlans.json' with { type: 'json' }
import { type Arena, harbor, openArena } from '../attacks/adversary'
import {
  changeLiquidity,
  deployUniswap,
  hexOf,
  openPool,
  poolOf,
  type RealUniswap,
  type V4Pool,
  type Version,
  versions,
} from './realUniswap'
import * as calls from './routerCalls'
import { statedPlans } from './statedPlans'
import { quoteRoutes, withOutput } from './v4Quoter'

/*
 * Swaps that Uniswap's own encoders wrote (`test/fixtures/venues/universalRouterPlans.json` names their versions), carried
 * out by Uniswap's own contracts. The encoders got placeholders, which are replaced here.
 */

type Plan = keyof (typeof vectors.plans)['2.0.0']
type VectorVersion = keyof typeof vectors.plans
type Placeholder = keyof typeof vectors.placeholders

let arena: Arena
let uniswap: RealUniswap
/** The input has the lower address, as the vectors say of their first pool. */
let input: Token
let output: Token
let main: V4Pool
/** Its last bits say that it is called before each swap. */
const hook = getAddress(`0x${'d4'.repeat(18)}0080`)
const liquidity = 10n ** 19n

const versionsOfPlans = ['2.0.0', '2.1.0', '2.1.1'] as const
const deposit = encodeFunctionData({ abi: parseAbi(['function deposit() payable']) })

beforeAll(async () => {
  arena = await openArena()
  uniswap = await deployUniswap(arena)
  const [usdc, weth, wbtc, eth] = [token('USDC'), token('WETH'), token('WBTC'), token('ETH')]
  const isUsdcFirst = BigInt(usdc.address) < BigInt(weth.address)
  input = isUsdcFirst ? usdc : weth
  output = isUsdcFirst ? weth : usdc
  main = poolOf(usdc, weth)
  const others = [poolOf(usdc, wbtc), poolOf(wbtc, weth), poolOf(eth, usdc), poolOf(eth, weth)]
  for (const pool of [main, ...others]) await openPool(arena, uniswap, pool, liquidity)
  // Returns the selector it was called with, and no changes.
  const code = `0x6000357fffffffff${'00'.repeat(28)}1660005260606000f3`
  await arena.rpc(harbor)('anvil_setCode', [hook, code])
  await openPool(arena, uniswap, { ...main, hooks: hook }, liquidity)
  await arena.act(arena.me, getAddress(weth.address), deposit, 2n * 10n ** 18n)
})
afterAll(() => arena.exchange.stop())

const token = (symbol: string) => arena.token(symbol)

/** The quoter's quote; the exchange's where one of the pools is a v3 pool. */
async function quoted(plan: Plan): Promise<calls.Quoted> {
  const quote = await calls.quoted(arena, ...pairOf(plan))
  return plan.includes('v3') ? quote : withOutput(quote, await quoterOutput(plan, quote))
}

function pairOf(plan: Plan): readonly [Token, Token] {
  if (plan === 'native input') return [token('ETH'), token('USDC')]
  return plan === 'native output' ? [token('USDC'), token('ETH')] : [input, output]
}

function quoterOutput(plan: Plan, { intent: { sell, buy } }: calls.Quoted): Promise<bigint> {
  const direct = [{ token: buy, ...(plan === 'a pool with a hook' && { hooks: hook }) }]
  const around = [{ token: token('WBTC') }, { token: buy }]
  const isSplit = plan === 'a split of two swaps' || plan === 'two commands and a sweep'
  const routes = isSplit ? [direct, around] : [plan === 'two pools' ? around : direct]
  return quoteRoutes(arena, uniswap.quoter, sell, routes)
}

function dataOf(version: VectorVersion, plan: Plan, quote: calls.Quoted): Hex {
  return calls.filled(vectors.plans[version][plan], vectors.placeholders, valuesOf(plan, quote))
}

function valuesOf(plan: Plan, { intent, minimum }: calls.Quoted): Readonly<Record<Placeholder, Hex>> {
  const { sell, buy } = intent
  return {
    input: hexOf(sell.token.address),
    output: hexOf(buy.address),
    between: hexOf(token('WBTC').address),
    stranger: plan === 'a pool with a hook' ? hook : arena.manager,
    recipient: arena.me,
    amountIn: calls.word(sell.units),
    halfIn: calls.word(sell.units / 2n),
    minimum: calls.word(minimum),
    halfMinimum: calls.word(minimum / 2n),
  }
}

const execute = parseAbi(['function execute(bytes commands, bytes[] inputs, uint256 deadline) payable'])
const actionList = parseAbiParameters('bytes actions, bytes[] params')
const payout = parseAbiParameters('address currency, address recipient, uint256 bips')

/** A call whose pool manager pays 0.25 % to another account, and the rest, at least the minimum, to the caller. */
function withPortion(data: Hex, { intent, minimum }: calls.Quoted, to: Hex = arena.manager): Hex {
  const { args } = decodeFunctionData({ abi: execute, data })
  const [actions, params] = decodeAbiParameters(actionList, args[1][0]!)
  const currency = getAddress(intent.buy.address)
  const input = encodeAbiParameters(actionList, [
    concat([slice(actions, 0, -1), '0x100f']),
    [
      ...params.slice(0, -1),
      encodeAbiParameters(payout, [currency, to, 25n]),
      encodeAbiParameters(parseAbiParameters('address currency, uint256 minimum'), [currency, minimum]),
    ],
  ])
  return encodeFunctionData({ abi: execute, functionName: 'execute', args: [args[0], [input], args[2]] })
}

type Attack = { readonly change?: (data: Hex) => Hex; readonly before?: () => Promise<unknown> }

async function carriedOut(version: Version, plan: Plan, { change = (same) => same, before }: Attack = {}) {
  const quote = await quoted(plan)
  return calls.carriedOut(arena, uniswap.routers[version], quote, change(dataOf(version, plan, quote)), { before })
}

const green: readonly Plan[] = [
  'one pool',
  'one pool by its key',
  'two pools',
  'a split of two swaps',
  'two commands and a sweep',
  'native input',
  'native output',
  'paid first',
  'v3, then v4',
  'v4, then v3',
  'exact output, all of it',
  'a portion for the interface',
  // A hook of a third party cannot lower the minimum.
  'a pool with a hook',
]

const sampled: readonly Plan[] = ['one pool', 'paid first', 'v3, then v4', 'exact output, all of it']

test('docs/venues.md counts the plans', () => {
  expect(statedPlans('universal router with v4 pools, each version')).toEqual({
    proven: green.length,
    consent: 0,
    blocked: 0,
  })
})

const inV4Pools = green.filter(
  (plan) => !plan.includes('v3') && !plan.includes('exact output') && !plan.includes('portion'),
)

test.each(inV4Pools)('%s: the router pays what the quoter quotes', async (plan) => {
  const quote = await quoted(plan)
  const { sell, buy } = quote.intent
  const output = await quoterOutput(plan, quote)
  const node = arena.rpc(harbor)
  const snapshot = await node('evm_snapshot', [])
  const router = uniswap.routers['2.1.0']
  const call = { to: router, data: dataOf('2.1.0', plan, quote), value: sell.token.isNative ? sell.units : 0n }
  const rights = sell.token.isNative ? [] : calls.behindPermit2(getAddress(sell.token.address), router, sell.units)
  for (const { to, data } of rights) await arena.act(arena.me, getAddress(String(to)), hexOf(String(data)))
  const held = await heldOf(buy)
  const { status, gasUsed, effectiveGasPrice } = await arena.send(harbor, { from: arena.me, ...call })
  const fee = buy.isNative ? BigInt(gasUsed) * BigInt(effectiveGasPrice) : 0n
  expect({ status, paid: (await heldOf(buy)) - held + fee }).toEqual({ status: '0x1', paid: output })
  await node('evm_revert', [snapshot])
})

async function heldOf({ isNative, address }: Token): Promise<bigint> {
  if (!isNative) return arena.balance(getAddress(address), arena.me)
  return BigInt(String(await arena.rpc(harbor)('eth_getBalance', [arena.me, 'latest'])))
}

describe.each(versions)('swaps of the universal router %s with v4 pools', (version) => {
  test('the code is in the list of published code', async () => {
    const code = await arena.rpc(harbor)('eth_getCode', [uniswap.routers[version], 'latest'])
    expect(publishedAs(hexOf(String(code)))).toBe('uniswap-universal-router')
  })

  test.each(green)('%s: the plan is proven, and the output is worth the input', async (plan) => {
    const { rating, codes, loss } = await carriedOut(version, plan)
    expect({ rating, codes }).toEqual({ rating: 'green', codes: [] })
    expect(Math.abs(loss ?? 500)).toBeLessThan(15)
  })

  test('a portion that the pool manager pays leaves the minimum, and the plan is proven', async () => {
    const quote = await quoted('one pool')
    const data = withPortion(dataOf(version, 'one pool', quote), quote)
    const { rating, codes, loss } = await calls.carriedOut(arena, uniswap.routers[version], quote, data)
    expect({ rating, codes }).toEqual({ rating: 'green', codes: [] })
    expect(Math.abs(loss ?? 500)).toBeLessThan(15)
  })

  test('a portion for a stranger that the pool manager pays needs consent', async () => {
    const quote = await quoted('one pool')
    const data = withPortion(dataOf(version, 'one pool', quote), quote, arena.thief)
    const { rating, codes } = await calls.carriedOut(arena, uniswap.routers[version], quote, data)
    expect({ rating, codes }).toEqual({ rating: 'amber', codes: ['V-055'] })
  })

  test('exact output without a minimum payout is blocked: a pool that runs out of liquidity pays less', async () => {
    const before = async () => {
      await changeLiquidity(arena, uniswap, main, [main.tick - 6_000, main.tick + 6_000], -liquidity)
      await changeLiquidity(arena, uniswap, main, [main.tick - 23_100, main.tick - 23_040], 10n ** 14n)
    }
    const { rating, codes, loss } = await carriedOut(version, 'exact output', { before })
    expect({ rating, codes }).toEqual({ rating: 'blocked', codes: ['V-016'] })
    expect(loss).toBeGreaterThan(20)
  })
})

describe('forms of the universal router’s v4 swaps', () => {
  test.each(isDeep ? green : green.filter((plan) => sampled.includes(plan)))(
    '%s: no changed argument gives a proven plan that loses money',
    async (plan) => {
      const changes = calls.changesOf(dataOf('2.1.0', plan, await quoted(plan)), arena)
      for (const change of isDeep ? changes : fc.sample(fc.constantFrom(...changes), 5)) {
        const { rating, loss = 0 } = await carriedOut('2.1.0', plan, {
          change: (data) => calls.withChange(data, change),
        })
        if (rating === 'green') expect({ change, loss: loss < 15 }).toEqual({ change, loss: true })
      }
    },
  )

  test('no changed argument of a call with a portion gives a proven plan that loses money', async () => {
    const quote = await quoted('one pool')
    const data = withPortion(dataOf('2.1.0', 'one pool', quote), quote)
    const changes = calls.changesOf(data, arena)
    for (const change of isDeep ? changes : fc.sample(fc.constantFrom(...changes), 5)) {
      const changed = calls.withChange(data, change)
      const { rating, loss = 0 } = await calls.carriedOut(arena, uniswap.routers['2.1.0'], quote, changed)
      if (rating === 'green') expect({ change, loss: loss < 15 }).toEqual({ change, loss: true })
    }
  })

  test('a minimum of the swap counts without the portion, and a portion for the router is not read', async () => {
    const quote = await quoted('one pool')
    const data = (minimum: bigint, to?: Hex) =>
      withPortion(dataOf('2.1.0', 'one pool', quote), { ...quote, minimum }, to)
    const { minimum } = quote
    expect(effectsOf(data(0n))).toMatchObject([
      {
        does: 'batch',
        calls: [{ effect: { bps: 25n } }, { effect: { minimumReceived: (minimum * 9_975n) / 10_000n } }],
      },
    ])
    expect(effectsOf(data(minimum))).toMatchObject([
      { does: 'batch', calls: [{ effect: { does: 'fee' } }, { effect: { minimumReceived: minimum } }] },
    ])
    expect(effectsOf(data(minimum, arena.router))).toMatchObject([{ does: 'unknown' }])
  })

  const effectsOf = (data: Hex) => calls.effectsOf(arena, data)

  test.each(green)('%s: prices per hop (2.1.1) do not change what is read', async (plan) => {
    const quote = await quoted(plan)
    const read = versionsOfPlans.map((version) => effectsOf(dataOf(version, plan, quote)))
    expect(read.flat().every(({ does }) => does !== 'unknown')).toBe(true)
    expect(read[1]).toEqual(read[0])
    expect(read[2]).toEqual(read[0])
  })

  test('an input that a newer router reads as the offset of an array is not supported', async () => {
    const { intent, ...rest } = await quoted('one pool')
    const small = { ...rest, intent: { ...intent, sell: { ...intent.sell, units: 300n } } }
    expect(effectsOf(dataOf('2.0.0', 'one pool', small))).toMatchObject([{ does: 'unknown' }])
    expect(effectsOf(dataOf('2.1.0', 'one pool', small))).toMatchObject([{ does: 'swap', amountIn: 300n }])
  })
})
