import {
  type Address,
  concat,
  encodeAbiParameters,
  encodeFunctionData,
  encodePacked,
  getAddress,
  type Hex,
  parseAbi,
  parseAbiParameters,
  toHex,
} from 'viem'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { readOwed } from '../../../src/chain/position'
import { fromUnits } from '../../../src/domain/amount'
import type { Token } from '../../../src/domain/token'
import { checkPlan } from '../../../src/guard/check/checkPlan'
import { planChanges } from '../../../src/guard/check/worse'
import type { SwapIntent } from '../../../src/guard/intent'
import type { LiquidityIntent, WithdrawIntent } from '../../../src/guard/liquidityIntent'
import type { Plan } from '../../../src/guard/plan'
import { depositSteps, noQuote, withdrawSteps } from '../../../src/guard/plan/liquiditySteps'
import type { LiquidityPlan } from '../../../src/guard/rules/input/ruleInput'
import { seal } from '../../../src/guard/seal'
import { openOrder } from '../../../src/orders/openOrder'
import { createPlanChecker } from '../../../src/preparation/planChecker'
import type { SwapAnswer, TransactionRecord } from '../../../src/protocol/serviceMessages'
import { accountWith, deployment, wait, walletsWith } from '../../services'
import { compile } from '../contracts/compile'
import { approveData, record } from '../fixtures'
import { swapOf } from '../localExchange'
import { createRandom, type Random } from '../soundness/random'
import { handicapped } from '../soundness/trial'
import {
  type Arena,
  allow,
  harbor,
  openArena,
  openPool,
  periphery,
  ratingOf,
  soon,
  sorted,
  statedMinimum,
  tickAt,
} from './adversary'

/*
 * A thief's intermediate token, whose code may stop, burn, keep what moves, and call any contract while it moves. Each
 * list is checked while the token behaves, and carried out after the thief has armed it.
 */

let arena: Arena
/** Worth a dollar in pools with USDC, USDT and WETH. */
let trap: Address
let vesting: Address
let usdcVesting: Address
let feeRouter: Address
let fallback: Address

const words = parseAbi([
  'struct Call { address to; bytes data; }',
  'function arm(uint256 feeBps, Call[] calls)',
  'function stop()',
  'function burn(address account)',
  'function release()',
  'function take()',
  'function swapExactTokensForTokens(uint256 amountIn, uint256 amountOutMin, address[] path, address to)',
  'function multicall(bytes[] data) payable',
  'function unwrapWETH9(uint256 amountMinimum, address recipient) payable',
  'function sweepToken(address token, uint256 amountMinimum, address recipient) payable',
  'function refundETH() payable',
  'function exactInput((bytes path, address recipient, uint256 deadline, uint256 amountIn, uint256 amountOutMinimum) params) payable',
  'function exactOutput((bytes path, address recipient, uint256 deadline, uint256 amountOut, uint256 amountInMaximum) params) payable',
  'function deposit() payable',
  'struct Destination { uint256 chain; bytes token; bytes recipient; uint256 minOut; uint64 deadline; }',
  'function deposit(address token, uint256 amount, Destination destination)',
  'function swapExactTokensForTokensSupportingFeeOnTransferTokens(uint256 amountIn, uint256 amountOutMin, address[] path, address to, uint256 deadline)',
  'function swapExactETHForTokensSupportingFeeOnTransferTokens(uint256 amountOutMin, address[] path, address to, uint256 deadline) payable',
])
const itself = toHex(0n, { size: 20 })
const usdc = () => getAddress(arena.token('USDC').address)
const usdt = () => getAddress(arena.token('USDT').address)
const weth = () => getAddress(arena.token('WETH').address)
const dai = () => getAddress(arena.token('DAI').address)
const wbtc = () => getAddress(arena.token('WBTC').address)

beforeAll(async () => {
  arena = await openArena()
  const { act, thief, me, rpc, router } = arena
  for (const [who, coins] of [
    [thief, 3_000n],
    [me, 2n],
  ] as const) {
    await rpc(harbor)('anvil_setBalance', [who, toHex(10n ** 22n)])
    await act(who, weth(), encodeFunctionData({ abi: words, functionName: 'deposit' }), coins * 10n ** 18n)
  }
  for (const token of [usdc(), usdt(), wbtc(), dai()])
    await rpc(harbor)('anvil_dealERC20', [thief, token, toHex(token === dai() ? 10n ** 24n : 10n ** 13n)])
  for (const token of [usdc(), usdt(), weth(), wbtc(), dai()]) await allow(arena, thief, token, router)
  // The second token of its pool with the wrapped coin, which the manager then has when it moves.
  do trap = await deployed('TrapToken', encodeAbiParameters(parseAbiParameters('uint256'), [10n ** 30n]))
  while (BigInt(trap) < BigInt(weth()))
  await allow(arena, thief, trap, router)
  const ether = BigInt(Math.round(Number(arena.token('WETH').price)))
  for (const [token, dollar] of [
    [usdc(), 10n ** 6n],
    [usdt(), 10n ** 6n],
    [weth(), 10n ** 18n / ether],
  ] as const)
    await poolOfTrap(token, dollar)
  vesting = await deployed(
    'Vesting',
    encodeAbiParameters(parseAbiParameters('address, address'), [weth(), me]),
    'TrapToken',
  )
  usdcVesting = await deployed(
    'Vesting',
    encodeAbiParameters(parseAbiParameters('address, address'), [usdc(), me]),
    'TrapToken',
  )
  const pay = encodeFunctionData({ abi: periphery, functionName: 'transfer', args: [vesting, 10n ** 18n] })
  await act(thief, weth(), pay)
  await rpc(harbor)('anvil_dealERC20', [usdcVesting, usdc(), toHex(10n ** 9n)])
  const parts = encodeAbiParameters(parseAbiParameters('address, address'), [router, weth()])
  feeRouter = await deployed('FeeRouter', parts, 'TrapToken')
  fallback = await deployed('AcceptsAnything', '0x', 'TrapToken')
})
afterAll(() => arena.exchange.stop())

async function deployed(name: string, args: Hex = '0x', file = name): Promise<Address> {
  const path = new URL(`../contracts/${file}.sol`, import.meta.url).pathname
  const { contractAddress } = await arena.send(harbor, { from: arena.thief, data: concat([compile(name, path), args]) })
  return getAddress(contractAddress!)
}

async function poolOfTrap(token: Address, dollar: bigint): Promise<void> {
  const [token0, token1] = sorted(trap, token)
  const raw = Number(dollar) / 1e18
  const tick = tickAt(token0 === trap ? raw : 1 / raw, 60)
  const [ours, other] = [10n ** 24n, 10n ** 6n * dollar]
  const amounts = token0 === trap ? ([ours, other] as const) : ([other, ours] as const)
  await openPool(arena, { token0, token1, fee: 3000 }, tick, amounts, [tick - 6_000, tick + 6_000])
}

type Quoted = { readonly intent: SwapIntent; readonly answer: SwapAnswer; readonly minimum: bigint }
type List = {
  readonly name: string
  readonly intent: () => SwapIntent
  readonly list: (quoted: Quoted) => Promise<readonly TransactionRecord[]> | readonly TransactionRecord[]
  /** The thief's action after the check. */
  readonly acts?: () => Promise<unknown>
  /** Their action after the first transaction that swaps; `stopsThere`: the next one is never executed. */
  readonly between?: () => Promise<unknown>
  readonly stopsThere?: true
  /** The swap before which they act: the second, unless another one is named. */
  readonly stopsBefore?: number
  /** The person's action long ago. */
  readonly before?: () => Promise<unknown>
  readonly named?: () => readonly Address[]
  readonly loss: number
  /** The only rule that keeps it from being green. */
  readonly greenWithout?: string
}

