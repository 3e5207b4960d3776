import fc from 'fast-check'
import {
  type Address,
  concat,
  encodeAbiParameters,
  encodeFunctionData,
  getAddress,
  getContractAddress,
  type Hex,
  maxUint256,
  parseAbi,
  parseAbiParameters,
  toHex,
  zeroAddress,
} from 'viem'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { tickToSqrtPriceX96 } from '../../../src/domain/liquidity/tick'
import type { Token } from '../../../src/domain/token'
import { isDeep } from '../../depth'
import contracts from '../../fixtures/venues/algebraContracts.json' with { type: 'json' }
import { type Arena, harbor, openArena, soon, sorted } from '../attacks/adversary'
import { compile } from '../contracts/compile'
import { deploy, hexOf, poolOf } from './realUniswap'
import { carriedOut, changesOf, directly, type Quoted, quoted, withChange } from './routerCalls'
import { statedPlans } from './statedPlans'

/*
 * Algebra Integral: pools and router of the published packages on a local chain. The calldata is written with the ABI of the
 * router, because no published encoder knows its paths.
 */

const abi = parseAbi([
  'function createPool(address tokenA, address tokenB, bytes data) returns (address pool)',
  'function createCustomPool(address deployer, address creator, address tokenA, address tokenB, bytes data) returns (address pool)',
  'function CUSTOM_POOL_DEPLOYER() view returns (bytes32)',
  'function grantRole(bytes32 role, address account)',
  'function poolByPair(address a, address b) view returns (address)',
  'function customPoolByPair(address deployer, address a, address b) view returns (address)',
  'function setDefaultFee(uint16 newDefaultFee)',
  'function initialize(uint160 initialPrice)',
  'function mint(address pool, address recipient, int24 bottomTick, int24 topTick, uint128 amount)',
  'function approve(address spender, uint256 amount) returns (bool)',
  'function deposit() payable',
  'struct Call { address to; bytes data; }',
  'function arm(uint256 feeBps, Call[] calls)',
  'struct Single { address tokenIn; address tokenOut; address deployer; address recipient; uint256 deadline; uint256 amountIn; uint256 amountOutMinimum; uint160 limitSqrtPrice; }',
  'struct SingleOut { address tokenIn; address tokenOut; address deployer; address recipient; uint256 deadline; uint256 amountOut; uint256 amountInMaximum; uint160 limitSqrtPrice; }',
  'struct Path { bytes path; address recipient; uint256 deadline; uint256 amountIn; uint256 amountOutMinimum; }',
  'struct PathOut { bytes path; address recipient; uint256 deadline; uint256 amountOut; uint256 amountInMaximum; }',
  'function exactInputSingle(Single params) payable returns (uint256)',
  'function exactInputSingleSupportingFeeOnTransferTokens(Single params) payable returns (uint256)',
  'function exactOutputSingle(SingleOut params) payable returns (uint256)',
  'function exactInput(Path params) payable returns (uint256)',
  'function exactOutput(PathOut params) payable returns (uint256)',
  'function multicall(bytes[] data) payable returns (bytes[])',
  'function refundNativeToken() payable',
  'function sweepToken(address token, uint256 amountMinimum, address recipient) payable',
  'function unwrapWNativeToken(uint256 amountMinimum, address recipient) payable',
  'function sweepTokenWithFee(address token, uint256 amountMinimum, address recipient, uint256 feeBips, address feeRecipient) payable',
  'function unwrapWNativeTokenWithFee(uint256 amountMinimum, address recipient, uint256 feeBips, address feeRecipient) payable',
])

let arena: Arena
let router: Address
let factory: Address
let liquidity: Address
/** Opened pools of its own. */
const custom = getAddress(`0x${'c7'.repeat(20)}`)
let trap: Address

const token = (symbol: string) => arena.token(symbol)

