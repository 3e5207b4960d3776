import poolArtifact from '@uniswap/v3-core/artifacts/contracts/UniswapV3Pool.sol/UniswapV3Pool.json'
import fc from 'fast-check'
import {
  type Address,
  encodeAbiParameters,
  encodeFunctionData,
  getAddress,
  type Hex,
  keccak256,
  parseAbi,
  parseAbiParameters,
} from 'viem'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { uniswapFactories } from '../../../src/protocol/deployment/venues'
import { isDeep } from '../../depth'
import contracts from '../../fixtures/venues/uniswapContracts.json' with { type: 'json' }
import { type Arena, harbor, judge, openArena } from '../attacks/adversary'
import { compile } from '../contracts/compile'
import { deploy, deployPeriphery, hexOf, openPair } from './realUniswap'
import { carriedOut, changesOf, directly, type Quoted, quoted, withChange } from './routerCalls'
import { statedPlans } from './statedPlans'

/*
 * Direct swaps of 1inch v6 in pools of Uniswap's own contracts. No package has the code of the router: a stand-in was written
 * after the published source.
 */

const abi = parseAbi([
  'function unoswap(uint256 token, uint256 amount, uint256 minReturn, uint256 dex)',
  'function unoswapTo(uint256 to, uint256 token, uint256 amount, uint256 minReturn, uint256 dex)',
  'function unoswap2(uint256 token, uint256 amount, uint256 minReturn, uint256 dex, uint256 dex2)',
  'function unoswapTo2(uint256 to, uint256 token, uint256 amount, uint256 minReturn, uint256 dex, uint256 dex2)',
  'function unoswap3(uint256 token, uint256 amount, uint256 minReturn, uint256 dex, uint256 dex2, uint256 dex3)',
  'function ethUnoswap(uint256 minReturn, uint256 dex) payable',
  'function ethUnoswapTo(uint256 to, uint256 minReturn, uint256 dex) payable',
  'function ethUnoswap2(uint256 minReturn, uint256 dex, uint256 dex2) payable',
  'function permitAndCall(bytes permit, bytes action) payable',
  'struct Call { address target; bool allowFailure; uint256 value; bytes callData; }',
  'function aggregate3Value(Call[] calls) payable',
])
const factoryAbi = parseAbi([
  'function getPool(address a, address b, uint24 fee) view returns (address)',
  'function getPair(address a, address b) view returns (address)',
])
const poolHash = keccak256(hexOf(poolArtifact.bytecode))

let arena: Arena
let router: Address
let boastful: Address
/** The words of the pools by kind and tokens, without flags. */
const found = new Map<string, Hex>()

const flags = { protocol: 253n, unwraps: 252n, keepsCoin: 251n, usesPermit2: 250n, zeroForOne: 247n } as const
const flag = (name: keyof typeof flags) => 1n << flags[name]
const addressOfToken = (symbol: string) => getAddress(arena.token(symbol).address)

beforeAll(async () => {
  arena = await openArena()
  const { rpc, factory } = arena
  const { pairs } = await deployPeriphery(arena)
  if (uniswapFactories instanceof Map) uniswapFactories.set(harbor, { v2: pairs, v3: factory })
  const terms = parseAbiParameters('address, address, bytes32')
  const args = encodeAbiParameters(terms, [addressOfToken('WETH'), factory, poolHash])
  router = await deploy(arena, compile('Unoswap'), args)
  boastful = await deploy(arena, compile('BoastfulPool', new URL('../contracts/Unoswap.sol', import.meta.url).pathname))
  for (const [one, other] of [
    ['USDC', 'WETH'],
    ['WBTC', 'WETH'],
    ['WBTC', 'USDC'],
  ] as const) {
    found.set(`v2 ${one} ${other}`, await openPair(arena, { pairs }, arena.token(one), arena.token(other)))
    for (const fee of [500, 3_000, 10_000]) {
      const data = encodeFunctionData({
        abi: factoryAbi,
        functionName: 'getPool',
        args: [addressOfToken(one), addressOfToken(other), fee],
      })
      const pool = getAddress(
        `0x${String(await rpc(harbor)('eth_call', [{ to: factory, data }, 'latest'])).slice(-40)}`,
      )
      const isFirst = !found.has(`v3 ${one} ${other}`)
      if (isFirst && BigInt(pool) > 0n) found.set(`v3 ${one} ${other}`, pool)
    }
  }
})
afterAll(() => {
  if (uniswapFactories instanceof Map) uniswapFactories.delete(harbor)
  arena.exchange.stop()
})