const forWeth = () => swapOf(arena.token('USDC'), '500', arena.token('WETH'), arena.me)
const forEth = () => swapOf(arena.token('USDC'), '500', arena.token('ETH'), arena.me)
const forWbtc = () => swapOf(arena.token('USDC'), '500', arena.token('WBTC'), arena.me)
const ofEth = () => swapOf(arena.token('ETH'), '0.5', arena.token('USDC'), arena.me)
const ofFewEth = () => swapOf(arena.token('ETH'), '0.2', arena.token('USDC'), arena.me)
const onTop = 10n ** 16n
const toDelta = () => swapOf(arena.token('USDC'), '500', arena.token('USDC', 'Delta'), arena.me)

const call = (data: Hex, change: Partial<TransactionRecord> = {}) => record({ to: arena.router, data, ...change })
const approve = (token: Address, units: bigint, spender: Address = arena.router) =>
  record({ type: 'approve', to: token, data: approveData(spender, units) })
const multicall = (...data: readonly Hex[]) =>
  encodeFunctionData({ abi: words, functionName: 'multicall', args: [data] })
const unwrap = (minimum: bigint) =>
  encodeFunctionData({ abi: words, functionName: 'unwrapWETH9', args: [minimum, arena.me] })
const sweep = (token: Address, minimum: bigint, to: Address) =>
  encodeFunctionData({ abi: words, functionName: 'sweepToken', args: [token, minimum, to] })
const refund = encodeFunctionData({ abi: words, functionName: 'refundETH' })

/** Along pools of 0.3 %, or of the given fee. */
function along(
  tokens: readonly Address[],
  amountIn: bigint,
  minimum: bigint,
  to: Address = arena.me,
  fees: readonly number[] = [],
) {
  const params = { recipient: to, deadline: soon(), amountIn, amountOutMinimum: minimum }
  const [tokenIn, tokenOut] = tokens
  if (tokens.length === 2)
    return encodeFunctionData({
      abi: periphery,
      functionName: 'exactInputSingle',
      args: [{ ...params, tokenIn: tokenIn!, tokenOut: tokenOut!, fee: fees[0] ?? 3000, sqrtPriceLimitX96: 0n }],
    })
  return encodeFunctionData({
    abi: words,
    functionName: 'exactInput',
    args: [{ ...params, path: packed(tokens, fees) }],
  })
}

function packed(tokens: readonly Address[], fees: readonly number[] = []): Hex {
  return concat(
    tokens.flatMap((token, index) =>
      index === 0 ? [token] : [encodePacked(['uint24'], [fees[index - 1] ?? 3000]), token],
    ),
  )
}

/** 99.5 % of what the pools pay at this moment. */
async function least(tokens: readonly Address[], units: bigint, fees: readonly number[] = []): Promise<bigint> {
  const data = along(tokens, units, 0n, arena.thief, fees)
  return (
    (BigInt(String(await arena.rpc(harbor)('eth_call', [{ from: arena.thief, to: arena.router, data }, 'latest']))) *
      995n) /
    1000n
  )
}

const arm = (calls: readonly { readonly to: Address; readonly data: Hex }[], feeBps = 0n) =>
  arena.act(arena.thief, trap, encodeFunctionData({ abi: words, functionName: 'arm', args: [feeBps, calls] }))
const sweptByThief = () => arm([{ to: arena.router, data: sweep(weth(), 0n, arena.thief) }])
const coinsTaken = () => arm([{ to: arena.router, data: refund }])
const stops = () => arena.act(arena.thief, trap, encodeFunctionData({ abi: words, functionName: 'stop' }))
const burns = () =>
  arena.act(arena.thief, trap, encodeFunctionData({ abi: words, functionName: 'burn', args: [arena.me] }))
const released = (from: Address = vesting) =>
  arm([{ to: from, data: encodeFunctionData({ abi: words, functionName: 'release' }) }], 9_999n)
const allowedEarlier = () => allow(arena, arena.me, weth(), arena.router)

const sold = ({ intent }: Quoted) => intent.sell.units

const custody: readonly List[] = [
  {
    name: 'the first part waits in the router while the token of the second moves, and the last call has no minimum',
    intent: forEth,
    list: async (quoted) => {
      const [most, rest] = [(sold(quoted) * 499n) / 500n, sold(quoted) / 500n]
      const [m1, m2] = [await least([usdc(), weth()], most), await least([usdc(), trap, weth()], rest)]
      const calls = [
        along([usdc(), weth()], most, m1, itself),
        along([usdc(), trap, weth()], rest, m2, itself),
        unwrap(0n),
      ]
      return [approve(usdc(), sold(quoted)), call(multicall(...calls))]
    },
    acts: sweptByThief,
    loss: 490,
  },
  {
    name: 'the same with a sweep at the end',
    intent: forWeth,
    list: async (quoted) => {
      const [most, rest] = [(sold(quoted) * 499n) / 500n, sold(quoted) / 500n]
      const [m1, m2] = [await least([usdc(), weth()], most), await least([usdc(), trap, weth()], rest)]
      const calls = [
        along([usdc(), weth()], most, m1, itself),
        along([usdc(), trap, weth()], rest, m2, itself),
        sweep(weth(), 0n, arena.me),
      ]
      return [approve(usdc(), sold(quoted)), call(multicall(...calls))]
    },
    acts: sweptByThief,
    loss: 490,
  },
  {
    name: 'the token of the only swap moves after its outcome has reached the router',
    intent: forEth,
    list: async (quoted) => {
      const minimum = await least([usdc(), trap, weth()], sold(quoted))
      const calls = [along([usdc(), trap, weth()], sold(quoted), minimum, itself), unwrap(0n)]
      return [approve(usdc(), sold(quoted)), call(multicall(...calls))]
    },
    acts: sweptByThief,
    loss: 490,
  },
  {
    name: 'a batch in a batch, in which the strange token is only swept, before the last call',
    intent: forEth,
    list: async (quoted) => {
      const [most, rest] = [(sold(quoted) * 499n) / 500n, sold(quoted) / 500n]
      const [m1, m2] = [await least([usdc(), weth()], most), await least([usdc(), trap], rest)]
      const swaps = multicall(along([usdc(), trap], rest, m2, itself), along([usdc(), weth()], most, m1, itself))
      return [approve(usdc(), sold(quoted)), call(multicall(swaps, sweep(trap, m2, arena.me), unwrap(0n)))]
    },
    acts: sweptByThief,
    loss: 490,
  },
  {
    name: 'coins sent along are taken by a refund, and wrapped ones that were allowed earlier go instead',
    intent: ofEth,
    before: allowedEarlier,
    list: async (quoted) => {
      const half = sold(quoted) / 2n
      const [m1, m2] = [await least([weth(), trap, usdc()], half), await least([weth(), usdc()], half)]
      const calls = [along([weth(), trap, usdc()], half, m1), along([weth(), usdc()], half, m2), refund]
      return [call(multicall(...calls), { value: `${sold(quoted)}` })]
    },
    acts: coinsTaken,
    loss: 700,
  },
  {
    name: 'the same in one pool, whose token moves before the coins are paid',
    intent: ofEth,
    before: allowedEarlier,
    list: async (quoted) => {
      const m1 = await least([weth(), trap, usdc()], sold(quoted))
      return [call(along([weth(), trap, usdc()], sold(quoted), m1), { value: `${sold(quoted)}` })]
    },
    acts: coinsTaken,
    loss: 1_500,
  },
  {
    name: 'the same with what is bought exactly, which is paid last',
    intent: ofEth,
    before: allowedEarlier,
    list: async (quoted) => {
      const path = packed([usdc(), trap, weth()])
      const amountOut = await least([weth(), trap, usdc()], sold(quoted))
      const params = { path, recipient: arena.me, deadline: soon(), amountOut, amountInMaximum: sold(quoted) }
      const swap = encodeFunctionData({ abi: words, functionName: 'exactOutput', args: [params] })
      return [call(multicall(swap, refund), { value: `${sold(quoted)}` })]
    },
    acts: coinsTaken,
    loss: 1_500,
  },
  {
    name: 'coins that are sent on top and come back are taken while the token moves the second time',
    intent: ofFewEth,
    list: async (quoted) => {
      const m1 = await least([weth(), trap, usdc()], sold(quoted))
      const calls = [along([weth(), trap, usdc()], sold(quoted), m1), refund]
      return [call(multicall(...calls), { value: `${sold(quoted) + onTop}` })]
    },
    acts: async () => {
      const args = encodeAbiParameters(parseAbiParameters('address, uint256'), [arena.router, onTop])
      const taker = await deployed('LateTaker', args, 'TrapToken')
      await arm([{ to: taker, data: encodeFunctionData({ abi: words, functionName: 'take' }) }])
    },
    loss: 30,
  },
]

