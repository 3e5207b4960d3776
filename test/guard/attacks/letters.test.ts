import {
  type Address,
  concat,
  encodeAbiParameters,
  encodeFunctionData,
  encodePacked,
  getAddress,
  type Hex,
  maxUint256,
  parseAbi,
  parseAbiParameters,
  toHex,
} from 'viem'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Token } from '../../../src/domain/token'
import { crossRouterAbi } from '../../../src/exchange/bridge/evmBridge'
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
  allow,
  harbor,
  judge,
  openArena,
  openPool,
  periphery,
  type Rating,
  soon,
  sorted,
  statedMinimum,
  tickAt,
} from './adversary'

/*
 * Variants of the known tricks: unenforced minimums, crossings that do not cross, bridges with changed calldata, lists
 * that sell twice, false names. Those that are not blocked are executed, and the loss is measured.
 */

let arena: Arena
let universal: Address
let bridge: Address
/** A token of the thief's, with pools next to the coin and the dollar. */
let junk: Address
/** A token of the thief's under the ticker of the coin. */
let falseCoin: Address
const outcomes: { readonly rating: Rating; readonly loss: number | undefined; readonly name: string }[] = []

const words = parseAbi([
  'function multicall(bytes[] data) payable',
  'function unwrapWETH9(uint256 amountMinimum, address recipient) payable',
  'function sweepToken(address token, uint256 amountMinimum, address recipient) payable',
  'function transfer(address to, uint256 amount)',
  'function permit(address owner, address spender, uint256 value, uint256 deadline, uint8 v, bytes32 r, bytes32 s)',
])
const itself = toHex(0n, { size: 20 })

const usdc = () => getAddress(arena.token('USDC').address)
const weth = () => getAddress(arena.token('WETH').address)
const usdt = () => getAddress(arena.token('USDT').address)

beforeAll(async () => {
  arena = await openArena()
  const { rpc, act, me, thief, router } = arena
  await rpc(harbor)('anvil_setCode', [permit2, await rpc(harbor)('eth_getCode', [await deployed('Permit2'), 'latest'])])
  const parts = parseAbiParameters('address permit2, address pools, address wrapped')
  universal = await deployed('UniversalRouter', encodeAbiParameters(parts, [permit2, router, weth()]))
  for (const owner of [me, thief])
    await act(owner, weth(), encodeFunctionData({ abi: periphery, functionName: 'deposit' }), 2n * 10n ** 18n)
  // An old allowance: the person once approved the router for everything.
  for (const token of [usdc(), weth()]) await allow(arena, me, token, router)
  junk = await arena.issue('Worthless', 'WLS', 18, 10n ** 30n)
  falseCoin = await arena.issue('Ether', 'ETH', 18, 10n ** 30n)
  for (const [token, other] of [
    [usdc(), junk],
    [weth(), junk],
    [usdc(), falseCoin],
  ] as const)
    await openOwn(token, other)
  const { transactions } = await arena.ask(crossing())
  bridge = getAddress(transactions.at(-1)!.to!)
})
afterAll(async () => {
  await arena.exchange.stop()
  const count = (rating: Rating) => outcomes.filter((each) => each.rating === rating).length
  const worst = outcomes.reduce((most, { rating, loss = 0 }) => (rating === 'green' && loss > most ? loss : most), 0)
  console.log(
    `Guard, tricks in words of their own: ${outcomes.length} lists, ${count('blocked')} blocked, ${count('amber')} with a tick, ${count('green')} green; greatest loss of a green one $${worst.toFixed(2)}.`,
  )
})

/** A pool of the thief's, at the price at which a false coin costs what the coin does. */
async function openOwn(token: Address, other: Address): Promise<void> {
  const [token0, token1] = sorted(other, token)
  const units = token === usdc() ? 10n ** 9n : 10n ** 17n
  const own = other === falseCoin ? (10n ** 18n * 1_000n) / BigInt(Math.round(price('WETH'))) : 10n ** 18n
  const amounts = token0 === other ? ([own, units] as const) : ([units, own] as const)
  const tick = tickAt(Number(amounts[1]) / Number(amounts[0]), 60)
  await openPool(arena, { token0, token1, fee: 3000 }, tick, amounts, [tick - 6_000, tick + 6_000])
}

async function deployed(name: string, args: Hex = '0x'): Promise<Address> {
  const { contractAddress } = await arena.send(harbor, { from: arena.thief, data: concat([compile(name), args]) })
  return getAddress(contractAddress!)
}