beforeAll(async () => {
  arena = await openArena()
  const { act, thief, rpc } = arena
  const nonce = BigInt(String(await rpc(harbor)('eth_getTransactionCount', [thief, 'latest'])))
  const next = getContractAddress({ from: thief, nonce: nonce + 1n })
  const [one, three] = [parseAbiParameters('address'), parseAbiParameters('address, address, address')]
  const pools = await deploy(arena, contracts.poolDeployer.creationCode, encodeAbiParameters(one, [next]))
  factory = await deploy(arena, contracts.factory.creationCode, encodeAbiParameters(one, [pools]))
  const wrapped = getAddress(token('WETH').address)
  const parts = encodeAbiParameters(three, [factory, wrapped, pools])
  router = await deploy(arena, contracts.router.creationCode, parts)
  liquidity = await deploy(arena, contracts.liquidity.creationCode)
  const role = hexOf(await asked(factory, encodeFunctionData({ abi, functionName: 'CUSTOM_POOL_DEPLOYER' })))
  await act(thief, factory, encodeFunctionData({ abi, functionName: 'grantRole', args: [role, custom] }))
  await act(thief, factory, encodeFunctionData({ abi, functionName: 'setDefaultFee', args: [3000] }))
  // Answers zero to the hooks of a new pool: no plugin.
  await rpc(harbor)('anvil_setCode', [custom, '0x5f5f5260205ff3'])
  for (const each of [thief, custom]) await rpc(harbor)('anvil_setBalance', [each, toHex(10n ** 25n)])
  for (const [sold, bought, deployer] of [
    ['USDC', 'WETH', zeroAddress],
    ['USDC', 'WBTC', zeroAddress],
    ['WBTC', 'WETH', zeroAddress],
    ['USDC', 'WETH', custom],
  ] as const)
    await openPool(token(sold), token(bought), deployer)
})
afterAll(() => arena.exchange.stop())

async function asked(to: Hex, data: Hex): Promise<string> {
  return String(await arena.rpc(harbor)('eth_call', [{ to, data }, 'latest']))
}

type Priced = Pick<Token, 'address' | 'price' | 'decimals'>

async function openPool(one: Priced, other: Priced, deployer: Address) {
  const { act, thief, rpc } = arena
  const { tokens, tick } = poolOf(one, other)
  const [a, b] = sorted(...tokens)
  const isCustom = deployer !== zeroAddress
  const create = isCustom
    ? encodeFunctionData({ abi, functionName: 'createCustomPool', args: [deployer, thief, a, b, '0x'] })
    : encodeFunctionData({ abi, functionName: 'createPool', args: [a, b, '0x'] })
  await arena.send(harbor, { from: isCustom ? custom : thief, to: factory, data: create, gas: 12_000_000n })
  const find = isCustom
    ? encodeFunctionData({ abi, functionName: 'customPoolByPair', args: [deployer, a, b] })
    : encodeFunctionData({ abi, functionName: 'poolByPair', args: [a, b] })
  const pool = getAddress(`0x${(await asked(factory, find)).slice(-40)}`)
  await act(thief, pool, encodeFunctionData({ abi, functionName: 'initialize', args: [tickToSqrtPriceX96(tick)] }))
  for (const each of [a, b]) {
    if (each !== trap) await rpc(harbor)('anvil_dealERC20', [thief, each, toHex(10n ** 30n)])
    await act(thief, each, encodeFunctionData({ abi, functionName: 'approve', args: [liquidity, maxUint256] }))
  }
  const args = [pool, thief, tick - 6_000, tick + 6_000, 10n ** 19n] as const
  await act(thief, liquidity, encodeFunctionData({ abi, functionName: 'mint', args }))
}

type Terms = { readonly input: Address; readonly output: Address; readonly amountIn: bigint; readonly minimum: bigint }
type Plan = {
  readonly sell?: string
  readonly buy?: string
  readonly hasFee?: true
  readonly data: (terms: Terms) => Hex
}

const via = () => getAddress(token('WBTC').address)
const path = (...hops: readonly Address[]) =>
  concat(hops.flatMap((hop, place) => (place === 0 ? [hop] : [zeroAddress, hop])))
const single = (
  { input, output, amountIn, minimum }: Terms,
  more: Partial<{ deployer: Address; recipient: Address }> = {},
) =>
  ({
    ...{ tokenIn: input, tokenOut: output, deployer: zeroAddress, recipient: arena.me, deadline: soon() },
    ...{ amountIn, amountOutMinimum: minimum, limitSqrtPrice: 0n },
    ...more,
  }) as const
