import {
  type Address,
  concat,
  encodeAbiParameters,
  encodeFunctionData,
  encodePacked,
  getAddress,
  type Hex,
  maxUint160,
  maxUint256,
  parseAbi,
  parseAbiParameters,
  toHex,
} from 'viem'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { SwapIntent } from '../../../src/guard/intent'
import { permit2 } from '../../../src/protocol/deployment/venues'
import type { SwapAnswer, TransactionRecord } from '../../../src/protocol/serviceMessages'
import { compile } from '../contracts/compile'
import { approveData, record } from '../fixtures'
import { swapOf } from '../localExchange'
import { executeData } from '../soundness/calldata'
import { command, itself as routerItself } from '../soundness/universal'
import {
  type Arena,
  harbor,
  judge,
  openArena,
  openPool,
  periphery,
  soon,
  sorted,
  statedMinimum,
  tickAt,
} from './adversary'

/*
 * Two venues in one list, the universal router with allowances behind Permit2, batches inside batches, and native coin
 * in place of the wrapped form. Lists that are not blocked are executed, and the loss is compared with the level.
 */

let arena: Arena
let universal: Address
/** Trades Tether's dollars for wrapped coins; no one else's. */
let pair: Address
/** A token of the thief's, with a pool next to the coin and the dollar. */
let worthless: Address

const words = parseAbi([
  'function multicall(bytes[] data) payable',
  'function unwrapWETH9(uint256 amountMinimum, address recipient) payable',
  'function unwrapWETH9WithFee(uint256 amountMinimum, address recipient, uint256 feeBips, address feeRecipient) payable',
  'function sweepToken(address token, uint256 amountMinimum, address recipient) payable',
  'function sweepTokenWithFee(address token, uint256 amountMinimum, address recipient, uint256 feeBips, address feeRecipient) payable',
  'function refundETH() payable',
  'function selfPermit(address token, uint256 value, uint256 deadline, uint8 v, bytes32 r, bytes32 s) payable',
  'function exactInput((bytes path, address recipient, uint256 deadline, uint256 amountIn, uint256 amountOutMinimum) params) payable',
  'function deposit() payable',
  'function withdraw(uint256 amount)',
  'function transfer(address to, uint256 amount)',
])
const pairAbi = parseAbi([
  'function createPair(address a, address b)',
  'function getPair(address a, address b) view returns (address)',
  'function useFactory(address pairs)',
  'function sync()',
])
const behind = parseAbi(['function approve(address token, address spender, uint160 amount, uint48 expiration)'])
const itself = toHex(0n, { size: 20 })

const usdc = () => getAddress(arena.token('USDC').address)
const weth = () => getAddress(arena.token('WETH').address)
const usdt = () => getAddress(arena.token('USDT').address)

beforeAll(async () => {
  arena = await openArena()
  const { rpc, act, me, thief, router } = arena
  const code = await rpc(harbor)('eth_getCode', [await deployed('Permit2'), 'latest'])
  await rpc(harbor)('anvil_setCode', [permit2, code])
  const parts = parseAbiParameters('address permit2, address pools, address wrapped')
  universal = await deployed('UniversalRouter', encodeAbiParameters(parts, [permit2, router, weth()]))
  for (const owner of [me, thief])
    await act(owner, weth(), encodeFunctionData({ abi: words, functionName: 'deposit' }), 2n * 10n ** 18n)
  pair = await openPair()
  worthless = await arena.issue('Worthless', 'WLS', 18, 10n ** 30n)
  for (const token of [usdc(), weth()]) {
    const [token0, token1] = sorted(worthless, token)
    const units = token === usdc() ? 10n ** 7n : 10n ** 16n
    const amounts = token0 === worthless ? ([10n ** 18n, units] as const) : ([units, 10n ** 18n] as const)
    const tick = tickAt(Number(amounts[1]) / Number(amounts[0]), 60)
    await openPool(arena, { token0, token1, fee: 3000 }, tick, amounts, [tick - 6_000, tick + 6_000])
  }
})
afterAll(() => arena.exchange.stop())

async function deployed(name: string, args: Hex = '0x', file = name): Promise<Address> {
  const code = compile(name, new URL(`../contracts/${file}.sol`, import.meta.url).pathname)
  const { contractAddress } = await arena.send(harbor, { from: arena.thief, data: concat([code, args]) })
  return getAddress(contractAddress!)
}

