import {
  concat,
  encodeFunctionData,
  encodePacked,
  getAddress,
  type Hex,
  maxUint160,
  maxUint256,
  parseAbi,
  toHex,
} from 'viem'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { SwapIntent } from '../../../src/guard/intent'
import { permit2 } from '../../../src/protocol/deployment/venues'
import type { SwapAnswer, TransactionRecord } from '../../../src/protocol/serviceMessages'
import { approveData, record } from '../fixtures'
import { swapOf } from '../localExchange'
import { type Arena, allow, harbor, judge, openArena, periphery, soon, statedMinimum } from './adversary'

/*
 * Lists of usual parts with another meaning. Those that are not blocked are executed, and the loss is compared with the
 * review. Next to them honest lists that look odd: none of them is blocked, and none loses anything.
 */

let arena: Arena
/** A position of the thief's, to which someone else may add. */
let thiefs = 0n
let mine = 0n

const words = parseAbi([
  'function multicall(bytes[] data) payable',
  'function unwrapWETH9(uint256 amountMinimum, address recipient) payable',
  'function sweepToken(address token, uint256 amountMinimum, address recipient) payable',
  'function sweepTokenWithFee(address token, uint256 amountMinimum, address recipient, uint256 feeBips, address feeRecipient) payable',
  'function refundETH() payable',
  'function exactInput((bytes path, address recipient, uint256 deadline, uint256 amountIn, uint256 amountOutMinimum) params) payable',
  'function exactOutput((bytes path, address recipient, uint256 deadline, uint256 amountOut, uint256 amountInMaximum) params) payable',
  'function deposit() payable',
  'function withdraw(uint256 amount)',
  'function transfer(address to, uint256 amount)',
  'function transferFrom(address from, address to, uint256 amount)',
  'function setApprovalForAll(address operator, bool approved)',
  'function approve(address spender, uint256 amount)',
  'function safeTransferFrom(address from, address to, uint256 tokenId)',
  'function increaseLiquidity((uint256 tokenId, uint256 amount0Desired, uint256 amount1Desired, uint256 amount0Min, uint256 amount1Min, uint256 deadline) params) payable',
  'function decreaseLiquidity((uint256 tokenId, uint128 liquidity, uint256 amount0Min, uint256 amount1Min, uint256 deadline) params) payable',
  'function burn(uint256 tokenId)',
])
const behind = parseAbi(['function approve(address token, address spender, uint160 amount, uint48 expiration)'])

const usdc = () => getAddress(arena.token('USDC').address)
const weth = () => getAddress(arena.token('WETH').address)
const usdt = () => getAddress(arena.token('USDT').address)
const itself = toHex(0n, { size: 20 })

beforeAll(async () => {
  arena = await openArena()
  const { me, thief, manager, router, act } = arena
  for (const [owner, token] of [
    [thief, usdc()],
    [thief, weth()],
    [me, weth()],
  ] as const)
    await allow(arena, owner, token, manager)
  for (const owner of [me, thief])
    await act(owner, weth(), encodeFunctionData({ abi: words, functionName: 'deposit' }), 2n * 10n ** 18n)
  await allow(arena, me, weth(), router)
  await allow(arena, me, usdc(), manager)
  thiefs = await minted(thief)
  mine = await minted(me)
})
afterAll(() => arena.exchange.stop())

async function minted(owner: Hex): Promise<bigint> {
  const { me: _, manager, act, rpc } = arena
  const [token0, token1] = BigInt(usdc()) < BigInt(weth()) ? [usdc(), weth()] : [weth(), usdc()]
  const params = {
    ...{ token0, token1, fee: 3000, tickLower: -887_220, tickUpper: 887_220 },
    ...{ amount0Desired: 10n ** 8n, amount1Desired: 10n ** 16n, amount0Min: 0n, amount1Min: 0n },
    ...{ recipient: owner, deadline: soon() },
  }
  await act(owner, manager, encodeFunctionData({ abi: periphery, functionName: 'mint', args: [params] }))
  const data = encodeFunctionData({ abi: periphery, functionName: 'tokenOfOwnerByIndex', args: [owner, 0n] })
  return BigInt(String(await rpc(harbor)('eth_call', [{ to: manager, data }, 'latest'])))
}

