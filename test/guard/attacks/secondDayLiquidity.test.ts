import {
  type Address,
  concat,
  encodeFunctionData,
  getAddress,
  type Hex,
  isHex,
  maxUint128,
  parseAbi,
  toHex,
} from 'viem'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { burnMinimums } from '../../../src/domain/liquidity/liquidity'
import { checkPlan } from '../../../src/guard/check/checkPlan'
import type { DepositIntent, IncreaseIntent, LiquidityIntent, WithdrawIntent } from '../../../src/guard/liquidityIntent'
import { isLiquidity, type Plan } from '../../../src/guard/plan'
import { depositSteps, noQuote, withdrawSteps } from '../../../src/guard/plan/liquiditySteps'
import { planTransactions } from '../../../src/guard/plan/planTransactions'
import { refundPlan } from '../../../src/guard/plan/refundFromEscrow'
import { seal } from '../../../src/guard/seal'
import type { TransactionRecord } from '../../../src/protocol/serviceMessages'
import { record } from '../fixtures'
import { swapOf } from '../localExchange'
import { depositAnswer, depositIntent, priceOf, read, restore, takeOut } from '../soundness/deposit'
import { openWorld, type World } from '../soundness/world'
import { allow, harbor, periphery, type Rating, ratingOf } from './adversary'

/*
 * Further lists of an enemy for liquidity: positions that a third party may move, deposits and withdrawals around a
 * pushed price, calls next to a deposit, and refunds. Each is judged and carried out after the action of the thief; the
 * loss counts balances and positions.
 */

let world: World
let intent: DepositIntent
/** A position of the person's with the same pool and range. */
let position = 0n
const outcomes: { readonly rating: Rating; readonly loss: number }[] = []
/** In dollars, of about 3,000: the tolerance, the fee of the pool, and the fees of the network. */
const limit = 75

const words = parseAbi([
  'function approve(address to, uint256 id)',
  'function setApprovalForAll(address operator, bool approved)',
  'function multicall(bytes[] data) payable',
  'function sweepToken(address token, uint256 amountMinimum, address recipient) payable',
  'function unwrapWETH9(uint256 amountMinimum, address recipient) payable',
  'function refundETH() payable',
  'function transferFrom(address from, address to, uint256 id)',
])

beforeAll(async () => {
  world = await openWorld()
  const { arena } = world
  const { me, act, manager, rpc } = arena
  for (const symbol of ['USDC', 'WETH'])
    await rpc(harbor)('anvil_dealERC20', [me, arena.token(symbol).address, toHex(10n ** 20n)])
  intent = await depositIntent(arena)
  await carry((await depositAnswer(arena, intent)).transactions)
  const data = encodeFunctionData({ abi: periphery, functionName: 'tokenOfOwnerByIndex', args: [me, 0n] })
  position = BigInt(await read(arena, manager, data))
  await act(
    me,
    getAddress(arena.token('WETH').address),
    encodeFunctionData({ abi: periphery, functionName: 'deposit' }),
    1n,
  )
}, 240_000)
afterAll(async () => {
  await world.arena.exchange.stop()
  const count = (rating: Rating) => outcomes.filter((each) => each.rating === rating).length
  console.log(
    `Guard, further deposits and withdrawals: ${outcomes.length}, ${count('blocked')} blocked, ${count('amber')} amber, ${count('green')} green; ${outcomes.filter(({ loss }) => loss > limit).length} take money when carried out.`,
  )
})

async function carry(transactions: readonly Pick<TransactionRecord, 'to' | 'data' | 'value'>[]): Promise<void> {
  const { arena } = world
  for (const { to, data, value } of transactions)
    await arena.send(harbor, { from: arena.me, to: to!, data: String(data), value: BigInt(value ?? 0) })
}

type Planning = () => Promise<Plan<LiquidityIntent> | Plan | readonly string[]>
/** The rating, or the code that blocks the list. */
type Expected = 'green' | 'amber' | `${'V' | 'A'}-${string}`
type Attack = readonly [name: string, expected: Expected, plan: Planning, more?: More]
type More = {
  readonly before?: () => Promise<unknown>
  readonly after?: () => Promise<unknown>
}

/* Plans */

async function ground() {
  const { arena } = world
  const wrapped = arena.chains.find(({ chainId }) => chainId === harbor)?.wrappedNative
  return { receivedAt: Date.now(), time: await world.time(), wrapped, allowances: [] }
}

const sealed = <Asked extends LiquidityIntent>(intent: Asked, steps: Plan['steps']) =>
  seal({ intent, steps, quote: noQuote, receivedAt: Date.now() })

async function increase(): Promise<Plan<IncreaseIntent>> {
  const asked: IncreaseIntent = { ...intent, kind: 'increase', position, sqrtPriceX96: await priceOf(world.arena) }
  return sealed(asked, depositSteps(asked, await ground()))
}