/** A pair of the second version with a million dollars on each side, which the universal router knows. */
async function openPair(): Promise<Address> {
  const { rpc, act, thief } = arena
  const factory = await deployed('PairFactory', '0x', 'UniversalRouter')
  const args = [usdt(), weth()] as const
  await act(thief, factory, encodeFunctionData({ abi: pairAbi, functionName: 'createPair', args }))
  await act(thief, universal, encodeFunctionData({ abi: pairAbi, functionName: 'useFactory', args: [factory] }))
  const find = encodeFunctionData({ abi: pairAbi, functionName: 'getPair', args })
  const found = getAddress(
    `0x${String(await rpc(harbor)('eth_call', [{ to: factory, data: find }, 'latest'])).slice(-40)}`,
  )
  const coins = BigInt(Math.round((1e6 / Number(arena.token('WETH').price)) * 1e6)) * 10n ** 12n
  await rpc(harbor)('anvil_setBalance', [thief, toHex(10n ** 24n)])
  await rpc(harbor)('anvil_dealERC20', [thief, usdt(), toHex(10n ** 12n)])
  await act(thief, weth(), encodeFunctionData({ abi: words, functionName: 'deposit' }), coins)
  for (const [token, units] of [
    [usdt(), 10n ** 12n],
    [weth(), coins],
  ] as const)
    await act(thief, token, encodeFunctionData({ abi: words, functionName: 'transfer', args: [found, units] }))
  await act(thief, found, encodeFunctionData({ abi: pairAbi, functionName: 'sync' }))
  return found
}

type Quoted = { readonly intent: SwapIntent; readonly answer: SwapAnswer; readonly minimum: bigint }
type Figures = (quoted: Quoted) => Partial<SwapAnswer>
type List = readonly [
  name: string,
  intent: () => SwapIntent,
  list: (quoted: Quoted) => readonly TransactionRecord[],
  change?: Figures,
]

const forWeth = () => swapOf(arena.token('USDC'), '500', arena.token('WETH'), arena.me)
const forEth = () => swapOf(arena.token('USDC'), '500', arena.token('ETH'), arena.me)
const forUsdt = () => swapOf(arena.token('USDC'), '500', arena.token('USDT'), arena.me)
const ofEth = () => swapOf(arena.token('ETH'), '0.15', arena.token('USDC'), arena.me)
const ofWeth = () => swapOf(arena.token('WETH'), '0.15', arena.token('USDC'), arena.me)

const tokenOf = ({ isNative, address }: SwapIntent['buy']) => (isNative ? weth() : getAddress(address))
const call = (data: Hex, change: Partial<TransactionRecord> = {}) => record({ to: arena.router, data, ...change })
const sold = ({ intent }: Quoted) => intent.sell.units
const approve = (quoted: Quoted, spender: Hex = arena.router, units = sold(quoted)) =>
  record({ type: 'approve', to: tokenOf(quoted.intent.sell.token), data: approveData(spender, units) })

type Change = Partial<{ tokenIn: Hex; tokenOut: Hex; recipient: Hex; amountIn: bigint; amountOutMinimum: bigint }>

function single({ intent, minimum }: Quoted, change: Change = {}): Hex {
  const params = {
    ...{ tokenIn: tokenOf(intent.sell.token), tokenOut: tokenOf(intent.buy), fee: 3000, recipient: arena.me },
    ...{ deadline: soon(), amountIn: intent.sell.units, amountOutMinimum: minimum, sqrtPriceLimitX96: 0n },
    ...change,
  }
  return encodeFunctionData({ abi: periphery, functionName: 'exactInputSingle', args: [params] })
}

const half = (quoted: Quoted, change: Change = {}) =>
  single(quoted, { amountIn: sold(quoted) / 2n, amountOutMinimum: quoted.minimum / 2n, ...change })
const pathOf = (...tokens: readonly Hex[]) =>
  concat(tokens.flatMap((token, place) => (place === 0 ? [token] : [encodePacked(['uint24'], [3000]), token])))
const nested = (...calls: readonly Hex[]) =>
  encodeFunctionData({ abi: words, functionName: 'multicall', args: [calls] })
const sweep = (token: Hex, minimum: bigint, to: Hex = arena.me) =>
  encodeFunctionData({ abi: words, functionName: 'sweepToken', args: [token, minimum, to] })