type Quoted = { readonly intent: SwapIntent; readonly answer: SwapAnswer; readonly minimum: bigint }
type Listing = readonly TransactionRecord[] | Promise<readonly TransactionRecord[]>
type List = readonly [
  name: string,
  intent: () => SwapIntent,
  list: (quoted: Quoted) => Listing,
  change?: (quoted: Quoted) => Partial<SwapAnswer>,
]

const forWeth = () => swapOf(arena.token('USDC'), '500', arena.token('WETH'), arena.me)
const forEth = () => swapOf(arena.token('USDC'), '500', arena.token('ETH'), arena.me)
const forUsdt = () => swapOf(arena.token('WETH'), '0.15', arena.token('USDT'), arena.me)
const ofEth = () => swapOf(arena.token('ETH'), '0.15', arena.token('USDC'), arena.me)
const ofWeth = () => swapOf(arena.token('WETH'), '0.15', arena.token('USDC'), arena.me)

const tokenOf = ({ isNative, address }: SwapIntent['buy']) => (isNative ? weth() : getAddress(address))
const call = (data: Hex, change: Partial<TransactionRecord> = {}) => record({ to: arena.router, data, ...change })
const approve = ({ intent }: Quoted, spender: Hex = arena.router, units = intent.sell.units) =>
  record({ type: 'approve', to: tokenOf(intent.sell.token), data: approveData(spender, units) })

type Change = Partial<{ recipient: Hex; amountIn: bigint; amountOutMinimum: bigint; fee: number; deadline: bigint }>

function single({ intent, minimum }: Quoted, change: Change = {}): Hex {
  const params = {
    ...{ tokenIn: tokenOf(intent.sell.token), tokenOut: tokenOf(intent.buy), fee: 3000, recipient: arena.me },
    ...{ deadline: soon(), amountIn: intent.sell.units, amountOutMinimum: minimum, sqrtPriceLimitX96: 0n },
    ...change,
  }
  return encodeFunctionData({ abi: periphery, functionName: 'exactInputSingle', args: [params] })
}

function exactOut(
  { intent, minimum }: Quoted,
  change: { amountOut?: bigint; most?: bigint; limit?: bigint } = {},
): Hex {
  const params = {
    ...{ tokenIn: tokenOf(intent.sell.token), tokenOut: tokenOf(intent.buy), fee: 3000, recipient: arena.me },
    ...{ deadline: soon(), amountOut: change.amountOut ?? minimum, amountInMaximum: change.most ?? intent.sell.units },
    sqrtPriceLimitX96: change.limit ?? 0n,
  }
  return encodeFunctionData({ abi: periphery, functionName: 'exactOutputSingle', args: [params] })
}

function pathOf(...parts: readonly (Hex | number)[]): Hex {
  return concat(parts.map((part) => (typeof part === 'number' ? encodePacked(['uint24'], [part]) : part)))
}

function along({ intent, minimum }: Quoted, path: Hex, change: Change = {}): Hex {
  const params = {
    ...{ path, recipient: change.recipient ?? arena.me, deadline: change.deadline ?? soon() },
    ...{ amountIn: change.amountIn ?? intent.sell.units, amountOutMinimum: change.amountOutMinimum ?? minimum },
  }
  return encodeFunctionData({ abi: words, functionName: 'exactInput', args: [params] })
}

const word = (functionName: 'refundETH') => encodeFunctionData({ abi: words, functionName })
const unwrap = (minimum: bigint, to: Hex) =>
  encodeFunctionData({ abi: words, functionName: 'unwrapWETH9', args: [minimum, to] })