const price = (symbol: string) => Number(arena.token(symbol).price)

type Quoted = { readonly intent: SwapIntent; readonly answer: SwapAnswer; readonly minimum: bigint }
type List = readonly [
  name: string,
  intent: () => SwapIntent,
  list: (quoted: Quoted) => readonly TransactionRecord[],
  change?: (quoted: Quoted) => Partial<SwapAnswer>,
]

const forWeth = () => swapOf(arena.token('USDC'), '500', arena.token('WETH'), arena.me)
const forEth = () => swapOf(arena.token('USDC'), '500', arena.token('ETH'), arena.me)
const ofEth = () => swapOf(arena.token('ETH'), '0.15', arena.token('USDC'), arena.me)
const crossing = () => swapOf(arena.token('USDC'), '500', arena.token('USDC', 'Delta'), arena.me)
const crossingWeth = () => swapOf(arena.token('WETH'), '0.15', arena.token('USDC', 'Delta'), arena.me)

const tokenOf = ({ isNative, address }: SwapIntent['buy']) => (isNative ? weth() : getAddress(address))
const sold = ({ intent }: Quoted) => intent.sell.units
const call = (data: Hex, change: Partial<TransactionRecord> = {}) => record({ to: arena.router, data, ...change })
const approve = ({ intent }: Quoted, spender: Hex = arena.router, units = intent.sell.units) =>
  record({ type: 'approve', to: tokenOf(intent.sell.token), data: approveData(spender, units) })

type Change = Partial<{
  tokenIn: Hex
  tokenOut: Hex
  recipient: Hex
  amountIn: bigint
  amountOutMinimum: bigint
  fee: number
  sqrtPriceLimitX96: bigint
}>

function single({ intent, minimum }: Quoted, change: Change = {}): Hex {
  const params = {
    ...{ tokenIn: tokenOf(intent.sell.token), tokenOut: tokenOf(intent.buy), fee: 3000, recipient: arena.me },
    ...{ deadline: soon(), amountIn: intent.sell.units, amountOutMinimum: minimum, sqrtPriceLimitX96: 0n },
    ...change,
  }
  return encodeFunctionData({ abi: periphery, functionName: 'exactInputSingle', args: [params] })
}

type Exact = Partial<{ tokenIn: Hex; recipient: Hex; amountOut: bigint; amountInMaximum: bigint; limit: bigint }>

function exactOut({ intent, minimum }: Quoted, { limit = 0n, ...change }: Exact = {}): Hex {
  const params = {
    ...{ tokenIn: tokenOf(intent.sell.token), tokenOut: tokenOf(intent.buy), fee: 3000, recipient: arena.me },
    ...{ deadline: soon(), amountOut: minimum, amountInMaximum: intent.sell.units, sqrtPriceLimitX96: limit },
    ...change,
  }
  return encodeFunctionData({ abi: periphery, functionName: 'exactOutputSingle', args: [params] })
}

const pathOf = (...tokens: readonly Hex[]) =>
  concat(tokens.flatMap((token, place) => (place === 0 ? [token] : [encodePacked(['uint24'], [3000]), token])))
const nested = (...calls: readonly Hex[]) =>
  encodeFunctionData({ abi: words, functionName: 'multicall', args: [calls] })
const sweep = (token: Hex, minimum: bigint, to: Hex) =>
  encodeFunctionData({ abi: words, functionName: 'sweepToken', args: [token, minimum, to] })
const unwrap = (minimum: bigint, to: Hex) =>
  encodeFunctionData({ abi: words, functionName: 'unwrapWETH9', args: [minimum, to] })
const limitFor = ({ intent }: Quoted) =>
  // The price limit that ends a swap immediately: next to the pool's price, in either direction.
  BigInt(tokenOf(intent.sell.token)) < BigInt(tokenOf(intent.buy)) ? 4_295_128_740n : 2n ** 159n
const half = (quoted: Quoted, change: Change = {}) =>
  single(quoted, { amountIn: sold(quoted) / 2n, amountOutMinimum: quoted.minimum / 2n, ...change })

const behind = parseAbi(['function approve(address token, address spender, uint160 amount, uint48 expiration)'])
const permitted = (token: Hex, units: bigint) =>
  call(encodeFunctionData({ abi: behind, functionName: 'approve', args: [token, universal, units, Number(soon())] }), {
    to: permit2,
  })