const portion = (token: Hex, minimum: bigint, bips: bigint) =>
  encodeFunctionData({
    abi: words,
    functionName: 'sweepTokenWithFee',
    args: [token, minimum, arena.me, bips, arena.thief],
  })
const unwrap = (minimum: bigint, to: Hex) =>
  encodeFunctionData({ abi: words, functionName: 'unwrapWETH9', args: [minimum, to] })
const coins = (data: Hex, units: bigint, to: Hex = arena.router) => call(data, { value: `${units}`, to })
const wrap = (units: bigint) => coins(encodeFunctionData({ abi: words, functionName: 'deposit' }), units, weth())
const withdraw = (units: bigint) =>
  call(encodeFunctionData({ abi: words, functionName: 'withdraw', args: [units] }), { to: weth() })

/** The allowance of the universal router via Permit2. */
const behindPermit2 = (quoted: Quoted, units = sold(quoted), until = Number(soon())) => [
  approve(quoted, permit2, units),
  permitted(tokenOf(quoted.intent.sell.token), universal, units, until),
]
const permitted = (token: Hex, spender: Hex, units: bigint, until: number) =>
  call(encodeFunctionData({ abi: behind, functionName: 'approve', args: [token, spender, units, until] }), {
    type: 'approve',
    to: permit2,
  })
type Commands = readonly ReturnType<typeof command>[]
const execute = (commands: Commands, value = 0n) => coins(executeData(commands, soon()), value, universal)
const swapIn = (
  to: Hex,
  amountIn: bigint,
  minimum: bigint,
  path = pathOf(usdc(), weth()),
  isPaidByUser = true,
  code = 0x00,
) => ({ ...command(0x00, [to, amountIn, minimum, path, isPaidByUser]), code })
const move = (code: number, token: Hex, to: Hex, amount: bigint) => command(code, [token, to, amount])
const behindAll = (quoted: Quoted, ...commands: Commands) => [...behindPermit2(quoted), execute(commands)]
const toUsdt = () => concat([usdc(), encodePacked(['uint24'], [100]), usdt()])
const inPair = (to: Hex, amountIn: bigint, minimum: bigint, path: readonly Hex[] = [usdt(), weth()]) =>
  command(0x08, [to, amountIn, minimum, path, false])
const minimumOf =
  (units: (quoted: Quoted) => bigint, decimals: number): Figures =>
  (quoted) => ({ minAmountOut: `${Number(units(quoted)) / 10 ** decimals}` })