/** A list of approvals and swaps, each by its path, amount and minimum. */
type Leg = readonly [tokens: readonly Address[], amountIn: bigint, minimum: bigint, fees?: readonly number[]]
const legs = (...all: readonly Leg[]) =>
  all.map(([tokens, units, minimum, fees]) => call(along(tokens, units, minimum, arena.me, fees)))

/** Nothing else is wrong with these lists, and the plan only stops. */
const stopped = { between: async () => undefined, stopsThere: true, greenWithout: 'V-056' } as const

const between: readonly List[] = [
  {
    name: 'the person holds a strange token between two transactions, and it stops',
    intent: forWeth,
    list: async (quoted) => {
      const m1 = await least([usdc(), trap], sold(quoted))
      const m2 = await least([trap, weth()], m1)
      return [
        approve(usdc(), sold(quoted)),
        ...legs([[usdc(), trap], sold(quoted), m1]),
        approve(trap, m1),
        ...legs([[trap, weth()], m1, m2]),
      ]
    },
    between: stops,
    loss: 490,
  },
  {
    name: 'the same without an allowance for it, and its holders’ balances are burnt in between',
    intent: forWeth,
    list: async (quoted) => {
      const m1 = await least([usdc(), trap], sold(quoted))
      const m2 = await least([trap, weth()], m1)
      return [approve(usdc(), sold(quoted)), ...legs([[usdc(), trap], sold(quoted), m1], [[trap, weth()], m1, m2])]
    },
    between: burns,
    loss: 490,
  },
  {
    name: 'the same for coins at the end',
    intent: forEth,
    list: async (quoted) => {
      const m1 = await least([usdc(), trap], sold(quoted))
      const m2 = await least([trap, weth()], m1)
      const last = multicall(along([trap, weth()], m1, m2, itself), unwrap(m2))
      return [approve(usdc(), sold(quoted)), ...legs([[usdc(), trap], sold(quoted), m1]), call(last)]
    },
    between: burns,
    loss: 490,
  },
  {
    name: 'the same for coins at the start',
    intent: ofEth,
    list: async (quoted) => {
      const m1 = await least([weth(), trap], sold(quoted))
      const m2 = await least([trap, usdc()], m1)
      const first = call(along([weth(), trap], sold(quoted), m1), { value: `${sold(quoted)}` })
      return [first, ...legs([[trap, usdc()], m1, m2])]
    },
    between: stops,
    loss: 1_500,
  },
  {
    name: 'half of it only, beside an honest half',
    intent: forWeth,
    list: async (quoted) => {
      const half = sold(quoted) / 2n
      const m1 = await least([usdc(), trap], half)
      const [m2, m3] = [await least([trap, weth()], m1), await least([usdc(), weth()], half)]
      return [
        approve(usdc(), sold(quoted)),
        ...legs([[usdc(), trap], half, m1], [[trap, weth()], m1, m2], [[usdc(), weth()], half, m3]),
      ]
    },
    between: stops,
    loss: 240,
  },
  {
    name: 'a crossing whose deposit is bought in two steps by way of it',
    intent: toDelta,
    before: () => allow(arena, arena.me, weth(), bridgeOf()),
    list: async (quoted) => {
      const m1 = await least([usdc(), trap], sold(quoted))
      const m2 = await least([trap, weth()], m1)
      return [
        approve(usdc(), sold(quoted)),
        ...legs([[usdc(), trap], sold(quoted), m1], [[trap, weth()], m1, m2]),
        call(depositOf(m2), { to: bridgeOf() }),
      ]
    },
    between: burns,
    loss: 490,
  },
  {
    name: 'a named token between two transactions, bought in a pool of the thief’s at a tenth of its price',
    intent: forWeth,
    before: async () => {
      await cheapPool()
      await allow(arena, arena.me, wbtc(), arena.router)
    },
    list: async (quoted) => {
      const m1 = await least([usdc(), wbtc()], sold(quoted), [500])
      const m2 = await least([wbtc(), weth()], m1, [500])
      return [
        approve(usdc(), sold(quoted)),
        ...legs([[usdc(), wbtc()], sold(quoted), m1, [500]], [[wbtc(), weth()], m1, m2, [500]]),
      ]
    },
    ...stopped,
    loss: 400,
  },
  {
    name: 'the same in a crossing, whose deposit is bought back at its worth',
    intent: toDelta,
    before: async () => {
      await cheapPool()
      await allow(arena, arena.me, wbtc(), arena.router)
      await allow(arena, arena.me, weth(), bridgeOf())
    },
    list: async (quoted) => {
      const m1 = await least([usdc(), wbtc()], sold(quoted), [500])
      const m2 = await least([wbtc(), weth()], m1, [500])
      return [
        approve(usdc(), sold(quoted)),
        ...legs([[usdc(), wbtc()], sold(quoted), m1, [500]], [[wbtc(), weth()], m1, m2, [500]]),
        call(depositOf(m2), { to: bridgeOf() }),
      ]
    },
    ...stopped,
    loss: 400,
  },
  {
    name: 'coins between two transactions, bought in a pool of the thief’s for next to nothing',
    intent: forWbtc,
    before: async () => {
      await ownPool('WETH', 'USDC', { times: 3_000 })
      await ownPool('WETH', 'WBTC', { times: 3_100 })
    },
    list: async (quoted) => {
      const m1 = await least([usdc(), weth()], sold(quoted), [500])
      const m2 = await least([weth(), wbtc()], m1, [500])
      return [
        approve(usdc(), sold(quoted)),
        call(multicall(along([usdc(), weth()], sold(quoted), m1, itself, [500]), unwrap(m1))),
        call(along([weth(), wbtc()], m1, m2, arena.me, [500]), { value: `${m1}` }),
      ]
    },
    ...stopped,
    loss: 400,
  },
  {
    name: 'wrapped coins on the way to coins, bought for a tenth of their worth',
    intent: forEth,
    before: async () => {
      await allowedEarlier()
      await ownPool('WETH', 'USDC', { times: 10 })
      await ownPool('WETH', 'WBTC', { times: 10.6 })
    },
    list: async (quoted) => {
      const m1 = await least([usdc(), weth()], sold(quoted), [500])
      const way = [weth(), wbtc(), usdc(), weth()]
      const fees = [500, 3000, 3000]
      const m2 = await least(way, m1, fees)
      return [
        approve(usdc(), sold(quoted)),
        ...legs([[usdc(), weth()], sold(quoted), m1, [500]]),
        call(multicall(along(way, m1, m2, itself, fees), unwrap(m2))),
      ]
    },
    ...stopped,
    loss: 400,
  },
  {
    name: 'wrapped coins of a tenth of the sold coins, on the way to dollars',
    intent: ofEth,
    before: async () => {
      await allowedEarlier()
      await ownPool('WETH', 'USDC', { times: 10 })
      await ownPool('WETH', 'WBTC', { times: 10.6 })
    },
    list: async (quoted) => {
      const [round, way] = [
        [weth(), usdc(), weth()],
        [weth(), wbtc(), usdc()],
      ]
      const m1 = await least(round, sold(quoted), [3000, 500])
      const m2 = await least(way, m1, [500, 3000])
      const first = along(round, sold(quoted), m1, arena.me, [3000, 500])
      return [call(first, { value: `${sold(quoted)}` }), ...legs([way, m1, m2, [500, 3000]])]
    },
    ...stopped,
    loss: 1_200,
  },
  {
    name: 'a crossing that first sells dollars for a tenth as many',
    intent: toDelta,
    before: async () => {
      await ownPool('USDC', 'WETH', { times: 10 })
      await allow(arena, arena.me, weth(), bridgeOf())
    },
    list: async (quoted) => {
      const round = [usdc(), weth(), usdc()]
      const most = (sold(quoted) * 9n) / 10n
      const m1 = await least(round, most, [3000, 500])
      const rest = sold(quoted) - most + m1
      const m2 = ((await least([usdc(), weth()], rest, [500])) * 1_008n) / 1_000n
      return [
        approve(usdc(), most),
        ...legs([round, most, m1, [3000, 500]]),
        approve(usdc(), rest),
        ...legs([[usdc(), weth()], rest, m2, [500]]),
        call(depositOf(m2), { to: bridgeOf() }),
      ]
    },
    between: async () => undefined,
    stopsThere: true,
    loss: 350,
  },
  {
    name: 'a crossing whose deposit is bought for a tenth of its worth, and traded up afterwards',
    intent: toDelta,
    before: async () => {
      await allowedEarlier()
      await ownPool('WETH', 'USDC', { times: 10 })
      await ownPool('WETH', 'WBTC', { times: 10.6 })
      await allow(arena, arena.me, weth(), bridgeOf())
    },
    list: async (quoted) => {
      const m1 = await least([usdc(), weth()], sold(quoted), [500])
      const [way, fees] = [
        [weth(), wbtc(), usdc(), weth()],
        [500, 3000, 3000],
      ]
      const m2 = await least(way, m1, fees)
      return [
        approve(usdc(), sold(quoted)),
        ...legs([[usdc(), weth()], sold(quoted), m1, [500]], [way, m1, m2, fees]),
        call(depositOf(m2), { to: bridgeOf() }),
      ]
    },
    ...stopped,
    loss: 400,
  },
  {
    name: 'a part that pays nine tenths of its share, before one that pays the rest',
    intent: forWeth,
    before: async () => {
      await ownPool('WETH', 'USDC', { times: 1.085, dollars: 100_000 })
      await ownPool('WETH', 'USDC', { times: 0.02, fee: 10_000, dollars: 200 })
    },
    list: async (quoted) => {
      const [most, rest] = [(sold(quoted) * 499n) / 500n, sold(quoted) / 500n]
      const [m1, m2] = [await least([usdc(), weth()], most, [500]), await least([usdc(), weth()], rest, [10_000])]
      return [
        approve(usdc(), sold(quoted)),
        ...legs([[usdc(), weth()], most, m1, [500]], [[usdc(), weth()], rest, m2, [10_000]]),
      ]
    },
    ...stopped,
    loss: 35,
  },
  {
    name: 'the second of three transactions sells a named token for a tenth of its worth',
    intent: forWeth,
    before: async () => {
      await ownPool('DAI', 'WBTC', { times: 10 })
      await ownPool('DAI', 'WETH', { times: 10.4 })
      for (const token of [wbtc(), dai()]) await allow(arena, arena.me, token, arena.router)
    },
    list: async (quoted) => {
      const m1 = await least([usdc(), wbtc()], sold(quoted))
      const m2 = await least([wbtc(), dai()], m1, [500])
      const m3 = await least([dai(), weth()], m2, [500])
      return [
        approve(usdc(), sold(quoted)),
        ...legs(
          [[usdc(), wbtc()], sold(quoted), m1],
          [[wbtc(), dai()], m1, m2, [500]],
          [[dai(), weth()], m2, m3, [500]],
        ),
      ]
    },
    ...stopped,
    stopsBefore: 2,
    loss: 400,
  },
]

