import {
  type Address,
  concat,
  encodeFunctionData,
  getAddress,
  type Hex,
  maxUint128,
  maxUint256,
  parseAbi,
  toHex,
} from 'viem'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { checkPlan } from '../../../src/guard/check/checkPlan'
import type { DepositIntent } from '../../../src/guard/liquidityIntent'
import { planTransactions } from '../../../src/guard/plan/planTransactions'
import type { SwapAnswer, TransactionRecord } from '../../../src/protocol/serviceMessages'
import { approveData, record } from '../fixtures'
import { depositAnswer, depositIntent, takeOut } from '../soundness/deposit'
import { type Arena, addLiquidity, allow, harbor, openArena, periphery, type Rating, ratingOf, soon } from './adversary'

/*
 * Deposits as a service writes them, each changed in one way. Those that are not blocked are executed, the position is
 * withdrawn again, and the difference is the loss.
 */

let arena: Arena
let intent: DepositIntent
let answer: SwapAnswer
/** A position of the thief's in the very pool and range, and one of the person's. */
let thiefs = 0n
let mine = 0n
const outcomes: { readonly rating: Rating; readonly loss: number | undefined }[] = []

const words = parseAbi([
  'function multicall(bytes[] data) payable',
  'function unwrapWETH9(uint256 amountMinimum, address recipient) payable',
  'function sweepToken(address token, uint256 amountMinimum, address recipient) payable',
  'function refundETH() payable',
  'function selfPermit(address token, uint256 value, uint256 deadline, uint8 v, bytes32 r, bytes32 s) payable',
  'function increaseLiquidity((uint256 tokenId, uint256 amount0Desired, uint256 amount1Desired, uint256 amount0Min, uint256 amount1Min, uint256 deadline) params) payable',
  'function burn(uint256 tokenId) payable',
  'function approve(address to, uint256 id)',
  'function setApprovalForAll(address operator, bool approved)',
  'function safeTransferFrom(address from, address to, uint256 tokenId)',
  'function mint((address token0, address token1, address deployer, int24 tickLower, int24 tickUpper, uint256 amount0Desired, uint256 amount1Desired, uint256 amount0Min, uint256 amount1Min, address recipient, uint256 deadline) params) payable',
])

beforeAll(async () => {
  arena = await openArena()
  const { me, thief, act, manager } = arena
  const [usdc, weth] = ['USDC', 'WETH'].map((symbol) => getAddress(arena.token(symbol).address)) as [Address, Address]
  for (const owner of [me, thief]) {
    await act(owner, weth, encodeFunctionData({ abi: periphery, functionName: 'deposit' }), 3n * 10n ** 18n)
    for (const token of [usdc, weth]) await allow(arena, owner, token, manager)
  }
  intent = await depositIntent(arena)
  for (const owner of [me, thief]) await act(owner, manager, mint({ recipient: owner, share: 100n }))
  ;[mine, thiefs] = await Promise.all([firstOf(me), firstOf(thief)])
  // A pool next to the chosen one, in which only the thief has liquidity.
  await addLiquidity(arena, { ...pair(), fee: 500 }, [10n ** 6n, 10n ** 6n], [-887_200, 887_200]).catch(() => undefined)
  for (const token of [usdc, weth])
    await act(me, token, encodeFunctionData({ abi: periphery, functionName: 'approve', args: [manager, 0n] }))
  answer = await depositAnswer(arena, intent)
})
afterAll(async () => {
  await arena.exchange.stop()
  const count = (rating: Rating) => outcomes.filter((each) => each.rating === rating).length
  const worst = outcomes.reduce((most, { rating, loss = 0 }) => (rating === 'green' && loss > most ? loss : most), 0)
  console.log(
    `Guard, deposits of a service: ${outcomes.length} lists, ${count('blocked')} blocked, ${count('amber')} with a tick, ${count('green')} green; greatest loss of a green one $${worst.toFixed(2)}.`,
  )
})

async function firstOf(owner: Address): Promise<bigint> {
  const data = encodeFunctionData({ abi: periphery, functionName: 'tokenOfOwnerByIndex', args: [owner, 0n] })
  return BigInt(String(await arena.rpc(harbor)('eth_call', [{ to: arena.manager, data }, 'latest'])))
}

const pair = () => ({
  token0: getAddress(intent.pool.token0.address),
  token1: getAddress(intent.pool.token1.address),
})

type Mint = Partial<{
  token0: Address
  token1: Address
  fee: number
  tickLower: number
  tickUpper: number
  amount0Desired: bigint
  amount1Desired: bigint
  amount0Min: bigint
  amount1Min: bigint
  recipient: Hex
  deadline: bigint
  /** One part in so many of the whole deposit. */
  share: bigint
}>