const tampered: readonly List[] = [
  [
    'everything by one router, and once more by the other',
    forWeth,
    (quoted) => [
      approve(quoted),
      call(single(quoted)),
      ...behindAll(quoted, swapIn(arena.me, sold(quoted), quoted.minimum)),
    ],
  ],
  [
    'half by each, the second for a unit',
    forWeth,
    (quoted) => [
      approve(quoted, arena.router, sold(quoted) / 2n),
      call(half(quoted)),
      ...behindPermit2(quoted, sold(quoted) / 2n),
      execute([swapIn(arena.me, sold(quoted) / 2n, 1n)]),
    ],
  ],
  [
    'half by each, the second to the thief with the minimum of the whole at the first',
    forWeth,
    (quoted) => [
      approve(quoted, arena.router, sold(quoted) / 2n),
      call(half(quoted)),
      ...behindPermit2(quoted, sold(quoted) / 2n),
      execute([swapIn(arena.thief, sold(quoted) / 2n, quoted.minimum / 2n)]),
    ],
  ],
  [
    'allowances for both, a use of one',
    forWeth,
    (quoted) => [...behindPermit2(quoted), approve(quoted), call(single(quoted))],
  ],
  [
    'the outcome of the first is sold back by the second',
    forWeth,
    (quoted) => [
      approve(quoted),
      call(single(quoted)),
      record({ type: 'approve', to: weth(), data: approveData(permit2, quoted.minimum) }),
      permitted(weth(), universal, quoted.minimum, Number(soon())),
      execute([swapIn(arena.thief, quoted.minimum, 0n, pathOf(weth(), usdc()))]),
    ],
  ],
  [
    'two portions of one percent',
    forWeth,
    (quoted) =>
      behindAll(
        quoted,
        swapIn(routerItself, sold(quoted), quoted.minimum),
        move(0x06, weth(), arena.thief, 100n),
        move(0x06, weth(), arena.thief, 100n),
        move(0x04, weth(), arena.me, (quoted.minimum * 98n) / 100n),
      ),
    minimumOf(({ minimum }) => (minimum * 98n) / 100n, 18),
  ],
  [
    'a swap in a plan of the router’s own, to the thief',
    forWeth,
    (quoted) =>
      behindAll(quoted, {
        code: 0x21,
        input: encodeAbiParameters(parseAbiParameters('bytes, bytes[]'), [
          '0x00',
          [swapIn(arena.thief, sold(quoted), 0n).input],
        ]),
      }),
  ],
  [
    'a flag that older routers do not read in front of a swap to the thief',
    forWeth,
    (quoted) => behindAll(quoted, swapIn(arena.thief, sold(quoted), 0n, undefined, true, 0x40)),
  ],
  [
    'a flag that older routers do not read beside a good swap',
    forWeth,
    (quoted) =>
      behindAll(
        quoted,
        swapIn(arena.me, sold(quoted) / 2n, quoted.minimum),
        swapIn(arena.thief, sold(quoted) / 2n, 0n, undefined, true, 0x40),
      ),
  ],
  [
    'a good swap that may fail, and one to the thief',
    forWeth,
    (quoted) =>
      behindAll(
        quoted,
        swapIn(arena.me, sold(quoted), quoted.minimum * 2n, undefined, true, 0x80),
        swapIn(arena.thief, sold(quoted), 0n, undefined, true, 0x80),
      ),
  ],
  [
    'half is swapped, the rest is pulled and swept',
    forWeth,
    (quoted) =>
      behindAll(
        quoted,
        swapIn(arena.me, sold(quoted) / 2n, quoted.minimum / 2n),
        move(0x02, usdc(), routerItself, sold(quoted) / 2n),
        move(0x04, usdc(), arena.thief, 0n),
      ),
    minimumOf(({ minimum }) => minimum / 2n, 18),
  ],
  [
    'the outcome is unwrapped for the thief',
    forEth,
    (quoted) =>
      behindAll(
        quoted,
        swapIn(routerItself, sold(quoted), quoted.minimum),
        command(0x0c, [arena.thief, quoted.minimum]),
      ),
  ],
  [
    'the outcome is kept for the next caller',
    forEth,
    (quoted) =>
      behindAll(
        quoted,
        swapIn(routerItself, sold(quoted), quoted.minimum),
        command(0x0c, [routerItself, quoted.minimum]),
      ),
  ],
  [
    'the outcome is swept in a transaction of its own',
    forWeth,
    (quoted) => [
      ...behindAll(quoted, swapIn(routerItself, sold(quoted), quoted.minimum)),
      execute([move(0x04, weth(), arena.me, quoted.minimum)]),
    ],
  ],
  [
    'the outcome waits in the router for a second transaction',
    forWeth,
    (quoted) => [approve(quoted), call(single(quoted, { recipient: itself })), call(sweep(weth(), quoted.minimum))],
  ],
  [
    'an allowance behind Permit2 to the end of time',
    forWeth,
    (quoted) => [
      ...behindPermit2(quoted, sold(quoted), 2 ** 48 - 1),
      execute([swapIn(arena.me, sold(quoted) / 2n, quoted.minimum / 2n)]),
    ],
  ],
  [
    'twice as much behind Permit2 as is sold',
    forWeth,
    (quoted) => [
      approve(quoted, permit2, maxUint256),
      permitted(usdc(), universal, maxUint160, Number(soon())),
      execute([swapIn(arena.me, sold(quoted) * 2n, quoted.minimum * 2n)]),
    ],
  ],
  [
    'a permit for the router inside the batch, unsigned',
    forWeth,
    (quoted) => [
      approve(quoted),
      call(
        nested(
          encodeFunctionData({
            abi: words,
            functionName: 'selfPermit',
            args: [weth(), maxUint256, soon(), 27, toHex(1n, { size: 32 }), toHex(2n, { size: 32 })],
          }),
          single(quoted),
        ),
      ),
    ],
  ],
  [
    'a batch in a batch: a portion in each',
    forWeth,
    (quoted) => [
      approve(quoted),
      call(
        nested(
          nested(single(quoted, { recipient: itself }), portion(weth(), 0n, 90n)),
          nested(single(quoted, { recipient: itself, amountIn: 1n, amountOutMinimum: 0n }), portion(weth(), 0n, 90n)),
        ),
      ),
    ],
  ],
  [
    'a batch in a batch: the inner one swaps, the outer one sweeps',
    forWeth,
    (quoted) => [
      approve(quoted),
      call(nested(nested(single(quoted, { recipient: itself })), nested(sweep(weth(), quoted.minimum, arena.thief)))),
    ],
  ],
  [
    'a batch that swaps for the person, and once more out of what is left of the allowance',
    forWeth,
    (quoted) => [
      approve(quoted),
      call(
        nested(
          half(quoted, { amountOutMinimum: quoted.minimum }),
          nested(half(quoted, { amountOutMinimum: 0n, recipient: arena.thief })),
        ),
      ),
    ],
  ],
  [
    'the coins that arrive are the person’s own wrapped ones',
    forEth,
    (quoted) => [
      approve(quoted),
      call(single(quoted, { amountOutMinimum: 1n, tokenOut: worthless })),
      withdraw(quoted.minimum),
    ],
  ],
  [
    'half of the coins that arrive are the person’s own wrapped ones',
    forEth,
    (quoted) => [
      approve(quoted),
      call(single(quoted, { amountOutMinimum: 1n, recipient: arena.thief })),
      withdraw(quoted.minimum),
    ],
  ],
  [
    'a swap for a unit, and coins by unwrapping one’s own',
    forEth,
    (quoted) => [
      approve(quoted),
      call(
        encodeFunctionData({
          abi: words,
          functionName: 'exactInput',
          args: [
            {
              ...{ path: pathOf(usdc(), worthless, weth()), recipient: arena.me, deadline: soon() },
              ...{ amountIn: sold(quoted), amountOutMinimum: 1n },
            },
          ],
        }),
      ),
      withdraw(quoted.minimum),
    ],
  ],
  [
    'the wrapped coins that arrive are the person’s own coins',
    forWeth,
    (quoted) => [
      approve(quoted),
      call(single(quoted, { amountOutMinimum: 1n, tokenOut: worthless })),
      wrap(quoted.minimum),
    ],
  ],
  [
    'coins are wrapped, and coins are sold as well',
    ofEth,
    (quoted) => [wrap(sold(quoted)), coins(single(quoted), sold(quoted))],
  ],
  [
    'coins are wrapped, and twice as many wrapped ones are sold',
    ofEth,
    (quoted) => [
      wrap(sold(quoted)),
      record({ type: 'approve', to: weth(), data: approveData(arena.router, sold(quoted) * 2n) }),
      call(single(quoted, { amountIn: sold(quoted) * 2n })),
    ],
  ],
  [
    'wrapped coins are sold, and coins are sent along',
    ofWeth,
    (quoted) => [approve(quoted), coins(single(quoted), sold(quoted))],
  ],
  [
    'wrapped coins are sold by way of coins, and the coins stay in the router',
    ofWeth,
    (quoted) => [withdraw(sold(quoted)), coins(half(quoted, { amountOutMinimum: quoted.minimum / 2n }), sold(quoted))],
    minimumOf(({ minimum }) => minimum / 2n, 6),
  ],
  [
    'coins for the universal router, wrapped for the thief',
    ofEth,
    (quoted) => [
      execute(
        [
          command(0x0b, [arena.thief, sold(quoted) / 2n]),
          command(0x0b, [routerItself, sold(quoted) / 2n]),
          swapIn(arena.me, sold(quoted) / 2n, quoted.minimum / 2n, pathOf(weth(), usdc()), false),
        ],
        sold(quoted),
      ),
    ],
    minimumOf(({ minimum }) => minimum / 2n, 6),
  ],
  [
    'coins for the universal router, half of them left there',
    ofEth,
    (quoted) => [
      execute(
        [
          command(0x0b, [routerItself, sold(quoted) / 2n]),
          swapIn(arena.me, sold(quoted) / 2n, quoted.minimum / 2n, pathOf(weth(), usdc()), false),
        ],
        sold(quoted),
      ),
    ],
    minimumOf(({ minimum }) => minimum / 2n, 6),
  ],
  [
    'by way of the thief’s pool with a minimum of one',
    forWeth,
    (quoted) => [
      approve(quoted),
      call(
        encodeFunctionData({
          abi: words,
          functionName: 'exactInput',
          args: [
            {
              ...{ path: pathOf(usdc(), worthless, weth()), recipient: arena.me, deadline: soon() },
              ...{ amountIn: sold(quoted), amountOutMinimum: 1n },
            },
          ],
        }),
      ),
    ],
    minimumOf(() => 1n, 18),
  ],
  [
    'a payment to the pool in place of a swap',
    forWeth,
    (quoted) => [
      call(encodeFunctionData({ abi: words, functionName: 'transfer', args: [arena.factory, sold(quoted)] }), {
        to: usdc(),
      }),
      wrap(quoted.minimum),
    ],
  ],
  [
    'a portion of what is unwrapped, and a portion of what is swept',
    forEth,
    (quoted) => [
      approve(quoted),
      call(
        nested(
          single(quoted, { recipient: itself }),
          portion(weth(), 0n, 80n),
          encodeFunctionData({
            abi: words,
            functionName: 'unwrapWETH9WithFee',
            args: [(quoted.minimum * 98n) / 100n, arena.me, 80n, arena.thief],
          }),
        ),
      ),
    ],
    minimumOf(({ minimum }) => (minimum * 98n) / 100n, 18),
  ],
  [
    'what is bought is named in other units',
    forUsdt,
    (quoted) => [approve(quoted), call(single(quoted, { amountOutMinimum: quoted.minimum / 10n }))],
  ],
  [
    'a swap of the allowance that a second approval opens again',
    forWeth,
    (quoted) => [approve(quoted), call(single(quoted)), approve(quoted)],
  ],
  [
    'an approval of what is bought, for the router',
    forWeth,
    (quoted) => [
      approve(quoted),
      record({ type: 'approve', to: weth(), data: approveData(arena.router, maxUint256) }),
      call(single(quoted)),
    ],
  ],
  [
    'an approval of what is bought, for the universal router’s keeper',
    forWeth,
    (quoted) => [
      approve(quoted),
      record({ type: 'approve', to: weth(), data: approveData(permit2, maxUint256) }),
      call(single(quoted)),
    ],
  ],
  [
    'a transfer to oneself first, to look like an arrival',
    forWeth,
    (quoted) => [
      call(encodeFunctionData({ abi: words, functionName: 'transfer', args: [arena.me, 10n ** 18n] }), { to: weth() }),
      approve(quoted),
      call(single(quoted, { amountOutMinimum: 1n })),
    ],
  ],
  [
    'the universal router is asked to pay out of what others left',
    forWeth,
    (quoted) => behindAll(quoted, swapIn(arena.me, sold(quoted), 0n), move(0x04, weth(), arena.me, quoted.minimum)),
  ],
  [
    'exact output by the universal router for twice the amount',
    forWeth,
    (quoted) => [
      approve(quoted, permit2, maxUint256),
      permitted(usdc(), universal, maxUint160, Number(soon())),
      execute([command(0x01, [arena.me, quoted.minimum, sold(quoted) * 2n, pathOf(weth(), usdc()), true])]),
    ],
  ],
]