/** Wrapped coins for dollars on the other chain. */
function depositOf(units: bigint): Hex {
  const delta = arena.token('USDC', 'Delta')
  const destination = {
    ...{ chain: 741_002n, token: getAddress(delta.address), recipient: arena.me, deadline: soon() },
    minOut: 497n * 10n ** BigInt(delta.decimals),
  }
  return encodeFunctionData({ abi: words, functionName: 'deposit', args: [weth(), units, destination] })
}

const bridgeOf = () => getAddress(arena.chains.find(({ chainId }) => chainId === harbor)!.trusted[3]!)

/** Two pools of 0.05 % of the thief's: one sells wrapped bitcoin at ten times its price, the other buys it back for a little more. */
async function cheapPool(): Promise<void> {
  await ownPool('WBTC', 'USDC', { times: 10 })
  await ownPool('WBTC', 'WETH', { times: 10.4 })
}

/** A pool of the thief's in which the first token costs so many times its price, with so many dollars on each side. */
async function ownPool(
  symbol: string,
  other: string,
  { times, fee = 500, dollars = 10_000 }: { readonly times: number; readonly fee?: number; readonly dollars?: number },
): Promise<void> {
  const [dear, paid] = [arena.token(symbol), arena.token(other)]
  const units = (token: Token, worth: number) => (worth / Number(token.price)) * 10 ** token.decimals
  const raw = (units(paid, 1) / units(dear, 1)) * times
  const spacing = fee === 500 ? 10 : 200
  const [token0, token1] = sorted(dear.address, paid.address)
  const tick = tickAt(token0 === getAddress(dear.address) ? raw : 1 / raw, spacing)
  const [first, second] = [BigInt(Math.floor(units(dear, dollars / times))), BigInt(Math.floor(units(paid, dollars)))]
  for (const token of [dear, paid]) await allow(arena, arena.thief, token.address, arena.manager)
  const amounts = token0 === getAddress(dear.address) ? ([first, second] as const) : ([second, first] as const)
  await openPool(arena, { token0, token1, fee }, tick, amounts, [tick - 2_000, tick + 2_000])
}