/** The word of a pool from one token to the next. */
function dex(kind: 'v2' | 'v3', from: string, to: string, ...more: readonly (keyof typeof flags)[]): bigint {
  const pool = found.get(`${kind} ${from} ${to}`) ?? found.get(`${kind} ${to} ${from}`)
  if (!pool) throw new Error(`There is no pool of ${from} and ${to}.`)
  const isZeroForOne = BigInt(addressOfToken(from)) < BigInt(addressOfToken(to))
  const set = [
    ...(kind === 'v3' ? ['protocol' as const] : []),
    ...(isZeroForOne ? ['zeroForOne' as const] : []),
    ...more,
  ]
  return set.reduce((word, name) => word | flag(name), BigInt(pool))
}

type Write = (quote: Quoted) => Hex
type Plan = { readonly sells: string; readonly buys: string; readonly write: Write }

const token = ({ intent }: Quoted) => BigInt(intent.sell.token.address)
const units = ({ intent }: Quoted) => intent.sell.units
const me = () => BigInt(arena.me)

const plans: Readonly<Record<string, Plan>> = {
  'unoswap in a v3 pool': single(() => dex('v3', 'USDC', 'WETH')),
  'unoswap in a v2 pair': single(() => dex('v2', 'USDC', 'WETH')),
  'unoswap in a v3 pool, native coin out': single(() => dex('v3', 'USDC', 'WETH', 'unwraps'), 'ETH'),
  'unoswap in a v2 pair, native coin out': single(() => dex('v2', 'USDC', 'WETH', 'unwraps'), 'ETH'),
  'unoswapTo in a v3 pool': {
    ...{ sells: 'USDC', buys: 'WETH' },
    write: (quote) =>
      encodeFunctionData({
        abi,
        functionName: 'unoswapTo',
        args: [me(), token(quote), units(quote), quote.minimum, dex('v3', 'USDC', 'WETH')],
      }),
  },
  'ethUnoswap in a v3 pool': coins(() => dex('v3', 'WETH', 'USDC')),
  'ethUnoswap in a v2 pair': coins(() => dex('v2', 'WETH', 'USDC')),
  'ethUnoswapTo in a v3 pool': {
    ...{ sells: 'ETH', buys: 'USDC' },
    write: ({ minimum }) =>
      encodeFunctionData({ abi, functionName: 'ethUnoswapTo', args: [me(), minimum, dex('v3', 'WETH', 'USDC')] }),
  },
  'unoswap2 in v2 pairs': double(() => [dex('v2', 'USDC', 'WBTC'), dex('v2', 'WBTC', 'WETH')]),
  'unoswap2 in v3 pools': double(() => [dex('v3', 'USDC', 'WBTC'), dex('v3', 'WBTC', 'WETH')]),
  'unoswap2 in a v2 pair and a v3 pool': double(() => [dex('v2', 'USDC', 'WBTC'), dex('v3', 'WBTC', 'WETH')]),
  'unoswap2 in a v3 pool and a v2 pair': double(() => [dex('v3', 'USDC', 'WBTC'), dex('v2', 'WBTC', 'WETH')]),
  'ethUnoswap2 in v2 pairs': {
    ...{ sells: 'ETH', buys: 'USDC' },
    write: ({ minimum }) =>
      encodeFunctionData({
        abi,
        functionName: 'ethUnoswap2',
        args: [minimum, dex('v2', 'WETH', 'WBTC'), dex('v2', 'WBTC', 'USDC')],
      }),
  },
}

function single(pool: () => bigint, buys = 'WETH'): Plan {
  const write: Write = (quote) =>
    encodeFunctionData({
      abi,
      functionName: 'unoswap',
      args: [token(quote), units(quote), quote.minimum, pool()],
    })
  return { sells: 'USDC', buys, write }
}

function coins(pool: () => bigint): Plan {
  const write: Write = ({ minimum }) => encodeFunctionData({ abi, functionName: 'ethUnoswap', args: [minimum, pool()] })
  return { sells: 'ETH', buys: 'USDC', write }
}

function double(pools: () => readonly [bigint, bigint]): Plan {
  const write: Write = (quote) =>
    encodeFunctionData({
      abi,
      functionName: 'unoswap2',
      args: [token(quote), units(quote), quote.minimum, ...pools()],
    })
  return { sells: 'USDC', buys: 'WETH', write }
}

/** Two pools take up to 0.6 % as their fees. */
const slippageBps = 100