const sweep = (token: Hex, minimum: bigint, to: Hex) =>
  encodeFunctionData({ abi: words, functionName: 'sweepToken', args: [token, minimum, to] })
const nested = (...calls: readonly Hex[]) =>
  encodeFunctionData({ abi: words, functionName: 'multicall', args: [calls] })
const coins = ({ intent }: Quoted, data: Hex, more = 0n) => call(data, { value: `${intent.sell.units + more}` })
const permitted = (token: Hex, spender: Hex, amount: bigint, until: number) =>
  record({
    to: permit2,
    data: encodeFunctionData({ abi: behind, functionName: 'approve', args: [token, spender, amount, until] }),
  })

const tampered: readonly List[] = [
  [
    'what is bought exactly leaves coins in the router',
    ofEth,
    (quoted) => [coins(quoted, exactOut(quoted, { amountOut: (quoted.minimum * 96n) / 100n }))],
    ({ minimum }) => ({ minAmountOut: `${Number((minimum * 96n) / 100n) / 1e6}` }),
  ],
  ['coins on top stay in the router', ofEth, (quoted) => [coins(quoted, single(quoted), 9n * 10n ** 15n)]],
  [
    'coins on top come back to somebody else, by a second batch',
    ofEth,
    (quoted) => [
      coins(quoted, single(quoted), 9n * 10n ** 15n),
      call(nested(unwrap(0n, arena.thief), word('refundETH'))),
    ],
  ],
  [
    'a batch in a batch in a batch sweeps the outcome',
    forWeth,
    (quoted) => [
      approve(quoted),
      call(nested(nested(nested(single(quoted, { recipient: itself }), sweep(weth(), 0n, arena.thief))))),
    ],
  ],
  [
    'half is swapped with the whole minimum, half goes into a position of somebody else’s',
    forWeth,
    (quoted) => [
      approve(quoted),
      call(
        single(quoted, {
          amountIn: (quoted.intent.sell.units * 98n) / 100n,
          amountOutMinimum: (quoted.minimum * 97n) / 100n,
        }),
      ),
      call(increase(thiefs, quoted.intent.sell.units / 50n), { to: arena.manager }),
    ],
  ],
  [
    'a gift to a position of somebody else’s, beside a perfect swap',
    forWeth,
    (quoted) => [approve(quoted), call(single(quoted)), call(increase(thiefs, 10n ** 7n), { to: arena.manager })],
  ],
  [
    'the person’s own position is emptied into the manager',
    forWeth,
    (quoted) => [
      approve(quoted),
      call(single(quoted)),
      call(
        encodeFunctionData({
          abi: words,
          functionName: 'decreaseLiquidity',
          args: [{ tokenId: mine, liquidity: 1n, amount0Min: 0n, amount1Min: 0n, deadline: soon() }],
        }),
        { to: arena.manager },
      ),
    ],
  ],
  [
    'the person’s own position is given away',
    forWeth,
    (quoted) => [
      approve(quoted),
      call(single(quoted)),
      call(encodeFunctionData({ abi: words, functionName: 'safeTransferFrom', args: [arena.me, arena.thief, mine] }), {
        to: arena.manager,
      }),
    ],
  ],
  [
    'the person’s own position is approved for somebody',
    forWeth,
    (quoted) => [
      approve(quoted),
      call(single(quoted)),
      call(encodeFunctionData({ abi: words, functionName: 'approve', args: [arena.thief, mine] }), {
        to: arena.manager,
      }),
    ],
  ],
  [
    'an operator inside a batch of the manager',
    forWeth,
    (quoted) => [
      approve(quoted),
      call(single(quoted)),
      call(nested(encodeFunctionData({ abi: words, functionName: 'setApprovalForAll', args: [arena.thief, true] })), {
        to: arena.manager,
      }),
    ],
  ],
  [
    'Permit2 may hand it to the thief until the end of time',
    forWeth,
    (quoted) => [
      approve(quoted, permit2, maxUint256),
      permitted(usdc(), arena.thief, maxUint160, 2 ** 48 - 1),
      approve(quoted),
      call(single(quoted)),
    ],
  ],
  [
    'Permit2 may hand wrapped coins to the router besides',
    forWeth,
    (quoted) => [approve(quoted), permitted(weth(), arena.router, 10n ** 18n, Number(soon())), call(single(quoted))],
  ],
  [
    'an allowance for Permit2 that nobody uses',
    forWeth,
    (quoted) => [approve(quoted, permit2), approve(quoted), call(single(quoted))],
  ],
  [
    'an allowance for the token’s own contract',
    forWeth,
    (quoted) => [approve(quoted, usdc()), approve(quoted), call(single(quoted))],
  ],
  [
    'an allowance for the wrapped coin’s contract',
    forWeth,
    (quoted) => [approve(quoted, weth()), approve(quoted), call(single(quoted))],
  ],
  [
    'coins sent to the wrapped coin without a word',
    forWeth,
    (quoted) => [approve(quoted), call(single(quoted)), record({ to: weth(), data: '0x', value: '5000000000000000' })],
  ],
  [
    'a second swap of other tokens',
    forWeth,
    (quoted) => [
      approve(quoted),
      call(single(quoted)),
      call(single({ ...quoted, intent: ofWeth(), minimum: 1n }, { amountIn: 10n ** 16n })),
    ],
  ],
  [
    'a share of the outcome, and a share of the share',
    forWeth,
    (quoted) => [
      approve(quoted),
      call(
        nested(
          single(quoted, { recipient: itself }),
          shared(weth(), 0n, 60n),
          sweep(weth(), (quoted.minimum * 98n) / 100n, arena.me),
        ),
      ),
    ],
  ],
  [
    'the outcome for the pool itself',
    forWeth,
    (quoted) => [approve(quoted), call(single(quoted, { recipient: arena.factory }))],
  ],
  [
    'the way through a token twice, to pay fees',
    forUsdt,
    (quoted) => [
      approve(quoted),
      call(
        along(quoted, pathOf(weth(), 3000, usdc(), 3000, weth(), 3000, usdc(), 100, usdt()), {
          amountOutMinimum: (quoted.minimum * 95n) / 100n,
        }),
      ),
    ],
    ({ minimum }) => ({ minAmountOut: `${Number((minimum * 95n) / 100n) / 1e6}` }),
  ],
  [
    'exact output along a path, paid from an older allowance',
    ofWeth,
    (quoted) => [
      call(
        encodeFunctionData({
          abi: words,
          functionName: 'exactOutput',
          args: [
            {
              path: pathOf(usdc(), 3000, weth()),
              recipient: arena.me,
              deadline: soon(),
              amountOut: quoted.minimum,
              amountInMaximum: quoted.intent.sell.units * 3n,
            },
          ],
        }),
      ),
    ],
  ],
  [
    'exact output along a path that promises less than its half',
    ofWeth,
    (quoted) => [
      approve(quoted),
      call(
        encodeFunctionData({
          abi: words,
          functionName: 'exactOutput',
          args: [
            {
              path: pathOf(usdc(), 3000, weth()),
              recipient: arena.me,
              deadline: soon(),
              amountOut: quoted.minimum / 2n,
              amountInMaximum: quoted.intent.sell.units,
            },
          ],
        }),
      ),
    ],
  ],
  [
    'a plain transfer to the router, and a sweep',
    forWeth,
    (quoted) => [
      record({
        to: usdc(),
        data: encodeFunctionData({
          abi: words,
          functionName: 'transfer',
          args: [arena.router, quoted.intent.sell.units],
        }),
      }),
      call(sweep(usdc(), 0n, arena.thief)),
    ],
  ],
  [
    'a transfer in the person’s name',
    forWeth,
    (quoted) => [
      approve(quoted),
      call(single(quoted)),
      record({
        to: usdc(),
        data: encodeFunctionData({ abi: words, functionName: 'transferFrom', args: [arena.me, arena.thief, 1n] }),
      }),
    ],
  ],
  [
    'wrapped, and the wrapped coins stay where they are',
    ofEth,
    (quoted) => [
      record({
        to: weth(),
        data: encodeFunctionData({ abi: words, functionName: 'deposit' }),
        value: `${quoted.intent.sell.units}`,
      }),
      call(single(quoted, { amountIn: quoted.intent.sell.units / 2n, amountOutMinimum: quoted.minimum / 2n })),
    ],
    ({ minimum }) => ({ minAmountOut: `${Number(minimum / 2n) / 1e6}` }),
  ],
  [
    'a list that is taken for another account’s',
    forWeth,
    (quoted) => [
      approve(quoted),
      call(single(quoted), { rest: { from: arena.thief } }),
      call(single(quoted, { recipient: arena.thief, amountIn: 1n, amountOutMinimum: 0n })),
    ],
  ],
]