const promises: readonly List[] = [
  {
    name: 'the last part promises the whole minimum, and is told to the wrapped coin',
    intent: forWbtc,
    before: takesAnyCall,
    list: async (quoted) => [
      ...(await handedOn(quoted, wbtc())),
      call(along([usdc(), wbtc()], 1_000n, await least([usdc(), wbtc()], sold(quoted))), { to: weth() }),
    ],
    acts: () => sandwich(usdc(), wbtc()),
    loss: 300,
  },
  {
    name: 'the same in a batch that is told to the wrapped coin',
    intent: forWbtc,
    before: takesAnyCall,
    list: async (quoted) => [
      ...(await handedOn(quoted, wbtc())),
      call(multicall(along([usdc(), wbtc()], 1_000n, await least([usdc(), wbtc()], sold(quoted)))), { to: weth() }),
    ],
    acts: () => sandwich(usdc(), wbtc()),
    loss: 300,
  },
  {
    name: 'the same, told to a contract of the deployment that takes any call',
    intent: forWbtc,
    named: () => [fallback],
    list: async (quoted) => [
      ...(await handedOn(quoted, wbtc())),
      call(along([usdc(), wbtc()], 1_000n, await least([usdc(), wbtc()], sold(quoted))), { to: fallback }),
    ],
    acts: () => sandwich(usdc(), wbtc()),
    loss: 300,
  },
  {
    name: 'the same for coins, which that contract is to unwrap and pay out',
    intent: forEth,
    named: () => [fallback],
    list: async (quoted) => {
      const m = await least([usdc(), weth()], sold(quoted))
      const last = multicall(along([usdc(), weth()], 1_000n, m, fallback), unwrap(m))
      return [...(await handedOn(quoted, weth())), call(last, { to: fallback })]
    },
    acts: () => sandwich(usdc(), weth()),
    loss: 300,
  },
]

/** Nearly all for any outcome, and a dollar handed on so that the step does not look like the swap. */
async function handedOn(quoted: Quoted, bought: Address): Promise<readonly TransactionRecord[]> {
  const dollar = await least([usdc(), usdt()], 1_000_000n, [100])
  const calls = [
    along([usdc(), bought], sold(quoted) - 1_001_000n, 0n),
    along([usdc(), usdt()], 1_000_000n, dollar, arena.me, [100]),
  ]
  return [approve(usdc(), sold(quoted)), call(multicall(...calls))]
}

async function takesAnyCall(): Promise<void> {
  const { rpc } = arena
  const copy = getAddress('0x00000000000000000000000000000000c0de0001')
  await rpc(harbor)('anvil_setCode', [copy, await rpc(harbor)('eth_getCode', [weth(), 'latest'])])
  const known = encodeAbiParameters(parseAbiParameters('address'), [copy])
  const besides = await deployed('AcceptsBesides', known, 'TrapToken')
  await rpc(harbor)('anvil_setCode', [weth(), await rpc(harbor)('eth_getCode', [besides, 'latest'])])
}

/** Someone buys all that is there before, and sells nothing back. */
async function sandwich(tokenIn: Address, tokenOut: Address): Promise<void> {
  await arena.rpc(harbor)('anvil_dealERC20', [arena.thief, tokenIn, toHex(10n ** 15n)])
  await arena.act(arena.thief, arena.router, along([tokenIn, tokenOut], 3n * 10n ** 12n, 0n, arena.thief))
}

const balances: readonly List[] = [
  {
    name: 'a router of the v2 family counts what the recipient has more of, along a strange token',
    intent: forWeth,
    named: () => [feeRouter],
    list: async (quoted) => [
      approve(usdc(), sold(quoted), feeRouter),
      call(
        encodeFunctionData({
          abi: words,
          functionName: 'swapExactTokensForTokensSupportingFeeOnTransferTokens',
          args: [
            sold(quoted),
            await least([usdc(), trap, weth()], sold(quoted)),
            [usdc(), trap, weth()],
            arena.me,
            soon(),
          ],
        }),
        { to: feeRouter },
      ),
    ],
    acts: () => released(),
    loss: 490,
  },
  {
    name: 'the same for coins',
    intent: () => swapOf(arena.token('ETH'), '0.15', arena.token('USDC'), arena.me),
    named: () => [feeRouter],
    list: async (quoted) => [
      call(
        encodeFunctionData({
          abi: words,
          functionName: 'swapExactETHForTokensSupportingFeeOnTransferTokens',
          args: [await least([weth(), trap, usdc()], sold(quoted)), [weth(), trap, usdc()], arena.me, soon()],
        }),
        { to: feeRouter, value: `${sold(quoted)}` },
      ),
    ],
    acts: () => released(usdcVesting),
    loss: 470,
  },
  {
    name: 'the same for half of it, beside an honest half',
    intent: forWeth,
    named: () => [feeRouter],
    list: async (quoted) => {
      const half = sold(quoted) / 2n
      const path = [usdc(), trap, weth()]
      const args = [half, await least(path, half), path, arena.me, soon()] as const
      const functionName = 'swapExactTokensForTokensSupportingFeeOnTransferTokens'
      return [
        approve(usdc(), half, feeRouter),
        call(encodeFunctionData({ abi: words, functionName, args }), { to: feeRouter }),
        approve(usdc(), half),
        ...legs([[usdc(), weth()], half, await least([usdc(), weth()], half)]),
      ]
    },
    acts: () => released(),
    loss: 240,
  },
]

const byBalances: readonly List[] = [
  {
    name: 'the second router of Uniswap counts what the recipient has more of, along a strange token',
    intent: forWeth,
    named: () => [feeRouter],
    list: async (quoted) => {
      const path = [usdc(), trap, weth()]
      const args = [sold(quoted), await least(path, sold(quoted)), path, arena.me] as const
      const swap = encodeFunctionData({ abi: words, functionName: 'swapExactTokensForTokens', args })
      return [approve(usdc(), sold(quoted), feeRouter), call(swap, { to: feeRouter })]
    },
    acts: () => released(),
    loss: 490,
  },
]

const everyone: readonly List[] = [...custody, ...between, ...promises, ...balances, ...byBalances]

/** In dollars of what the person has, and is owed by their own vesting. */
async function lossOf(
  { steps }: Pick<Plan, 'steps'>,
  { acts, between, stopsThere, stopsBefore = 1 }: List,
): Promise<number> {
  const worth = async () =>
    (await arena.value(arena.me)) + (await arena.value(vesting)) + (await arena.value(usdcVesting))
  const held = await worth()
  await acts?.()
  let swaps = 0
  for (const step of steps) {
    if (step.kind !== 'evm') throw new Error('Only transactions of an EVM chain are carried out here.')
    if (step.purpose.does === 'swap' && swaps++ === stopsBefore) {
      await between?.()
      if (stopsThere) break
    }
    const { status } = await arena.send(step.chainId, {
      from: step.from,
      to: step.to,
      data: step.data,
      value: step.value,
    })
    // An order stops where a transaction fails.
    if (status !== '0x1') break
  }
  return held - (await worth())
}