async function judged({ sells, buys, write }: Plan, change: (data: Hex) => Hex = (same) => same) {
  const quote = await quoted(arena, arena.token(sells), arena.token(buys), slippageBps)
  return carriedOut(arena, router, quote, change(write(quote)), { allow: directly })
}

describe('direct swaps of 1inch v6', () => {
  test('the addresses of pools follow from the creation code of the packages', () => {
    expect(poolHash).toBe('0xe34f199b19b2b4f47f68442619d555527d244f78a3297ea89325f843f87b8b54')
    const pairHash = keccak256(hexOf(contracts.pair.creationCode))
    expect(pairHash).toBe('0x96e8ac4277198ff8b6f785478aa9a39f403cb768dd02cbee326c3e7da348845f')
  })

  test('docs/venues.md counts the plans', () => {
    expect(statedPlans('1inch v6 in pools of Uniswap')).toEqual({
      proven: Object.keys(plans).length,
      consent: 0,
      blocked: 0,
    })
  })

  test.each(Object.entries(plans))('%s is proven, and pays the minimum', async (_, plan) => {
    const { rating, codes, loss } = await judged(plan)
    expect({ rating, codes }).toEqual({ rating: 'green', codes: [] })
    expect(Math.abs(loss ?? 500)).toBeLessThan(15)
  })

  const changed = Object.entries(plans).filter(([name]) => isDeep || /unoswap2 in v2|^ethUnoswap in/.test(name))
  test.each(changed)('%s: no changed argument gives a proven plan that loses money', async (_, plan) => {
    const quote = await quoted(arena, arena.token(plan.sells), arena.token(plan.buys), slippageBps)
    const changes = changesOf(plan.write(quote), arena)
    for (const change of isDeep ? changes : fc.sample(fc.constantFrom(...changes), 2)) {
      const { rating, loss = 0 } = await judged(plan, (data) => withChange(data, change))
      if (rating === 'green') expect({ change, loss: loss < 15 }).toEqual({ change, loss: true })
    }
  })

  test.each<[string, () => Plan]>([
    ['the last', () => double(() => [dex('v3', 'USDC', 'WBTC'), BigInt(boastful) | flag('protocol')])],
    ['the only', () => coins(() => BigInt(boastful) | flag('protocol'))],
  ])('a pool of a stranger as %s pool takes the money, and is not proven', async (_, plan) => {
    const { rating, loss } = await judged(plan())
    expect(rating).not.toBe('green')
    expect(loss).toBeGreaterThan(400)
  })

  test('a pool that does not exist yet takes the money, and is blocked', async () => {
    const { rating, loss } = await judged(coins(() => (dex('v3', 'WETH', 'USDC') & ~((1n << 160n) - 1n)) | absent()))
    expect(rating).toBe('blocked')
    expect(loss).toBeGreaterThan(400)
  })

  test.each<[string, () => Plan]>([
    ['the other direction', () => single(() => dex('v3', 'USDC', 'WETH') ^ flag('zeroForOne'))],
    ['Curve instead of Uniswap', () => single(() => dex('v2', 'USDC', 'WETH') | (1n << 254n))],
    ['an allowance behind Permit2', () => single(() => dex('v3', 'USDC', 'WETH', 'usesPermit2'))],
    ['a native input that is not wrapped', () => coins(() => dex('v3', 'WETH', 'USDC', 'keepsCoin'))],
    ['an output that cannot be unwrapped', () => coins(() => dex('v3', 'WETH', 'USDC', 'unwraps'))],
    ['a pool of other tokens', () => single(() => dex('v3', 'WBTC', 'WETH'))],
    ['a permit before', () => permitted(single(() => dex('v3', 'USDC', 'WETH')))],
  ])('%s is not proven', async (_, plan) => {
    const { rating, loss = 0 } = await judged(plan())
    expect(rating).not.toBe('green')
    expect(loss).toBeLessThan(501)
  })

  test.each<[string, () => Plan, string]>([
    ['another recipient', () => to(BigInt(arena.thief)), 'V-013'],
    ['another recipient with bits above its address', () => to((1n << 200n) | BigInt(arena.thief)), 'V-013'],
    ['a minimum of 0', () => terms({ minimum: 0n }), 'V-016'],
    ['a minimum of one unit', () => terms({ minimum: 1n }), 'V-016'],
    ['an exact output, which a v3 pool reads from a negative input', () => terms({ amount: negative }), 'V-015'],
    ['no input', () => terms({ amount: () => 0n }), 'V-015'],
    ['half of the input', () => terms({ amount: (quote) => units(quote) / 2n }), 'V-015'],
  ])('%s is blocked', async (_, plan, code) => {
    const { rating, codes } = await judged(plan())
    expect({ rating, codes }).toEqual({ rating: 'blocked', codes: expect.arrayContaining([code]) })
  })

  test('bits above the addresses of recipient and token change nothing', async () => {
    const { rating, loss } = await judged(to((1n << 200n) | me(), 1n << 180n))
    expect({ rating, isLost: (loss ?? 500) > 15 }).toEqual({ rating: 'green', isLost: false })
  })

  test('a router that no one vouches for is not proven', async () => {
    const quote = await quoted(arena, arena.token('ETH'), arena.token('USDC'), slippageBps)
    const data = coins(() => dex('v3', 'WETH', 'USDC')).write(quote)
    const transactions = [{ ...quote.answer.transactions.at(-1)!, to: router, data, value: `${units(quote)}` }]
    const { rating, codes } = await judge(arena, quote.intent, { ...quote.answer, transactions })
    expect({ rating, codes }).toEqual({ rating: 'amber', codes: ['V-035'] })
  })

  test('in a batch that is vouched for, the router is looked up, too', async () => {
    const batch = await deploy(arena, compile('Calls', new URL('../contracts/Venues.sol', import.meta.url).pathname))
    const quote = await quoted(arena, arena.token('ETH'), arena.token('USDC'), slippageBps)
    const callData = encodeFunctionData({
      abi,
      functionName: 'ethUnoswapTo',
      args: [me(), quote.minimum, dex('v3', 'WETH', 'USDC')],
    })
    const calls = [{ target: router, allowFailure: false, value: units(quote), callData }]
    const data = encodeFunctionData({ abi, functionName: 'aggregate3Value', args: [calls] })
    const chains = arena.chains.map((chain) => ({ ...chain, trusted: [...chain.trusted, router] }))
    const { rating, codes } = await carriedOut({ ...arena, chains }, batch, quote, data)
    expect({ rating, codes }).toEqual({ rating: 'green', codes: [] })
  })

  test('factories of another chain create no pool of this one', async () => {
    const here = uniswapFactories.get(harbor)!
    if (uniswapFactories instanceof Map) uniswapFactories.set(harbor, uniswapFactories.get(1)!)
    const { rating, codes } = await judged(single(() => dex('v3', 'USDC', 'WETH')))
    if (uniswapFactories instanceof Map) uniswapFactories.set(harbor, here)
    expect({ rating, codes }).toEqual({ rating: 'amber', codes: ['V-035'] })
  })
})