type Command = ReturnType<typeof command>
const universally = (quoted: Quoted, commands: readonly Command[], value = 0n) => [
  approve(quoted, permit2),
  permitted(tokenOf(quoted.intent.sell.token), sold(quoted)),
  call(executeData([...commands], soon()), { to: universal, value: `${value}` }),
]
const swapIn = (to: Hex, amountIn: bigint, minimum: bigint, isPaidByUser = true, path = pathOf(usdc(), weth())) =>
  command(0x00, [to, amountIn, minimum, path, isPaidByUser])
const nestedPlan = (mayFail: boolean, ...inner: readonly Command[]): Command => ({
  code: mayFail ? 0xa1 : 0x21,
  input: encodeAbiParameters(parseAbiParameters('bytes, bytes[]'), [
    concat(inner.map(({ code }) => toHex(code, { size: 1 }))),
    inner.map(({ input }) => input),
  ]),
})

type Terms = { chain: bigint; token: Hex; recipient: Hex; minOut: bigint; deadline: bigint }

function terms({ intent, minimum }: Quoted, change: Partial<Terms> = {}): Terms {
  return {
    ...{ chain: BigInt(intent.buy.chain.chainId), token: getAddress(intent.buy.address), recipient: arena.me },
    ...{ minOut: minimum, deadline: soon() + 300n, ...change },
  }
}

const deposit = (quoted: Quoted, change: Partial<Terms> = {}, units = sold(quoted), token = usdc()) =>
  call(
    encodeFunctionData({ abi: crossRouterAbi, functionName: 'deposit', args: [token, units, terms(quoted, change)] }),
    { to: bridge },
  )

type Middle = { path: Hex; minMid: bigint; midToken: Hex; amountIn: bigint; to: Partial<Terms> }

const through = (quoted: Quoted, { path, minMid, midToken, amountIn, to }: Partial<Middle>) =>
  call(
    encodeFunctionData({
      abi: crossRouterAbi,
      functionName: 'swapAndDeposit',
      args: [
        ...([weth(), amountIn ?? sold(quoted), path ?? pathOf(weth(), usdc())] as const),
        ...([minMid ?? 480_000_000n, midToken ?? usdc(), terms(quoted, to)] as const),
      ],
    }),
    { to: bridge },
  )

/** C1: the input is paid, with no minimum or one that is too low. */
const unbounded: readonly List[] = [
  [
    'C1 an exact output with a price limit, two batches deep',
    forWeth,
    (quoted) => [approve(quoted), call(nested(nested(exactOut(quoted, { limit: limitFor(quoted) }))))],
  ],
  [
    'C1 half with a minimum of all, half as exact output with a price limit',
    forWeth,
    (quoted) => [
      approve(quoted),
      call(
        nested(
          half(quoted),
          exactOut(quoted, {
            ...{ amountOut: quoted.minimum / 2n, amountInMaximum: sold(quoted) / 2n },
            limit: limitFor(quoted),
          }),
        ),
      ),
    ],
  ],
  [
    'C1 an exact output with a price limit into the router, and a sweep of whatever came',
    forWeth,
    (quoted) => [
      approve(quoted),
      call(nested(exactOut(quoted, { recipient: itself, limit: limitFor(quoted) }), sweep(weth(), 0n, arena.me))),
    ],
  ],
  [
    'C1 an exact output with a price limit, and a promise to sweep coins that never come',
    forEth,
    (quoted) => [
      approve(quoted),
      call(nested(exactOut(quoted, { recipient: itself, limit: limitFor(quoted) }), unwrap(0n, arena.me))),
    ],
  ],
  [
    'C1 an exact input that stops at once, and leaves the rest to an allowance',
    forWeth,
    (quoted) => [
      approve(quoted),
      call(single(quoted, { sqrtPriceLimitX96: limitFor(quoted), amountOutMinimum: quoted.minimum / 100n })),
    ],
    ({ minimum }) => ({ minAmountOut: `${Number(minimum / 100n) / 1e18}` }),
  ],
  [
    'C1 coins for an exact output, the rest kept by the router',
    ofEth,
    (quoted) => [call(exactOut(quoted, { amountOut: (quoted.minimum * 95n) / 100n }), { value: `${sold(quoted)}` })],
    ({ minimum }) => ({ minAmountOut: `${Number((minimum * 95n) / 100n) / 1e6}` }),
  ],
  [
    'C1 an exact output of one unit for everything, beside a sweep of the whole minimum that the thief lent',
    forWeth,
    (quoted) => [
      approve(quoted),
      call(nested(exactOut(quoted, { amountOut: 1n }), sweep(weth(), quoted.minimum, arena.me))),
    ],
  ],
  [
    'C1 the universal router is told to swap what it holds, which is nothing',
    forWeth,
    (quoted) => universally(quoted, [swapIn(arena.me, 1n << 255n, quoted.minimum, true)]),
  ],
  [
    'C1 the universal router pays the thief in a plan that may fail',
    forWeth,
    (quoted) =>
      universally(quoted, [
        nestedPlan(true, swapIn(arena.thief, sold(quoted) / 2n, 0n)),
        swapIn(arena.me, sold(quoted) / 2n, quoted.minimum),
      ]),
  ],
  [
    'C1 a plan in a plan in a plan of the universal router',
    forWeth,
    (quoted) => universally(quoted, [nestedPlan(false, nestedPlan(false, swapIn(arena.thief, sold(quoted), 0n)))]),
  ],
  [
    'C1 the universal router is called by itself',
    forWeth,
    (quoted) =>
      universally(quoted, [
        { code: 0x22, input: executeData([swapIn(arena.thief, sold(quoted), 0n)], soon()) },
        swapIn(arena.me, 1n, 0n),
      ]),
  ],
  [
    'C1 pools of the fourth version with an open delta',
    forWeth,
    (quoted) =>
      universally(quoted, [
        {
          code: 0x10,
          input: encodeAbiParameters(parseAbiParameters('bytes, bytes[]'), [
            '0x060b0e',
            [
              '0x',
              encodeAbiParameters(parseAbiParameters('address, uint256, bool'), [usdc(), 0n, true]),
              encodeAbiParameters(parseAbiParameters('address, address, uint256'), [weth(), arena.thief, 0n]),
            ],
          ]),
        },
      ]),
  ],
]