function paramsOf({ share = 1n, ...change }: Mint = {}) {
  const [amount0Desired, amount1Desired] = intent.pay.map(({ units }) => units / share) as [bigint, bigint]
  return {
    ...{ ...pair(), fee: 3000, ...intent.range, amount0Desired, amount1Desired },
    ...{ amount0Min: (amount0Desired * 981n) / 1_000n, amount1Min: (amount1Desired * 981n) / 1_000n },
    ...{ recipient: arena.me, deadline: soon(), ...change },
  }
}

const mint = (change: Mint = {}): Hex =>
  encodeFunctionData({ abi: periphery, functionName: 'mint', args: [paramsOf(change)] })
const nested = (...calls: readonly Hex[]) =>
  encodeFunctionData({ abi: words, functionName: 'multicall', args: [calls] })
const sweep = (token: Hex, to: Hex) =>
  encodeFunctionData({ abi: words, functionName: 'sweepToken', args: [token, 0n, to] })
const refund = () => encodeFunctionData({ abi: words, functionName: 'refundETH' })
const create = (fee: number, sqrtPriceX96 = intent.sqrtPriceX96, { token0, token1 } = pair()) =>
  encodeFunctionData({
    abi: periphery,
    functionName: 'createAndInitializePoolIfNecessary',
    args: [token0, token1, fee, sqrtPriceX96],
  })
const decrease = (tokenId: bigint) =>
  encodeFunctionData({
    abi: periphery,
    functionName: 'decreaseLiquidity',
    args: [{ tokenId, liquidity: 1n, amount0Min: 0n, amount1Min: 0n, deadline: soon() }],
  })
const collect = (tokenId: bigint, recipient: Hex) =>
  encodeFunctionData({
    abi: periphery,
    functionName: 'collect',
    args: [{ tokenId, recipient, amount0Max: maxUint128, amount1Max: maxUint128 }],
  })
const increase = (tokenId: bigint) => {
  const { amount0Desired, amount1Desired, amount0Min, amount1Min, deadline } = paramsOf()
  return encodeFunctionData({
    abi: words,
    functionName: 'increaseLiquidity',
    args: [{ tokenId, amount0Desired, amount1Desired, amount0Min, amount1Min, deadline }],
  })
}

const call = (data: Hex, more: Partial<TransactionRecord> = {}) =>
  record({ to: arena.manager, data, type: null, ...more })
const approvals = () => answer.transactions.slice(0, -1)
const approve = (token: Hex, spender: Hex, units: bigint) => call(approveData(spender, units), { to: token })
/** The usual approvals, and calls of the manager after them. */
const then = (...calls: readonly Hex[]) => [...approvals(), ...calls.map((data) => call(data))]

type List = readonly [name: string, list: () => readonly TransactionRecord[]]