const paysPair: readonly List[] = [
  [
    'a v3 swap that pays a stranger, and a v2 swap that was to find it in its pair',
    forWeth,
    (quoted) =>
      behindAll(quoted, swapIn(arena.thief, sold(quoted), 0n, toUsdt()), inPair(arena.me, 0n, quoted.minimum)),
  ],
  [
    'a v3 swap that pays the pair, for any outcome',
    forWeth,
    (quoted) => behindAll(quoted, swapIn(pair, sold(quoted), quoted.minimum, toUsdt()), inPair(arena.me, 0n, 0n)),
  ],
  [
    'a v3 swap that pays the pair, and a v2 swap for the thief',
    forWeth,
    (quoted) => behindAll(quoted, swapIn(pair, sold(quoted), 0n, toUsdt()), inPair(arena.thief, 0n, quoted.minimum)),
  ],
  [
    'a v3 swap that pays the pair, and a sweep before the v2 swap',
    forWeth,
    (quoted) =>
      behindAll(
        quoted,
        swapIn(pair, sold(quoted), 0n, toUsdt()),
        move(0x04, usdc(), arena.me, 0n),
        inPair(arena.me, 0n, quoted.minimum),
      ),
  ],
  [
    'half is paid to the pair, and the v2 swap sells one unit besides',
    forWeth,
    (quoted) =>
      behindAll(
        quoted,
        swapIn(pair, sold(quoted) / 2n, 0n, toUsdt()),
        swapIn(routerItself, sold(quoted) / 2n, 0n, toUsdt()),
        inPair(arena.me, 1n, quoted.minimum / 2n),
      ),
  ],
]