const exactIn = (terms: Terms, more = {}) =>
  encodeFunctionData({ abi, functionName: 'exactInputSingle', args: [single(terms, more)] })
const exactOut = ({ input, output, amountIn, minimum }: Terms, recipient: Address = arena.me) =>
  encodeFunctionData({
    abi,
    functionName: 'exactOutputSingle',
    args: [
      {
        ...{ tokenIn: input, tokenOut: output, deployer: zeroAddress, recipient, deadline: soon() },
        ...{ amountOut: minimum, amountInMaximum: amountIn, limitSqrtPrice: 0n },
      },
    ],
  })
const along = (hops: Hex, { amountIn, minimum }: Terms, recipient: Address = arena.me) =>
  encodeFunctionData({
    abi,
    functionName: 'exactInput',
    args: [{ path: hops, recipient, deadline: soon(), amountIn, amountOutMinimum: minimum }],
  })
const all = (...data: readonly Hex[]) => encodeFunctionData({ abi, functionName: 'multicall', args: [data] })
const unwrap = (minimum: bigint) =>
  encodeFunctionData({ abi, functionName: 'unwrapWNativeToken', args: [minimum, arena.me] })
const halved = (terms: Terms) => ({ ...terms, amountIn: terms.amountIn / 2n, minimum: terms.minimum / 2n })
const beforeFee = (terms: Terms) => ({ ...terms, minimum: (terms.minimum * 10_000n) / 9_975n + 1n })

const plans: Readonly<Record<string, Plan>> = {
  'one pool': { data: exactIn },
  'one pool by its path': { data: (terms) => along(path(terms.input, terms.output), terms) },
  'two pools': { data: (terms) => along(path(terms.input, via(), terms.output), terms) },
  'exact output': { data: exactOut },
  'exact output by two pools': {
    data: ({ input, output, amountIn, minimum }) =>
      encodeFunctionData({
        abi,
        functionName: 'exactOutput',
        args: [
          {
            ...{ path: path(output, via(), input), recipient: arena.me, deadline: soon() },
            ...{ amountOut: minimum, amountInMaximum: amountIn },
          },
        ],
      }),
  },
  'a split': {
    data: (terms) => all(exactIn(halved(terms)), along(path(terms.input, via(), terms.output), halved(terms))),
  },
  'native input': { sell: 'ETH', buy: 'USDC', data: exactIn },
  'native input of an exact output': {
    ...{ sell: 'ETH', buy: 'USDC' },
    data: (terms) => all(exactOut(terms), encodeFunctionData({ abi, functionName: 'refundNativeToken' })),
  },
  'native output': {
    buy: 'ETH',
    data: (terms) => all(exactIn(terms, { recipient: zeroAddress }), unwrap(terms.minimum)),
  },
  'exact native output': { buy: 'ETH', data: (terms) => all(exactOut(terms, zeroAddress), unwrap(terms.minimum)) },
  'paid in advance': {
    data: (terms) =>
      encodeFunctionData({
        abi,
        functionName: 'exactInputSingleSupportingFeeOnTransferTokens',
        args: [single(terms)],
      }),
  },
  'a pool of another deployer': { data: (terms) => exactIn(terms, { deployer: custom }) },
  'a fee': {
    hasFee: true,
    data: (terms) =>
      all(
        exactIn(beforeFee(terms), { recipient: zeroAddress }),
        encodeFunctionData({
          abi,
          functionName: 'sweepTokenWithFee',
          args: [terms.output, beforeFee(terms).minimum, arena.me, 25n, arena.thief],
        }),
      ),
  },
  'a fee of native output': {
    ...{ buy: 'ETH', hasFee: true },
    data: (terms) =>
      all(
        exactIn(beforeFee(terms), { recipient: zeroAddress }),
        encodeFunctionData({
          abi,
          functionName: 'unwrapWNativeTokenWithFee',
          args: [beforeFee(terms).minimum, arena.me, 25n, arena.thief],
        }),
      ),
  },
}