const tampered: readonly List[] = [
  ['the position for the thief', () => then(mint({ recipient: arena.thief }))],
  ['the position for the manager', () => then(mint({ recipient: arena.manager }))],
  ['the position for nobody', () => then(mint({ recipient: toHex(0n, { size: 20 }) }))],
  ['the position for the pool', () => then(mint({ recipient: getAddress(intent.pool.address!) }))],
  ['the pool of another fee', () => then(mint({ fee: 500 }))],
  ['a pool of another fee, created at the same price', () => then(nested(create(10_000), mint({ fee: 10_000 })))],
  [
    'a pool of another fee, created at half the price',
    () => then(nested(create(10_000, intent.sqrtPriceX96 / 2n), mint({ fee: 10_000, amount0Min: 0n, amount1Min: 0n }))),
  ],
  [
    'the ends of the range swapped',
    () => then(mint({ tickLower: intent.range.tickUpper, tickUpper: intent.range.tickLower })),
  ],
  [
    'the ends of the range with other signs',
    () => then(mint({ tickLower: -intent.range.tickUpper, tickUpper: -intent.range.tickLower })),
  ],
  [
    'the range moved by one spacing',
    () => then(mint({ tickLower: intent.range.tickLower + 60, tickUpper: intent.range.tickUpper + 60 })),
  ],
  ['a range of one spacing', () => then(mint({ tickUpper: intent.range.tickLower + 60 }))],
  ['the tokens in the other order', () => then(mint({ token0: pair().token1, token1: pair().token0 }))],
  ['another token of the same worth', () => then(mint({ token0: getAddress(arena.token('DAI').address) }))],
  ['no minimums', () => then(mint({ amount0Min: 0n, amount1Min: 0n }))],
  ['no minimum of the first', () => then(mint({ amount0Min: 0n }))],
  ['no minimum of the second', () => then(mint({ amount1Min: 0n }))],
  [
    'minimums of half',
    () => then(mint({ amount0Min: intent.pay[0].units / 2n, amount1Min: intent.pay[1].units / 2n })),
  ],
  ['twice as much of the first', () => then(mint({ amount0Desired: intent.pay[0].units * 2n }))],
  ['a unit more of the second', () => then(mint({ amount1Desired: intent.pay[1].units + 1n }))],
  ['a hundredth of it', () => then(mint({ share: 100n }))],
  ['the end of time as deadline', () => then(mint({ deadline: maxUint256 }))],
  ['a deadline in two days', () => then(mint({ deadline: soon() + 172_800n }))],
  ['a position of the thief’s that is added to', () => then(increase(thiefs))],
  ['a position of the person’s that is added to instead', () => then(increase(mine))],
  ['the deposit, and the thief’s position along with it', () => then(nested(mint({ share: 2n }), increase(thiefs)))],
  ['the deposit twice in halves', () => then(nested(mint({ share: 2n }), mint({ share: 2n, deadline: soon() + 1n })))],
  ['the deposit in two transactions', () => then(mint({ share: 2n }), mint({ share: 2n, deadline: soon() + 1n }))],
  ['the deposit, two batches deep and for the thief', () => then(nested(nested(mint({ recipient: arena.thief }))))],
  ['the deposit, and the rest swept for the thief', () => then(nested(mint(), sweep(pair().token0, arena.thief)))],
  [
    'the deposit, and the coins refunded to whoever calls',
    () => [...approvals(), call(nested(mint(), refund()), { value: '10000000000000000' })],
  ],
  [
    'the deposit with coins that stay in the manager',
    () => [...approvals(), call(mint(), { value: '10000000000000000' })],
  ],
  [
    'the deposit, and coins unwrapped for the thief',
    () =>
      then(nested(mint(), encodeFunctionData({ abi: words, functionName: 'unwrapWETH9', args: [0n, arena.thief] }))),
  ],
  ['the deposit, and the person’s older position emptied', () => then(nested(mint(), decrease(mine)))],
  [
    'the deposit, and the older position collected for the thief',
    () => then(nested(mint(), decrease(mine), collect(mine, arena.thief))),
  ],
  [
    'the deposit, and the older position collected into the manager',
    () =>
      then(nested(mint(), decrease(mine), collect(mine, toHex(0n, { size: 20 })), sweep(pair().token0, arena.thief))),
  ],
  [
    'the deposit, and the older position burnt',
    () => then(nested(mint(), encodeFunctionData({ abi: words, functionName: 'burn', args: [mine] }))),
  ],
  [
    'the deposit, and the older position approved for the thief',
    () => then(mint(), encodeFunctionData({ abi: words, functionName: 'approve', args: [arena.thief, mine] })),
  ],
  [
    'an operator before the deposit',
    () => [
      call(encodeFunctionData({ abi: words, functionName: 'setApprovalForAll', args: [arena.thief, true] })),
      ...then(mint()),
    ],
  ],
  [
    'the older position given away before the deposit',
    () => [
      call(encodeFunctionData({ abi: words, functionName: 'safeTransferFrom', args: [arena.me, arena.thief, mine] })),
      ...then(mint()),
    ],
  ],
  [
    'an allowance for the thief among those for the manager',
    () => [...approvals(), approve(pair().token0, arena.thief, 1_000n), call(mint())],
  ],
  ['an allowance for the router', () => [...approvals(), approve(pair().token1, arena.router, 1_000n), call(mint())]],
  [
    'an allowance for the pool',
    () => [...approvals(), approve(pair().token1, getAddress(intent.pool.address!), 1_000n), call(mint())],
  ],
  [
    'an allowance of another token for the manager',
    () => [...approvals(), approve(getAddress(arena.token('DAI').address), arena.manager, 1_000n), call(mint())],
  ],
  ['an allowance after the deposit', () => [...then(mint()), approve(pair().token0, arena.manager, 1_000n)]],
  [
    'a permit nobody signed',
    () =>
      then(
        nested(
          encodeFunctionData({
            abi: words,
            functionName: 'selfPermit',
            args: [pair().token0, maxUint256, soon(), 27, toHex(1n, { size: 32 }), toHex(2n, { size: 32 })],
          }),
          mint(),
        ),
      ),
  ],
  [
    'a swap before the deposit',
    () => {
      const { token0: tokenIn, token1: tokenOut } = pair()
      const params = {
        ...{ tokenIn, tokenOut, fee: 3000, recipient: arena.thief, deadline: soon() },
        ...{ amountIn: intent.pay[0].units / 10n, amountOutMinimum: 0n, sqrtPriceLimitX96: 0n },
      }
      return [
        ...approvals(),
        approve(tokenIn, arena.router, intent.pay[0].units / 10n),
        call(encodeFunctionData({ abi: periphery, functionName: 'exactInputSingle', args: [params] }), {
          to: arena.router,
        }),
        call(mint()),
      ]
    },
  ],
  [
    'the pool of a deployer nobody named',
    () => {
      const { fee: _, ...params } = paramsOf()
      return then(
        encodeFunctionData({ abi: words, functionName: 'mint', args: [{ ...params, deployer: arena.thief }] }),
      )
    },
  ],
  ['the deposit at the router', () => [...approvals(), call(mint(), { to: arena.router })]],
  ['the deposit at the thief’s', () => [...approvals(), call(mint(), { to: arena.thief })]],
  [
    'the deposit with bytes behind it that say another recipient',
    () => then(concat([mint({ recipient: arena.thief }), mint()])),
  ],
  [
    'a deposit that another account signs',
    () => [...approvals(), call(mint(), { rest: { from: arena.thief } }), call(mint({ recipient: arena.thief }))],
  ],
  ['approvals alone', () => approvals()],
]