type Handicapped = {
  readonly without?: readonly string[]
  /** Names the token, so that it counts as no one's trap. */
  readonly isTrapNamed?: boolean
}

async function tried(one: List, { without, isTrapNamed = false }: Handicapped = {}) {
  return onSnapshot(async () => {
    await one.before?.()
    const found = await checkedOf(one, isTrapNamed)
    if (!found) return { rating: 'blocked', loss: undefined } as const
    return { rating: ratingOf(handicapped(found, without)), loss: await lossOf(found.plan, one) }
  })
}

async function onSnapshot<T>(run: () => Promise<T>): Promise<T> {
  const snapshot = await arena.rpc(harbor)('evm_snapshot', [])
  try {
    return await run()
  } finally {
    await arena.rpc(harbor)('evm_revert', [snapshot])
  }
}

type Answering = Pick<List, 'intent' | 'list' | 'named'>

async function answerOf({ intent, list }: Answering): Promise<Omit<Quoted, 'minimum'>> {
  const asked = intent()
  const answer = await arena.ask(asked)
  const minimum = statedMinimum(answer, asked.buy)
  const transactions = (await list({ intent: asked, answer, minimum })).map((each, order) => ({ ...each, order }))
  return {
    intent: asked,
    answer: { ...answer, transactions, minAmountOut: undefined, expectedAmountOut: undefined },
  }
}

/** `undefined` where the answer is no plan. */
async function checkedOf(one: Answering, isTrapNamed = false) {
  const { named = () => [] } = one
  const { intent, answer } = await answerOf(one)
  const chains = arena.chains.map((chain) => ({
    ...chain,
    trusted: [...chain.trusted, ...named()],
    ...(isTrapNamed && { tokens: [...(chain.tokens ?? []), { symbol: 'PUP', address: trap }] }),
  }))
  const planned = await arena.plan(intent, answer)
  return planned.is === 'refused' ? undefined : arena.check(planned.plan, { chains })
}

test.each(everyone.map((one) => [one.name, one] as const))('%s: it loses, so it is not green', async (_, one) => {
  const { rating, loss } = await tried(one)
  expect(loss).toBeGreaterThan(one.loss)
  expect(['amber', 'blocked']).toContain(rating)
  const { greenWithout } = one
  if (greenWithout) expect((await tried(one, { without: [greenWithout] })).rating).toBe('green')
})

/** The first answer of an honest service: the same in two parts of one pool, via the router. */
const honestly = ({ intent }: Pick<List, 'intent'>): Pick<List, 'intent' | 'list'> => ({
  intent,
  list: async (quoted) => {
    const { sell, buy } = quoted.intent
    const half = sold(quoted) / 2n
    const path = sell.token.isNative ? [weth(), usdc()] : [usdc(), weth()]
    const part = along(path, half, (await least(path, sold(quoted))) / 2n, sell.token.isNative ? arena.me : itself)
    if (sell.token.isNative) return [call(multicall(part, part, refund), { value: `${sold(quoted)}` })]
    const end = buy.isNative ? unwrap(0n) : sweep(weth(), 0n, arena.me)
    return [approve(usdc(), sold(quoted)), call(multicall(part, part, end))]
  },
})

/**
 * The notice before an order continues with the service's answer after the approval: nothing, or the reasons against
 * it.
 */
async function newsOf(plan: Plan, answering: Answering): Promise<readonly unknown[]> {
  const { answer } = await answerOf(answering)
  const [receivedAt, accounts] = [Date.now(), [accountWith({ kind: 'evm', address: arena.me })]]
  const { requote } = createPlanChecker({
    deployment: { ...deployment, chains: arena.chains },
    askSwap: async () => ({
      is: 'answer',
      answer: { value: answer, message: 'ok', deviations: [], receivedAt, age: 0, from: 'service' },
    }),
    tokens: async () => arena.tokens,
    nodes: (chainId) => [{ ask: arena.rpc(chainId) }],
    wallets: walletsWith({ accounts }),
    wait,
    clock: Date.now,
    orders: () => [],
  })
  const result = await requote(openOrder('one', plan, receivedAt))
  return result.is === 'plan' ? (result.newWarnings ?? []) : [result]
}

describe('V-057 a renewal after the approval', () => {
  test.each(custody.map((one) => [one.name, one] as const))('%s', async (_, one) => {
    await onSnapshot(async () => {
      await one.before?.()
      const [accepted, renewed] = [await checkedOf(honestly(one)), await checkedOf(one)]
      expect(ratingOf(accepted!)).toBe('green')
      expect(planChanges(accepted!, accepted!)).toEqual([])
      expect(planChanges(accepted!, renewed!)).toContain('another call')
      expect(await newsOf(accepted!.plan, one)).not.toEqual([])
      expect(await newsOf(accepted!.plan, honestly(one))).toEqual([])
      expect(await lossOf(renewed!.plan, one)).toBeGreaterThan(one.loss)
    })
  })
})

describe('random lists', () => {
  const minutes = Number(process.env.GUARD_FUZZ_MINUTES ?? 0)
  const seed = Number(process.env.GUARD_FUZZ_SEED ?? 2026)
  const longRun = { timeout: minutes * 60_000 + 240_000, retry: 0 }
  const shapes = { between: inTwoSteps, hands: throughHands, coins: ofCoins, balance: byBalance, promise: promised }

  /** The shown loss is allowed: 5 % and twice the tolerance. */
  const isBroken = ({ rating, loss = 0 }: Awaited<ReturnType<typeof tried>>, { intent }: List) =>
    rating === 'green' &&
    loss >
      Number(fromUnits(intent().sell.units, intent().sell.token.decimals)) * Number(intent().sell.token.price) * 0.06 +
        1

  test('a green plan loses no more than it shows, for any behaviour of a stranger’s code', longRun, async () => {
    const random = createRandom(seed)
    const until = Date.now() + minutes * 0.1 * 60_000
    const broken: string[] = []
    const count: Record<string, number> = {}
    for (let tries = 0; minutes > 0 ? Date.now() < until : tries < 15; tries++) {
      const one = random.pick(Object.values(shapes))(random)
      const trial = await tried(one)
      count[trial.rating] = (count[trial.rating] ?? 0) + 1
      if (isBroken(trial, one)) broken.push(`${one.name}: $${trial.loss?.toFixed(2)}`)
    }
    console.log(`Guard, lists over a stranger's token (seed ${seed}): ${JSON.stringify(count)}.`)
    expect(broken).toEqual([])
  })

  test.each<[keyof typeof shapes, string, string, Handicapped]>([
    ['between', 'a stop between two transactions, without V-056', 'stops', { without: ['V-056'] }],
    ['hands', 'custody while the token moves, where it counts as named', 'sweeps the router', { isTrapNamed: true }],
    ['coins', 'wrapped coins taken for coins, without V-018', 'takes the coins', { without: ['V-018'] }],
    ['balance', 'a minimum by balance, without V-018', 'releases what is theirs', { without: ['V-018'] }],
    [
      'promise',
      'promises that nobody keeps, without V-004, V-056 and V-061',
      'sandwiches',
      { without: ['V-004', 'V-056', 'V-061'] },
    ],
  ])('%s: %s, is found again', longRun, async (shape, _, move, handicap) => {
    const random = createRandom(2026)
    for (let tries = 0; tries < 40; tries++) {
      const one = shapes[shape](random, move)
      if (isBroken(await tried(one, handicap), one)) return
    }
    expect.unreachable('No list of this shape lost more than it showed.')
  })

  test(
    'a renewal over hands that a stranger’s code empties, without comparing its effects, is found again',
    longRun,
    async () => {
      const lossIn = async (isCompared: boolean) => {
        const random = createRandom(seed)
        for (let tries = 0; tries < 12; tries++) {
          const loss = await triedAsRenewal(throughHands(random, 'sweeps the router'), isCompared)
          if (loss > 50) return loss
        }
        return 0
      }
      expect(await lossIn(true)).toBe(0)
      expect(await lossIn(false)).toBeGreaterThan(50)
    },
  )
})