/** A swap in a v3 pool with another recipient, and bits above the token's address. */
function to(recipient: bigint, above = 0n): Plan {
  const write: Write = (quote) =>
    encodeFunctionData({
      abi,
      functionName: 'unoswapTo',
      args: [recipient, token(quote) | above, units(quote), quote.minimum, dex('v3', 'USDC', 'WETH')],
    })
  return { sells: 'USDC', buys: 'WETH', write }
}

function negative({ minimum }: Quoted): bigint {
  return 2n ** 256n - minimum
}

/** A swap in a v3 pool with another input or minimum. */
function terms({
  amount = units,
  minimum,
}: {
  readonly amount?: (quote: Quoted) => bigint
  readonly minimum?: bigint
}): Plan {
  const write: Write = (quote) =>
    encodeFunctionData({
      abi,
      functionName: 'unoswap',
      args: [token(quote), amount(quote), minimum ?? quote.minimum, dex('v3', 'USDC', 'WETH')],
    })
  return { sells: 'USDC', buys: 'WETH', write }
}

/** Where the factory would create the pool with the lowest fee. */
function absent(): bigint {
  const [a, b] = [addressOfToken('WETH'), addressOfToken('USDC')]
  const [token0, token1] = BigInt(a) < BigInt(b) ? [a, b] : [b, a]
  const seed = encodeAbiParameters(parseAbiParameters('address, address, uint24'), [token0, token1, 100])
  const parts = ['ff', arena.factory.slice(2), keccak256(seed).slice(2), poolHash.slice(2)]
  return BigInt(keccak256(`0x${parts.join('')}`)) & ((1n << 160n) - 1n)
}

function permitted({ write, ...plan }: Plan): Plan {
  return {
    ...plan,
    write: (quote) => encodeFunctionData({ abi, functionName: 'permitAndCall', args: ['0x', write(quote)] }),
  }
}