async function withdrawal(change: Partial<WithdrawIntent> = {}): Promise<Plan<WithdrawIntent>> {
  const { arena } = world
  const data = encodeFunctionData({ abi: periphery, functionName: 'positions', args: [position] })
  const fields = await read(arena, arena.manager, data)
  const liquidity = BigInt(`0x${fields.slice(2 + 7 * 64, 2 + 8 * 64)}`)
  const { pool, range, sender, recipient } = intent
  const minimums = burnMinimums({ ...range, sqrtPriceX96: await priceOf(arena), liquidity, toleranceBps: 50 })
  const asked: WithdrawIntent = {
    ...{ kind: 'withdraw', pool, range, position, liquidity, minimums, sender, recipient, ...change },
  }
  return sealed(asked, withdrawSteps(asked, await ground()))
}

/** The honest answer of a service, changed. */
async function deposit(
  change: (list: readonly TransactionRecord[]) => readonly TransactionRecord[] = (list) => list,
): Promise<Plan<LiquidityIntent> | readonly string[]> {
  const { arena } = world
  const { transactions } = await depositAnswer(arena, intent)
  const natives = arena.tokens.filter(({ isNative }) => isNative)
  const changed = change(transactions).map((each, order) => ({ ...each, order }))
  const planned = planTransactions(intent, changed, { receivedAt: Date.now(), chains: arena.chains, natives })
  return planned.is === 'plan' ? planned.plan : planned.findings.map(({ code }) => code)
}

const dataOf = (last: TransactionRecord | undefined): Hex => (isHex(last?.data) ? last.data : '0x')
const call = (data: Hex, more: Partial<TransactionRecord> = {}) =>
  record({ to: world.arena.manager, data, type: null, ...more })
const together = (...calls: readonly ((mint: Hex) => Hex)[]) =>
  deposit((list) => {
    const mint = dataOf(list.at(-1))
    const data = encodeFunctionData({ abi: words, functionName: 'multicall', args: [calls.map((each) => each(mint))] })
    return [...list.slice(0, -1), call(data)]
  })
const mint = (data: Hex) => data
const collect = (to: Address) => () =>
  encodeFunctionData({
    abi: periphery,
    functionName: 'collect',
    args: [{ tokenId: position, recipient: to, amount0Max: maxUint128, amount1Max: maxUint128 }],
  })
const sweep = (symbol: string, to: () => Address) => () =>
  encodeFunctionData({
    abi: words,
    functionName: 'sweepToken',
    args: [getAddress(world.arena.token(symbol).address), 0n, to()],
  })

/* The person and the thief */

const swap = () => swapOf(world.arena.token('WETH'), '0.5', world.arena.token('USDC'), world.arena.me)
const push = (percent: number) => () => world.push(swap(), percent)
const letThiefMove = () =>
  world.arena.act(
    world.arena.me,
    world.arena.manager,
    encodeFunctionData({ abi: words, functionName: 'approve', args: [world.arena.thief, position] }),
  )
const letThiefMoveAll = () =>
  world.arena.act(
    world.arena.me,
    world.arena.manager,
    encodeFunctionData({ abi: words, functionName: 'setApprovalForAll', args: [world.arena.thief, true] }),
  )
const takePosition = () =>
  world.arena.act(
    world.arena.thief,
    world.arena.manager,
    encodeFunctionData({
      abi: words,
      functionName: 'transferFrom',
      args: [world.arena.me, world.arena.thief, position],
    }),
  )
const allowAll = async () => {
  for (const symbol of ['USDC', 'WETH'])
    await allow(world.arena, world.arena.me, world.arena.token(symbol).address, world.arena.manager)
}