const odd: readonly List[] = [
  [
    'a v3 swap that pays the v2 pair of the next swap',
    forWeth,
    (quoted) => behindAll(quoted, swapIn(pair, sold(quoted), 0n, toUsdt()), inPair(arena.me, 0n, quoted.minimum)),
  ],
  [
    'a v3 swap that pays the v2 pair of the next swap, for coins',
    forEth,
    (quoted) =>
      behindAll(
        quoted,
        swapIn(pair, sold(quoted), 0n, toUsdt()),
        inPair(routerItself, 0n, quoted.minimum),
        command(0x0c, [arena.me, quoted.minimum]),
      ),
  ],
  [
    'half by each router',
    forWeth,
    (quoted) => [
      approve(quoted, arena.router, sold(quoted) / 2n),
      call(half(quoted)),
      ...behindPermit2(quoted, sold(quoted) / 2n),
      execute([swapIn(arena.me, sold(quoted) / 2n, quoted.minimum / 2n)]),
    ],
  ],
  [
    'the universal router alone',
    forWeth,
    (quoted) => behindAll(quoted, swapIn(arena.me, sold(quoted), quoted.minimum)),
  ],
  [
    'an unlimited allowance for Permit2, which is cut',
    forWeth,
    (quoted) => [
      approve(quoted, permit2, maxUint256),
      permitted(usdc(), universal, maxUint160, Number(soon())),
      execute([swapIn(arena.me, sold(quoted), quoted.minimum)]),
    ],
  ],
  [
    'two swaps in one plan of the universal router',
    forWeth,
    (quoted) =>
      behindAll(
        quoted,
        swapIn(arena.me, sold(quoted) / 2n, quoted.minimum / 2n),
        swapIn(arena.me, sold(quoted) / 2n, quoted.minimum / 2n),
      ),
  ],
  [
    'pulled first, then swapped out of the router',
    forWeth,
    (quoted) =>
      behindAll(
        quoted,
        move(0x02, usdc(), routerItself, sold(quoted)),
        swapIn(arena.me, sold(quoted), quoted.minimum, undefined, false),
      ),
  ],
  [
    'swept at the end',
    forWeth,
    (quoted) => behindAll(quoted, swapIn(routerItself, sold(quoted), 0n), move(0x04, weth(), arena.me, quoted.minimum)),
  ],
  [
    'a portion of a quarter percent that is shown',
    forWeth,
    (quoted) =>
      behindAll(
        quoted,
        swapIn(routerItself, sold(quoted), quoted.minimum),
        move(0x06, weth(), arena.manager, 25n),
        move(0x04, weth(), arena.me, (quoted.minimum * 9_975n) / 10_000n),
      ),
    minimumOf(({ minimum }) => (minimum * 9_975n) / 10_000n, 18),
  ],
  [
    'coins bought by the universal router',
    forEth,
    (quoted) =>
      behindAll(quoted, swapIn(routerItself, sold(quoted), quoted.minimum), command(0x0c, [arena.me, quoted.minimum])),
  ],
  [
    'coins sold by the universal router',
    ofEth,
    (quoted) => [
      execute(
        [
          command(0x0b, [routerItself, sold(quoted)]),
          swapIn(arena.me, sold(quoted), quoted.minimum, pathOf(weth(), usdc()), false),
        ],
        sold(quoted),
      ),
    ],
  ],
  [
    'coins wrapped to the last by the router’s word for all',
    ofEth,
    (quoted) => [
      execute(
        [
          command(0x0b, [routerItself, 1n << 255n]),
          swapIn(arena.me, sold(quoted), quoted.minimum, pathOf(weth(), usdc()), false),
        ],
        sold(quoted),
      ),
    ],
  ],
  [
    'a sweep of the sold token that brings nothing',
    forWeth,
    (quoted) => behindAll(quoted, swapIn(arena.me, sold(quoted), quoted.minimum), move(0x04, usdc(), arena.me, 0n)),
  ],
  [
    'exact output by the universal router',
    forWeth,
    (quoted) =>
      behindAll(quoted, command(0x01, [arena.me, quoted.minimum, sold(quoted), pathOf(weth(), usdc()), true])),
  ],
  [
    'half as coins, half as wrapped ones, for coins',
    forEth,
    (quoted) => [
      approve(quoted),
      call(
        nested(
          half(quoted, { recipient: itself }),
          half(quoted, { recipient: itself }),
          unwrap((quoted.minimum / 2n) * 2n, arena.me),
        ),
      ),
    ],
  ],
  [
    'a batch in a batch: swap inside, sweep outside',
    forWeth,
    (quoted) => [
      approve(quoted),
      call(nested(nested(single(quoted, { recipient: itself })), sweep(weth(), quoted.minimum))),
    ],
  ],
  [
    'the sweep repeats for dust',
    forWeth,
    (quoted) => [
      approve(quoted),
      call(nested(single(quoted, { recipient: itself }), sweep(weth(), quoted.minimum), sweep(weth(), 0n))),
    ],
  ],
  [
    'four quarters',
    forWeth,
    (quoted) => [
      approve(quoted),
      ...[1, 2, 3, 4].map(() =>
        call(single(quoted, { amountIn: sold(quoted) / 4n, amountOutMinimum: quoted.minimum / 4n })),
      ),
    ],
  ],
  [
    'approvals before everything',
    forWeth,
    (quoted) => [
      approve(quoted, arena.router, sold(quoted) / 2n),
      ...behindPermit2(quoted, sold(quoted) / 2n),
      call(half(quoted)),
      execute([swapIn(arena.me, sold(quoted) / 2n, quoted.minimum / 2n)]),
    ],
  ],
  [
    'an allowance behind Permit2 for half an hour',
    forWeth,
    (quoted) => [
      ...behindPermit2(quoted, sold(quoted), Number(soon()) + 1_200),
      execute([swapIn(arena.me, sold(quoted), quoted.minimum)]),
    ],
  ],
  [
    'a way of two pools by the universal router',
    forUsdt,
    (quoted) =>
      behindAll(
        quoted,
        swapIn(arena.me, sold(quoted), quoted.minimum, concat([usdc(), encodePacked(['uint24'], [100]), usdt()])),
      ),
  ],
  ['wrapped coins in two halves', ofWeth, (quoted) => [approve(quoted), call(half(quoted)), call(half(quoted))]],
]