function increase(tokenId: bigint, units: bigint): Hex {
  const isFirst = BigInt(usdc()) < BigInt(weth())
  const [amount0Desired, amount1Desired] = isFirst ? [units, 10n ** 16n] : [10n ** 16n, units]
  const params = { tokenId, amount0Desired, amount1Desired, amount0Min: 0n, amount1Min: 0n, deadline: soon() }
  return encodeFunctionData({ abi: words, functionName: 'increaseLiquidity', args: [params] })
}

function shared(token: Hex, minimum: bigint, bips: bigint): Hex {
  const args = [token, minimum, arena.me, bips, arena.thief] as const
  return encodeFunctionData({ abi: words, functionName: 'sweepTokenWithFee', args })
}

const odd: readonly List[] = [
  [
    'an approval with a tag behind it, which tokens do not read',
    forWeth,
    (quoted) => [
      record({
        type: 'approve',
        to: usdc(),
        data: concat([approveData(arena.router, quoted.intent.sell.units), '0x00']),
      }),
      call(single(quoted)),
    ],
  ],
  ['exact output with the rest left unspent', ofWeth, (quoted) => [approve(quoted), call(exactOut(quoted))]],
  [
    'exact output of coins, the rest given back',
    ofEth,
    (quoted) => [coins(quoted, nested(exactOut(quoted), word('refundETH')))],
  ],
  ['a batch of one', forWeth, (quoted) => [approve(quoted), call(nested(single(quoted)))]],
  ['a batch in a batch', forWeth, (quoted) => [approve(quoted), call(nested(nested(single(quoted))))]],
  ['two halves in one batch', forWeth, (quoted) => [approve(quoted), call(nested(...halves(quoted)))]],
  [
    'two halves in two transactions',
    forWeth,
    (quoted) => [approve(quoted), ...halves(quoted).map((data) => call(data))],
  ],
  [
    'two approvals, one for each half',
    forWeth,
    (quoted) =>
      halves(quoted).flatMap((data) => [approve(quoted, arena.router, quoted.intent.sell.units / 2n), call(data)]),
  ],
  [
    'the outcome by way of the router',
    forWeth,
    (quoted) => [
      approve(quoted),
      call(nested(single(quoted, { recipient: itself }), sweep(weth(), quoted.minimum, arena.me))),
    ],
  ],
  [
    'coins by way of the router',
    forEth,
    (quoted) => [
      approve(quoted),
      call(nested(single(quoted, { recipient: itself }), unwrap(quoted.minimum, arena.me))),
    ],
  ],
  [
    'coins by unwrapping them oneself',
    forEth,
    (quoted) => [
      approve(quoted),
      call(single(quoted)),
      record({
        to: weth(),
        data: encodeFunctionData({ abi: words, functionName: 'withdraw', args: [quoted.minimum] }),
      }),
    ],
  ],
  [
    'coins that are wrapped first',
    ofEth,
    (quoted) => [
      record({
        to: weth(),
        data: encodeFunctionData({ abi: words, functionName: 'deposit' }),
        value: `${quoted.intent.sell.units}`,
      }),
      record({ type: 'approve', to: weth(), data: approveData(arena.router, quoted.intent.sell.units) }),
      call(single(quoted)),
    ],
  ],
  ['a refund that brings nothing', ofEth, (quoted) => [coins(quoted, nested(single(quoted), word('refundETH')))]],
  [
    'an allowance that is reset first',
    forWeth,
    (quoted) => [
      record({ type: 'approve', to: usdc(), data: approveData(arena.router, 0n) }),
      approve(quoted),
      call(single(quoted)),
    ],
  ],
  ['a path of one pool', forWeth, (quoted) => [approve(quoted), call(along(quoted, pathOf(usdc(), 3000, weth())))]],
  [
    'a path of two pools',
    forUsdt,
    (quoted) => [approve(quoted), call(along(quoted, pathOf(weth(), 3000, usdc(), 100, usdt())))],
  ],
  [
    'an unlimited approval, which is cut',
    forWeth,
    (quoted) => [approve(quoted, arena.router, maxUint256), call(single(quoted))],
  ],
  [
    'addresses in capitals',
    forWeth,
    (quoted) => [
      { ...approve(quoted), to: `0x${usdc().slice(2).toUpperCase()}` },
      call(single(quoted), { to: `0x${arena.router.slice(2).toUpperCase()}` }),
    ],
  ],
  [
    'addresses in small letters',
    forWeth,
    (quoted) => [
      { ...approve(quoted), to: usdc().toLowerCase() },
      call(single(quoted), { to: arena.router.toLowerCase() }),
    ],
  ],
  ['a value in hex', ofEth, (quoted) => [call(single(quoted), { value: toHex(quoted.intent.sell.units) })]],
  [
    'a deadline in an hour',
    forWeth,
    (quoted) => [approve(quoted), call(single(quoted, { deadline: soon() + 3_000n }))],
  ],
  [
    'a minimum above the stated one',
    forWeth,
    (quoted) => [approve(quoted), call(single(quoted, { amountOutMinimum: (quoted.minimum * 1001n) / 1000n }))],
  ],
  [
    'labels that say nothing',
    forWeth,
    (quoted) => [{ ...approve(quoted), type: null }, call(single(quoted), { type: null })],
  ],
]