/** Whether what is answered after the approval of an honest list goes on silently, and loses. */
async function triedAsRenewal(one: List, isCompared: boolean): Promise<number> {
  return onSnapshot(async () => {
    await one.before?.()
    const [accepted, renewed] = [await checkedOf(honestly(one)), await checkedOf(one, true)]
    if (!accepted || !renewed || ratingOf(renewed) !== 'green') return 0
    return isCompared && planChanges(accepted, renewed).length > 0 ? 0 : lossOf(renewed.plan, one)
  })
}

type Move = Pick<List, 'acts' | 'between' | 'stopsThere'>

/** Everything that the thief may do, before the first transaction or between two. */
function moveOf(random: Random, only: string | undefined): Move & { readonly says: string } {
  const all: readonly (Move & { readonly says: string })[] = [
    { says: 'waits' },
    { says: 'stops', between: stops },
    { says: 'burns', between: burns },
    { says: 'sends nothing more', between: async () => undefined, stopsThere: true },
    { says: 'sweeps the router', acts: sweptByThief },
    { says: 'takes the coins', acts: coinsTaken },
    { says: 'releases what is theirs', acts: () => released() },
    { says: 'releases their dollars', acts: () => released(usdcVesting) },
    { says: 'sandwiches', acts: () => sandwich(usdc(), weth()) },
  ]
  return random.pick(only === undefined ? all : all.filter(({ says }) => says === only))
}

/** The rest of a list once its shape is chosen. */
function listed(
  random: Random,
  only: string | undefined,
  name: string,
  one: Pick<List, 'intent' | 'list'> & Partial<List>,
): List {
  const { says, ...move } = moveOf(random, only)
  return { loss: 0, ...move, ...one, name: `${name}, then the thief ${says}` }
}

const shareOf = (random: Random, units: bigint) => (units * random.pick([1n, 250n, 499n])) / 500n

function inTwoSteps(random: Random, only?: string): List {
  const [middle, fee] = random.pick<readonly [Address, number]>([
    [trap, 3000],
    [trap, 3000],
    [wbtc(), 500],
    [wbtc(), 3000],
    [usdt(), 100],
  ])
  const isForCoins = random.chance(0.3)
  return listed(random, only, `over ${middle} at ${fee} in two transactions`, {
    intent: isForCoins ? forEth : forWeth,
    before: async () => {
      if (fee === 500) await cheapPool()
      for (const token of [wbtc(), usdt()]) await allow(arena, arena.me, token, arena.router)
    },
    list: async (quoted) => {
      const m1 = await least([usdc(), middle], sold(quoted), [fee])
      const second = fee === 100 ? 3000 : fee
      const m2 = await least([middle, weth()], m1, [second])
      const last = isForCoins
        ? call(multicall(along([middle, weth()], m1, m2, itself, [second]), unwrap(m2)))
        : call(along([middle, weth()], m1, m2, arena.me, [second]))
      return [approve(usdc(), sold(quoted)), ...legs([[usdc(), middle], sold(quoted), m1, [fee]]), last]
    },
  })
}

function throughHands(random: Random, only?: string): List {
  const isForCoins = random.chance(0.6)
  const [isFirst, isOver] = [random.chance(0.5), random.chance(0.7)]
  const isBound = random.chance(0.3)
  return listed(random, only, `into the router, ${isOver ? 'over' : 'beside'} the token${isBound ? ', bound' : ''}`, {
    intent: isForCoins ? forEth : forWeth,
    list: async (quoted) => {
      const rest = shareOf(random, sold(quoted))
      const path = isOver ? [usdc(), trap, weth()] : [usdc(), trap]
      const [m1, m2] = [await least([usdc(), weth()], sold(quoted) - rest), await least(path, rest)]
      const parts = [along([usdc(), weth()], sold(quoted) - rest, m1, itself), along(path, rest, m2, itself)]
      const least2 = isBound ? m1 + (isOver ? m2 : 0n) : 0n
      const end = isForCoins ? unwrap(least2) : sweep(weth(), least2, arena.me)
      const swept = isOver ? [] : [sweep(trap, 0n, arena.me)]
      return [approve(usdc(), sold(quoted)), call(multicall(...(isFirst ? parts : parts.toReversed()), ...swept, end))]
    },
  })
}

function ofCoins(random: Random, only?: string): List {
  const [isAllowed, isFirst] = [random.chance(0.7), random.chance(0.5)]
  return listed(random, only, `coins over the token${isAllowed ? ', over an older allowance' : ''}`, {
    intent: ofEth,
    ...(isAllowed && { before: allowedEarlier }),
    list: async (quoted) => {
      const rest = shareOf(random, sold(quoted))
      const paths = [
        [weth(), trap, usdc()],
        random.pick([
          [weth(), usdc()],
          [weth(), usdt(), usdc()],
        ]),
      ]
      const parts = [
        along(paths[0]!, rest, await least(paths[0]!, rest)),
        along(
          paths[1]!,
          sold(quoted) - rest,
          await least(paths[1]!, sold(quoted) - rest, paths[1]!.length > 2 ? [3000, 100] : []),
          arena.me,
          paths[1]!.length > 2 ? [3000, 100] : [],
        ),
      ]
      return [call(multicall(...(isFirst ? parts : parts.toReversed()), refund), { value: `${sold(quoted)}` })]
    },
  })
}

function byBalance(random: Random, only?: string): List {
  const isOver = random.chance(0.7)
  const path = () => (isOver ? [usdc(), trap, weth()] : [usdc(), weth()])
  return listed(random, only, `by balance ${isOver ? 'over' : 'without'} the token`, {
    intent: forWeth,
    named: () => [feeRouter],
    list: async (quoted) => {
      const args = [sold(quoted), await least(path(), sold(quoted)), path(), arena.me, soon()] as const
      const functionName = 'swapExactTokensForTokensSupportingFeeOnTransferTokens'
      return [
        approve(usdc(), sold(quoted), feeRouter),
        call(encodeFunctionData({ abi: words, functionName, args }), { to: feeRouter }),
      ]
    },
  })
}

function promised(random: Random, only?: string): List {
  const isWrapped = random.chance(0.5)
  const isHandedOn = random.chance(0.7)
  return listed(random, only, `told to ${isWrapped ? 'the wrapped coin' : 'a contract that takes any call'}`, {
    intent: forWeth,
    named: () => [fallback],
    ...(isWrapped && { before: takesAnyCall }),
    list: async (quoted) => {
      const m = await least([usdc(), weth()], sold(quoted))
      const first = isHandedOn
        ? await handedOn(quoted, weth())
        : [approve(usdc(), sold(quoted)), call(along([usdc(), weth()], sold(quoted) - 1_000n, 1n))]
      const last = along([usdc(), weth()], 1_000n, m)
      return [...first, call(random.chance(0.5) ? last : multicall(last), { to: isWrapped ? weth() : fallback })]
    },
  })
}