/** C2: a crossing in which the input does not cross. */
const crossless: readonly List[] = [
  [
    'C2 one unit crosses, the rest is swapped for the person',
    crossing,
    (quoted) => [
      approve(quoted, bridge, 1n),
      deposit(quoted, {}, 1n),
      approve(quoted, arena.router, sold(quoted) - 1n),
      call(single(quoted, { tokenOut: junk, amountIn: sold(quoted) - 1n, amountOutMinimum: 1n })),
    ],
  ],
  [
    'C2 everything is swapped first, one unit crosses then',
    crossing,
    (quoted) => [
      approve(quoted),
      call(single(quoted, { tokenOut: weth(), amountOutMinimum: 1n })),
      approve(quoted, bridge, 1n),
      deposit(quoted, {}, 1n),
    ],
  ],
  [
    'C2 it is sent to the bridge’s address without a word',
    crossing,
    (quoted) => [
      call(encodeFunctionData({ abi: words, functionName: 'transfer', args: [bridge, sold(quoted)] }), { to: usdc() }),
    ],
  ],
  [
    'C2 a deposit for the chain it comes from',
    crossing,
    (quoted) => [approve(quoted, bridge), deposit(quoted, { chain: BigInt(harbor) })],
  ],
  [
    'C2 a deposit for a chain nobody knows',
    crossing,
    (quoted) => [approve(quoted, bridge), deposit(quoted, { chain: 741_003n })],
  ],
  [
    'C2 the chain of the far side with a bit more',
    crossing,
    (quoted) => [
      approve(quoted, bridge),
      deposit(quoted, { chain: 2n ** 64n + BigInt(quoted.intent.buy.chain.chainId) }),
    ],
  ],
  [
    'C2 a recipient with the person’s address and a byte more',
    crossing,
    (quoted) => [approve(quoted, bridge), deposit(quoted, { recipient: concat([arena.me, '0x00']) })],
  ],
  [
    'C2 a recipient of zeros',
    crossing,
    (quoted) => [approve(quoted, bridge), deposit(quoted, { recipient: toHex(0n, { size: 20 }) })],
  ],
  ['C2 no recipient at all', crossing, (quoted) => [approve(quoted, bridge), deposit(quoted, { recipient: '0x' })]],
  [
    'C2 the coin of the far side for a token',
    crossing,
    (quoted) => [approve(quoted, bridge), deposit(quoted, { token: '0x' })],
  ],
  [
    'C2 a deposit through the router, which is no bridge',
    crossing,
    (quoted) => [approve(quoted), { ...deposit(quoted), to: arena.router }],
  ],
  [
    'C2 the bridge is named, the deposit stands in a batch of the router',
    crossing,
    (quoted) => [approve(quoted), call(nested(deposit(quoted).data as Hex))],
  ],
]