const lists: readonly Attack[] = [
  [
    'an increase of a position that the thief may move, and moves',
    'amber',
    increase,
    { before: letThiefMove, after: takePosition },
  ],
  [
    'an increase after the thief was made operator of all positions',
    'amber',
    increase,
    { before: letThiefMoveAll, after: takePosition },
  ],
  [
    'a deposit after the thief was made operator of all positions',
    'amber',
    () => deposit(),
    { before: letThiefMoveAll },
  ],
  [
    'an increase of a position that the thief has moved already',
    'V-040',
    increase,
    {
      before: async () => {
        await letThiefMove()
        await takePosition()
      },
    },
  ],
  [
    'a withdrawal from a position that the thief has moved already',
    'V-030',
    withdrawal,
    {
      before: async () => {
        await letThiefMove()
        await takePosition()
      },
    },
  ],
  ['an increase before a push of the price', 'green', increase, { after: push(4) }],
  ['an increase before a push of the price the other way', 'green', increase, { after: push(-30) }],
  ['an increase after a push of the price', 'A-32', increase, { before: push(40) }],
  ['a withdrawal before a push of the price', 'green', withdrawal, { after: push(30) }],
  ['a withdrawal of more than there is', 'V-030', () => withdrawal({ liquidity: 2n ** 100n })],
  [
    'a withdrawal in native coin for the thief',
    'amber',
    () => withdrawal({ recipient: world.arena.thief, coin: world.arena.token('ETH') }),
  ],
  ['a withdrawal from a position that does not exist', 'V-030', () => withdrawal({ position: 10n ** 9n })],
  [
    'a collection without liquidity before a push of the price',
    'green',
    () => withdrawal({ liquidity: 0n, minimums: { amount0: 0n, amount1: 0n } }),
    { after: push(30) },
  ],
  [
    'a deposit whose allowances are there already, and whose price is pushed',
    'green',
    () => deposit(),
    { before: allowAll, after: push(-30) },
  ],
  ['a collection for the thief next to a deposit', 'V-054', () => together(mint, collect(world.arena.thief))],
  ['a collection for the person next to a deposit', 'V-054', () => together(mint, collect(world.arena.me))],
  [
    'native coin unwrapped next to a deposit',
    'V-054',
    () =>
      together(mint, () =>
        encodeFunctionData({ abi: words, functionName: 'unwrapWETH9', args: [0n, world.arena.thief] }),
      ),
  ],
  [
    'the rest of another token swept to the thief',
    'V-013',
    () =>
      together(
        mint,
        sweep('DAI', () => world.arena.thief),
      ),
  ],
  ['two deposits in one call', 'V-054', () => together(mint, mint), { before: allowAll }],
  [
    'a deposit behind bytes of another function',
    'V-054',
    () => deposit((list) => [...list.slice(0, -1), call(concat(['0x12345678', dataOf(list.at(-1))]))]),
  ],
  [
    'the own address as a step after the deposit',
    'V-035',
    () => deposit((list) => [...list, call('0x', { to: world.arena.me })]),
  ],
  ['a refund of a deposit that does not exist', 'V-030', () => refund(10n ** 6n)],
  ['a refund at a contract of the thief’s', 'V-054', () => refund(1n, world.cast.traps[0]!)],
]

const honest: readonly Attack[] = [
  ['an increase', 'green', increase],
  ['a withdrawal', 'green', withdrawal],
  [
    'a withdrawal in native coin',
    'green',
    () => withdrawal({ coin: world.arena.token('ETH'), owed: { amount0: 0n, amount1: 0n } }),
  ],
  ['a collection', 'green', () => withdrawal({ liquidity: 0n, minimums: { amount0: 0n, amount1: 0n } })],
  [
    'a deposit without approvals, where allowances are there already',
    'green',
    () => deposit((list) => list.slice(-1)),
    { before: allowAll },
  ],
  [
    'the rest of another token swept to the person',
    'green',
    () =>
      together(
        mint,
        sweep('DAI', () => world.arena.me),
      ),
  ],
  [
    'the rest of both tokens swept to the person',
    'green',
    () =>
      together(
        mint,
        sweep('USDC', () => world.arena.me),
        sweep('WETH', () => world.arena.me),
      ),
  ],
]

async function refund(id: bigint, contract = world.cast.bridge): Promise<Plan> {
  const asked = swapOf(world.arena.token('USDC'), '500', world.arena.token('USDC', 'Delta'), world.arena.me)
  return refundPlan(asked, { chainId: harbor, contract, id }, Date.now())
}

test.each(
  [...lists, ...honest].map(([name, expected, plan, more = {}]) => [name, { expected, plan, ...more }] as const),
)('%s', async (_, { expected, plan: planning, before, after }) => {
  await world.catchUp()
  const { arena } = world
  const { rating, codes, loss } = await world.onSnapshot(async () => {
    await before?.()
    const plan = await planning()
    if (!('steps' in plan)) return { rating: 'blocked' as const, codes: plan, loss: 0 }
    const natives = arena.tokens.filter(({ isNative }) => isNative)
    const options = { now: Date.now(), account: arena.me, chains: arena.chains, natives }
    const ports = { nodes: (chainId: number) => arena.nodes(chainId) }
    const checked = await (isLiquidity(plan) ? checkPlan(plan, ports, options) : checkPlan(plan, ports, options))
    const loud = checked.verdict.findings.filter(({ severity }) => severity === 'block' || severity === 'warn')
    const start = await priceOf(arena)
    const worth = await worthOf()
    await after?.()
    for (const step of checked.plan.steps)
      if (step.kind === 'evm') {
        const { from, to, data, value } = step
        const receipt = await arena.send(harbor, { from, to, data, value }).catch(() => undefined)
        if (receipt?.status !== '0x1') break
      }
    await restore(world, start)
    return { rating: ratingOf(checked), codes: loud.map(({ code }) => code), loss: worth - (await worthOf()) }
  })
  outcomes.push({ rating, loss })
  const found = { rating, codes }
  if (rating === 'green') expect(loss).toBeLessThan(limit)
  if (expected === 'green' || expected === 'amber') expect(found).toMatchObject({ rating: expected })
  else expect(found).toMatchObject({ rating: 'blocked', codes: expect.arrayContaining([expected]) })
})

/** The person's balances with every position withdrawn. */
async function worthOf(): Promise<number> {
  return world.onSnapshot(async () => {
    await takeOut(world.arena)
    return world.arena.value(world.arena.me)
  })
}