const slippageBps = 100
const quoteOf = ({ sell = 'USDC', buy = 'WETH' }: Plan) => quoted(arena, token(sell), token(buy), slippageBps)

function termsOf({ intent, minimum }: Quoted): Terms {
  const wrapped = ({ isNative, address }: Token) => getAddress(isNative ? token('WETH').address : address)
  const { sell, buy } = intent
  return { input: wrapped(sell.token), output: wrapped(buy), amountIn: sell.units, minimum }
}

async function judged(plan: Plan, change: (data: Hex) => Hex = (same) => same, before?: () => Promise<unknown>) {
  const quote = await quoteOf(plan)
  return carriedOut(arena, router, quote, change(plan.data(termsOf(quote))), { allow: directly, before })
}

describe('the router of Algebra Integral', () => {
  test('docs/venues.md counts the plans', () => {
    const consent = Object.values(plans).filter(({ hasFee }) => hasFee).length
    expect(statedPlans('Algebra Integral')).toEqual({
      proven: Object.keys(plans).length - consent,
      consent,
      blocked: 0,
    })
  })

  test.each(Object.entries(plans))('%s: it pays the minimum, and only a fee needs consent', async (_, plan) => {
    const { rating, codes, loss } = await judged(plan)
    const expected = plan.hasFee ? { rating: 'amber', codes: ['V-055'] } : { rating: 'green', codes: [] }
    expect({ rating, codes }).toEqual(expected)
    expect(Math.abs(loss ?? 500)).toBeLessThan(15)
  })

  test.each(Object.entries(plans).filter(([name]) => isDeep || name === 'native output'))(
    '%s: no changed argument gives a proven plan that loses money',
    async (_, plan) => {
      const changes = changesOf(plan.data(termsOf(await quoteOf(plan))), arena)
      for (const change of isDeep ? changes : fc.sample(fc.constantFrom(...changes), 3)) {
        const { rating, loss = 0 } = await judged(plan, (data) => withChange(data, change))
        if (rating === 'green') expect({ change, loss: loss < 15 }).toEqual({ change, loss: true })
      }
    },
  )

  /** Most of the input first, then a little by another route, and a payout of everything without a minimum. */
  const withSecond = (second: (small: Terms) => Hex): Plan => ({
    buy: 'ETH',
    data: (terms) => {
      const small = { ...terms, amountIn: terms.amountIn / 1000n, minimum: 1n }
      const large = { ...terms, amountIn: terms.amountIn - small.amountIn }
      return all(exactIn(large, { recipient: zeroAddress }), second(small), unwrap(0n))
    },
  })

  test('an intermediate token pays out the custody of the router: the plan is blocked', async () => {
    const parts = encodeAbiParameters(parseAbiParameters('uint256'), [10n ** 36n])
    trap = await deploy(arena, concat([compile('TrapToken'), parts]))
    const dollar = { address: trap, price: '1', decimals: 18 }
    await openPool(dollar, token('USDC'), zeroAddress)
    await openPool(dollar, token('WETH'), zeroAddress)
    const steal = encodeFunctionData({ abi, functionName: 'unwrapWNativeToken', args: [0n, arena.thief] })
    const arm = encodeFunctionData({ abi, functionName: 'arm', args: [0n, [{ to: router, data: steal }]] })
    const attack = withSecond((small) => along(path(small.input, trap, small.output), small, zeroAddress))
    const { rating, codes, loss } = await judged(attack, undefined, () => arena.act(arena.thief, trap, arm))
    expect({ rating, codes }).toEqual({ rating: 'blocked', codes: ['V-016'] })
    expect(loss).toBeGreaterThan(490)
  })

  test.each<[string, (small: Terms) => Hex]>([
    ['single pool', (small) => exactIn(small, { deployer: custom, recipient: zeroAddress })],
    ['path', (small) => along(concat([small.input, custom, small.output]), small, zeroAddress)],
  ])('a %s of another deployer may run a plugin next to the custody: the plan is blocked', async (_, second) => {
    const { rating, codes } = await judged(withSecond(second))
    expect({ rating, codes }).toEqual({ rating: 'blocked', codes: ['V-016'] })
  })
})