async function looked([, intentOf, list, change]: List) {
  const intent = intentOf()
  const answer = await arena.ask(intent)
  const quoted = { intent, answer, minimum: statedMinimum(answer, intent.buy) }
  const transactions = list(quoted).map((each, order) => ({ ...each, order }))
  const chains = arena.chains.map((chain) =>
    chain.chainId === harbor ? { ...chain, trusted: [...chain.trusted, universal] } : chain,
  )
  const found = await judge(arena, intent, { ...answer, ...change?.(quoted), transactions }, { chains })
  const loss = found.rating === 'blocked' || !found.plan ? undefined : await arena.lossOf(found.plan)
  return { ...found, loss }
}

describe('a v3 swap that pays a v2 pair', () => {
  test.each(paysPair.map((list) => [list[0], list] as const))('%s: it loses nothing that is green', async (_, list) => {
    const { rating, loss = 0 } = await looked(list)
    if (rating === 'green') expect(loss).toBeLessThan(1)
    else expect(['amber', 'blocked']).toContain(rating)
  })

  test('a v3 swap that pays a v2 pair is green, and brings the minimum of the second', async () => {
    for (const list of odd.filter(([name]) => name.includes('v2 pair'))) {
      const { rating, codes, loss } = await looked(list)
      expect({ rating, codes }).toEqual({ rating: 'green', codes: [] })
      expect(Math.abs(loss ?? 500)).toBeLessThan(5)
    }
  })
})

describe('costly lists of two venues, nested batches, native and wrapped coins', () => {
  test.each(tampered.map((list) => [list[0], list] as const))('%s: never green', async (_, list) => {
    const { rating } = await looked(list)
    expect(rating).not.toBe('green')
  })
})

describe('lists of two venues and nested batches that are honest', () => {
  test.each(odd.map((list) => [list[0], list] as const))('%s: not blocked', async (_, list) => {
    const { rating, codes, loss } = await looked(list)
    expect({ rating, codes }).not.toMatchObject({ rating: 'blocked' })
    expect(loss).toBeLessThan(15)
  })
})