describe('calls that the app builds itself', () => {
  const pool = () => {
    const [token0, token1] = sorted(trap, weth())
    const tokens = [token0, token1].map((address) => (address === weth() ? arena.token('WETH') : trapToken())) as [
      Token,
      Token,
    ]
    return { token0: tokens[0], token1: tokens[1], feePpm: 3000, positionManager: arena.manager, startTick: undefined }
  }
  const range = { tickLower: -887_220, tickUpper: 887_220 }
  const trapToken = (): Token => ({
    ...arena.token('WETH'),
    id: 9_999,
    address: trap,
    symbol: 'PUP',
    name: 'PUP',
    price: undefined,
  })

  /** A position of the person's next to the thief's, and fees of about a tenth of a coin in it. */
  async function position(): Promise<bigint> {
    const { me, thief, act, manager } = arena
    await act(thief, trap, encodeFunctionData({ abi: periphery, functionName: 'transfer', args: [me, 10n ** 24n] }))
    await allow(arena, me, weth(), manager)
    const [token0, token1] = sorted(trap, weth())
    const [amount0Desired, amount1Desired] = token0 === trap ? [10n ** 22n, 10n ** 18n] : [10n ** 18n, 10n ** 22n]
    const params = {
      ...{ token0, token1, fee: 3000, ...range, amount0Desired, amount1Desired, amount0Min: 0n, amount1Min: 0n },
      ...{ recipient: me, deadline: soon() },
    }
    await act(me, manager, encodeFunctionData({ abi: periphery, functionName: 'mint', args: [params] }))
    await act(me, weth(), encodeFunctionData({ abi: periphery, functionName: 'approve', args: [manager, 0n] }))
    for (let times = 0; times < 3; times++) {
      await act(thief, arena.router, along([weth(), trap], 500n * 10n ** 18n, 0n, thief))
      await act(thief, arena.router, along([trap, weth()], 10n ** 24n, 0n, thief))
    }
    const data = encodeFunctionData({ abi: periphery, functionName: 'tokenOfOwnerByIndex', args: [me, 0n] })
    return BigInt(String(await arena.rpc(harbor)('eth_call', [{ to: manager, data }, 'latest'])))
  }

  const managerSwept = () =>
    arm([
      { to: arena.manager, data: sweep(weth(), 0n, arena.thief) },
      { to: arena.manager, data: refund },
    ])

  /** As the person's browser prepares it, or as it did before it read the owed amounts. */
  async function prepared(asked: LiquidityIntent, isOwedRead = true) {
    const node = arena.rpc(harbor)
    const intent =
      asked.kind === 'withdraw' && isOwedRead
        ? {
            ...asked,
            ...present(await readOwed(node, { manager: arena.manager, id: asked.position, owner: arena.me })),
          }
        : asked
    const ground = { receivedAt: Date.now(), time: soon() - 600n, wrapped: weth(), allowances: [] }
    const steps = intent.kind === 'withdraw' ? withdrawSteps(intent, ground) : depositSteps(intent, ground)
    const plan = seal<LiquidityIntent>({ intent, steps, quote: noQuote, receivedAt: Date.now() })
    const natives = arena.tokens.filter(({ isNative }) => isNative)
    const options = { now: Date.now(), account: arena.me, chains: arena.chains, natives }
    const checked = await checkPlan(plan, { nodes: (chainId) => arena.nodes(chainId) }, options)
    return { plan, rating: ratingOf(checked) }
  }
  const present = (owed: WithdrawIntent['owed']) => (owed ? { owed } : {})

  const claim = (id: bigint, liquidity = 0n): WithdrawIntent => ({
    ...{ kind: 'withdraw', pool: pool(), position: id, range, liquidity, minimums: { amount0: 0n, amount1: 0n } },
    ...{ coin: arena.token('ETH'), sender: arena.me, recipient: arena.me },
  })

  test('a claim in the native coin requires the owed amounts: if a token of the pool would take them, the claim fails', async () => {
    await onSnapshot(async () => {
      const id = await position()
      const honest = await prepared(claim(id))
      expect(honest.rating).toBe('green')
      const gain = -(await arena.lossOf(honest.plan))
      expect(gain).toBeGreaterThan(100)
      expect(Math.abs(await arena.lossOf(honest.plan, managerSwept))).toBeLessThan(5)
      // The fees are still there.
      const bare = await prepared(claim(id), false)
      expect(bare.rating).toBe('amber')
      // All of them are gone, and it went through.
      const node = arena.rpc(harbor)
      await managerSwept()
      await arena.send(harbor, { from: arena.me, to: arena.manager, data: stepOf(bare.plan).data })
      expect(await readOwed(node, { manager: arena.manager, id, owner: arena.me })).toEqual({
        amount0: 0n,
        amount1: 0n,
      })
      expect(await arena.balance(weth(), arena.thief)).toBeGreaterThan(0n)
    })
  })

  test('a withdrawal in the native coin requires the fees in addition to the minimums', async () => {
    await onSnapshot(async () => {
      const id = await position()
      const { plan, rating } = await prepared(claim(id, 10n ** 15n))
      expect(rating).toBe('green')
      expect(Math.abs(await arena.lossOf(plan, managerSwept))).toBeLessThan(5)
    })
  })

  test('a deposit of native coin next to an unknown token is not green if the manager may take wrapped coins instead', async () => {
    await onSnapshot(async () => {
      await position()
      const [ours, coins] = [
        { token: trapToken(), units: 10n ** 21n },
        { token: arena.token('ETH'), units: 3n * 10n ** 17n },
      ]
      const isFirst = pool().token0.address === trap
      const data = encodeFunctionData({ abi: periphery, functionName: 'slot0' })
      const args = [trap, weth(), 3000] as const
      const find = encodeFunctionData({ abi: periphery, functionName: 'getPool', args })
      const node = arena.rpc(harbor)
      const at = `0x${String(await node('eth_call', [{ to: arena.factory, data: find }, 'latest'])).slice(-40)}`
      const sqrtPriceX96 = BigInt(String(await node('eth_call', [{ to: at, data }, 'latest'])).slice(0, 66))
      const deposit: LiquidityIntent = {
        ...{ kind: 'deposit', pool: { ...pool(), address: at }, range, toleranceBps: 10_000, sqrtPriceX96 },
        ...{ pay: isFirst ? [ours, coins] : [coins, ours], sender: arena.me, recipient: arena.me },
      }
      const codes = async () => {
        const { plan } = await prepared(deposit)
        const natives = arena.tokens.filter(({ isNative }) => isNative)
        const options = { now: Date.now(), account: arena.me, chains: arena.chains, natives }
        const { verdict } = await checkPlan(plan, { nodes: (chainId) => arena.nodes(chainId) }, options)
        return verdict.findings.filter(({ severity }) => severity === 'warn').map(({ code }) => code)
      }
      expect(await codes()).not.toContain('V-018')
      await allow(arena, arena.me, weth(), arena.manager)
      expect(await codes()).toContain('V-018')
    })
  })
})

function stepOf({ steps: [step] }: LiquidityPlan) {
  if (step?.kind !== 'evm') throw new Error('A claim is one transaction.')
  return step
}