const honest: readonly List[] = [
  ['as the app writes it', () => answer.transactions],
  ['a batch of one', () => then(nested(mint()))],
  ['a batch in a batch', () => then(nested(nested(mint())))],
  ['with a refund that brings nothing', () => then(nested(mint(), refund()))],
  ['with the rest swept to the person', () => then(nested(mint(), sweep(pair().token0, arena.me)))],
  ['with the pool created where it stands already', () => then(nested(create(3000), mint()))],
  [
    'with unlimited approvals, which are cut',
    () => [...[pair().token0, pair().token1].map((token) => approve(token, arena.manager, maxUint256)), call(mint())],
  ],
  ['with approvals in the other order', () => [...approvals().toReversed(), call(mint())]],
  [
    'with resets before the approvals',
    () => [...[pair().token0, pair().token1].map((token) => approve(token, arena.manager, 0n)), ...then(mint())],
  ],
  [
    'with addresses in capitals',
    () => [...approvals(), call(mint(), { to: `0x${arena.manager.slice(2).toUpperCase()}` })],
  ],
  ['with a deadline in half an hour', () => then(mint({ deadline: soon() + 1_200n }))],
  [
    'with tighter minimums',
    () =>
      then(
        mint({ amount0Min: (intent.pay[0].units * 999n) / 1_000n, amount1Min: (intent.pay[1].units * 999n) / 1_000n }),
      ),
  ],
]

async function looked([, list]: List) {
  const natives = arena.tokens.filter(({ isNative }) => isNative)
  const transactions = list().map((each, order) => ({ ...each, order }))
  const planned = planTransactions(intent, transactions, { receivedAt: Date.now(), chains: arena.chains, natives })
  if (planned.is === 'refused') {
    outcomes.push({ rating: 'blocked', loss: undefined })
    return { rating: 'blocked' as const, codes: planned.findings.map(({ code }) => code), loss: undefined }
  }
  const options = { now: Date.now(), account: arena.me, chains: arena.chains, natives }
  const checked = await checkPlan(planned.plan, { nodes: (chainId) => arena.nodes(chainId) }, options)
  const rating = ratingOf(checked)
  const loud = checked.verdict.findings.filter(({ severity }) => severity === 'block' || severity === 'warn')
  const loss = rating === 'blocked' ? undefined : await lossOf(planned.plan)
  outcomes.push({ rating, loss })
  return { rating, codes: loud.map(({ code, kind }) => `${code}.${kind}`), loss }
}

async function lossOf({ steps }: Parameters<Arena['lossOf']>[0]): Promise<number> {
  const node = arena.rpc(harbor)
  const snapshot = await node('evm_snapshot', [])
  try {
    const worth = await worthOf()
    for (const step of steps)
      if (step.kind === 'evm')
        await arena.send(harbor, { from: step.from, to: step.to, data: step.data, value: step.value })
    return worth - (await worthOf())
  } finally {
    await node('evm_revert', [snapshot])
  }
}

/** The person's balances with every position withdrawn. */
async function worthOf(): Promise<number> {
  const node = arena.rpc(harbor)
  const snapshot = await node('evm_snapshot', [])
  await takeOut(arena)
  const worth = await arena.value(arena.me)
  await node('evm_revert', [snapshot])
  return worth
}

describe('deposits that a service wrote in its own favour', () => {
  test.each(tampered.map((list) => [list[0], list] as const))('%s: never green', async (_, list) => {
    const { rating, codes } = await looked(list)
    expect({ rating, codes }).not.toMatchObject({ rating: 'green' })
  })
})

describe('deposits that a service wrote honestly', () => {
  test.each(honest.map((list) => [list[0], list] as const))('%s: not blocked', async (_, list) => {
    const { rating, codes, loss } = await looked(list)
    expect({ rating, codes }).not.toMatchObject({ rating: 'blocked' })
    expect(loss).toBeLessThan(15)
  })
})