/** C3: the deployment's own bridge with changed calldata. */
const misled: readonly List[] = [
  [
    'C3 through the thief’s token and back',
    crossingWeth,
    (quoted) => [approve(quoted, bridge), through(quoted, { path: pathOf(weth(), junk, usdc()), minMid: 1n })],
  ],
  [
    'C3 a minimum on the way that is a thousandth',
    crossingWeth,
    (quoted) => [approve(quoted, bridge), through(quoted, { minMid: 480_000n })],
  ],
  [
    'C3 a minimum on the way that counts eighteen decimals',
    crossingWeth,
    (quoted) => [approve(quoted, bridge), through(quoted, { minMid: 480n * 10n ** 18n })],
  ],
  [
    'C3 the token on the way is the one that is sold',
    crossingWeth,
    (quoted) => [
      approve(quoted, bridge),
      through(quoted, { path: pathOf(weth(), usdc(), weth()), midToken: weth(), minMid: 1n }),
    ],
  ],
  [
    'C3 another token is named than the way ends in',
    crossingWeth,
    (quoted) => [approve(quoted, bridge), through(quoted, { midToken: usdt() })],
  ],
  [
    'C3 next to nothing on the far side, as the service says',
    crossing,
    (quoted) => [approve(quoted, bridge), deposit(quoted, { minOut: 10n ** 12n })],
    () => ({ minAmountOut: '0.000001', expectedAmountOut: '0.000001' }),
  ],
  [
    'C3 nothing on the far side',
    crossing,
    (quoted) => [approve(quoted, bridge), deposit(quoted, { minOut: 0n })],
    () => ({ minAmountOut: undefined }),
  ],
  [
    'C3 a refund that waits for a year',
    crossing,
    (quoted) => [approve(quoted, bridge), deposit(quoted, { deadline: soon() + 31_536_000n })],
  ],
  ['C3 a deadline that has passed', crossing, (quoted) => [approve(quoted, bridge), deposit(quoted, { deadline: 1n })]],
  [
    'C3 twice what is sold, out of an older allowance',
    crossingWeth,
    (quoted) => [approve(quoted, bridge), through(quoted, { amountIn: sold(quoted) * 2n })],
  ],
  [
    'C3 a deposit and a refund of somebody’s at once',
    crossing,
    (quoted) => [
      approve(quoted, bridge),
      deposit(quoted),
      call(encodeFunctionData({ abi: crossRouterAbi, functionName: 'refund', args: [1n] }), { to: bridge }),
    ],
  ],
  [
    'C3 the relayer’s own word with the person’s money',
    crossing,
    (quoted) => [
      approve(quoted, bridge),
      call(
        encodeFunctionData({
          abi: crossRouterAbi,
          functionName: 'fill',
          args: [toHex(7n, { size: 32 }), usdc(), sold(quoted), arena.thief],
        }),
        { to: bridge },
      ),
    ],
  ],
]