function halves(quoted: Quoted): readonly Hex[] {
  const half = { amountIn: quoted.intent.sell.units / 2n, amountOutMinimum: quoted.minimum / 2n }
  return [single(quoted, half), single(quoted, half)]
}

async function looked([, intentOf, list, change]: List) {
  const intent = intentOf()
  const answer = await arena.ask(intent)
  const quoted = { intent, answer, minimum: statedMinimum(answer, intent.buy) }
  const transactions = (await list(quoted)).map((each, order) => ({ ...each, order }))
  const { rating, codes, plan } = await judge(arena, intent, { ...answer, ...change?.(quoted), transactions })
  const loss = rating === 'blocked' || !plan ? undefined : await arena.lossOf(plan)
  return { rating, codes, loss }
}

describe('lists that mean something else by the usual parts', () => {
  test.each(tampered.map((list) => [list[0], list] as const))('%s: never green', async (_, list) => {
    const { rating } = await looked(list)
    expect(rating).not.toBe('green')
  })
})

describe('lists that look odd and are honest', () => {
  test.each(odd.map((list) => [list[0], list] as const))('%s: not blocked', async (_, list) => {
    const { rating, codes, loss } = await looked(list)
    expect({ rating, codes }).not.toMatchObject({ rating: 'blocked' })
    expect(loss).toBeLessThan(15)
  })
})