/** C4 on EVM: several sales, fees and allowances, each of them customary. */
const repeated: readonly List[] = [
  [
    'C4 the same swap twice, in one batch',
    forWeth,
    (quoted) => [approve(quoted), call(nested(single(quoted), single(quoted)))],
  ],
  [
    'C4 the swap, and the swap again out of an older allowance',
    forWeth,
    (quoted) => [
      approve(quoted),
      call(single(quoted)),
      call(single(quoted, { amountOutMinimum: quoted.minimum + 1n })),
    ],
  ],
  [
    'C4 eight eighths and one more',
    forWeth,
    (quoted) => [
      approve(quoted),
      ...Array.from({ length: 9 }, (_, index) =>
        call(single(quoted, { amountIn: sold(quoted) / 8n + BigInt(index), amountOutMinimum: quoted.minimum / 8n })),
      ),
    ],
  ],
  [
    'C4 as coins and as wrapped coins',
    ofEth,
    (quoted) => [
      call(single(quoted), { value: `${sold(quoted)}` }),
      call(single(quoted, { amountOutMinimum: quoted.minimum + 1n })),
    ],
  ],
  [
    'C4 a fee in coins with each of ten steps',
    forWeth,
    (quoted) => [
      approve(quoted),
      ...Array.from({ length: 10 }, (_, index) =>
        call(single(quoted, { amountIn: sold(quoted) / 10n + BigInt(index), amountOutMinimum: quoted.minimum / 10n }), {
          value: '2000000000000000',
        }),
      ),
    ],
  ],
  [
    'C4 ten portions of a quarter percent',
    forWeth,
    (quoted) =>
      universally(quoted, [
        swapIn(routerItself, sold(quoted), quoted.minimum),
        ...Array.from({ length: 10 }, () => command(0x06, [weth(), arena.thief, 25n])),
        command(0x04, [weth(), arena.me, (quoted.minimum * 975n) / 1_000n]),
      ]),
    ({ minimum }) => ({ minAmountOut: `${Number((minimum * 975n) / 1_000n) / 1e18}` }),
  ],
  [
    'C4 an unsigned permit for the thief beside the swap',
    forWeth,
    (quoted) => [
      approve(quoted),
      call(single(quoted)),
      call(
        encodeFunctionData({
          abi: words,
          functionName: 'permit',
          args: [arena.me, arena.thief, maxUint256, soon(), 27, toHex(1n, { size: 32 }), toHex(2n, { size: 32 })],
        }),
        { to: usdc() },
      ),
    ],
  ],
]

/** C9: names that lie. */
const named = (symbol: string, more: Partial<Token> = {}) => {
  const weth = arena.token('WETH')
  return swapOf(arena.token('USDC'), '500', { ...weth, symbol, name: symbol, address: falseCoin, ...more }, arena.me)
}
const falsely: List[2] = (quoted) => [
  approve(quoted),
  call(single(quoted, { tokenOut: falseCoin, amountOutMinimum: minimumOfFalse() })),
]
const minimumOfFalse = () => BigInt(Math.floor((430 / price('WETH')) * 1e18))

const misnamed: readonly (readonly [name: string, intent: () => SwapIntent])[] = [
  ['C9 a contract under the ticker of the coin', () => named('ETH')],
  ['C9 a contract under the ticker of the coin in small letters', () => named('eth')],
  ['C9 a ticker of the coin with a Greek letter', () => named('\u0395TH')],
  ['C9 a ticker of the coin with a character of no width', () => named('E\u200bTH')],
  ['C9 a ticker of the wrapped coin with a space', () => named('W ETH')],
  ['C9 a dollar with a full-width letter', () => named('\uff35SDC')],
  ['C9 a dollar with a Cyrillic letter', () => named('U\u0405DC')],
  ['C9 a bitcoin with a combining mark', () => named('W\u034fBTC')],
]

async function looked(name: string, intent: SwapIntent, quotedFor: SwapIntent, list: List[2], change?: List[3]) {
  const answer = await arena.ask(quotedFor)
  const quoted = { intent, answer, minimum: statedMinimum(answer, intent.buy) }
  const transactions = list(quoted).map((each, order) => ({ ...each, order }))
  const chains = arena.chains.map((chain) =>
    chain.chainId === harbor ? { ...chain, trusted: [...chain.trusted, universal] } : chain,
  )
  const found = await judge(arena, intent, { ...answer, ...change?.(quoted), transactions }, { chains })
  const loss = found.rating === 'blocked' || !found.plan ? undefined : await arena.lossOf(found.plan)
  outcomes.push({ name, rating: found.rating, loss })
  return { ...found, loss }
}

describe('tricks that are known, in words of their own', () => {
  test.each([...unbounded, ...crossless, ...misled, ...repeated].map((list) => [list[0], list] as const))(
    '%s: never green',
    async (name, [, intentOf, list, change]) => {
      const intent = intentOf()
      const { rating, codes } = await looked(name, intent, intent, list, change)
      expect({ rating, codes }).not.toMatchObject({ rating: 'green' })
    },
  )

  test.each(misnamed)('%s: never green', async (name, intentOf) => {
    const { rating, codes } = await looked(name, intentOf(), forWeth(), falsely, () => ({
      minAmountOut: `${Number(minimumOfFalse()) / 1e18}`,
      expectedAmountOut: undefined,
    }))
    expect({ rating, codes }).not.toMatchObject({ rating: 'green' })
  })
})
