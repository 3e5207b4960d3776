import {
  type Address,
  decodeFunctionResult,
  encodeFunctionData,
  erc20Abi,
  getAddress,
  type Hex,
  numberToHex,
  parseAbi,
  zeroAddress,
} from 'viem'
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts'
import { toUnits } from '../../../src/domain/amount'
import { depositFor } from '../../../src/domain/liquidity/deposit'
import { tickToSqrtPriceX96 } from '../../../src/domain/liquidity/tick'
import type { Token } from '../../../src/domain/token'
import type { DepositIntent, LiquidityIntent } from '../../../src/guard/liquidityIntent'
import { permit2 } from '../../../src/protocol/deployment/venues'
import type { TransactionRecord } from '../../../src/protocol/serviceMessages'
import vectors from '../../fixtures/venues/positionPlans.json' with { type: 'json' }
import swaps from '../../fixtures/venues/universalRouterPlans.json' with { type: 'json' }
import { type Arena, harbor, openArena, soon } from '../attacks/adversary'
import { approveData, record } from '../fixtures'
import { deployPositions, deployUniswap, hexOf, openPool, poolOf, type RealUniswap } from './realUniswap'
import { behindPermit2, filled, word, written } from './routerCalls'

/*
 * Positions in v4 pools by Uniswap's own position manager. `V4PositionManager` and `V4PositionPlanner` of @uniswap/v4-sdk
 * wrote the calls with placeholders, which are replaced here.
 */

export type PositionPlan = keyof typeof vectors.plans
export const plans = Object.keys(vectors.plans) as PositionPlan[]

/** A deposit of 500 dollars around the price of a pool: its two tokens, its range, and its amounts. */
export type Deposit = {
  readonly tokens: readonly [Token, Token]
  readonly tickLower: number
  readonly tickUpper: number
  readonly sqrtPriceX96: bigint
  readonly amount0: bigint
  readonly amount1: bigint
  readonly liquidity: bigint
}

type Place = 'main' | 'other' | 'native'

export type PositionWorld = {
  readonly arena: Arena
  readonly me: Address
  readonly uniswap: RealUniswap
  readonly positions: Address
  readonly subscriber: Address
  readonly deposits: Readonly<Record<Place, Deposit>>
  /** The position that the person has in each pool. */
  readonly ids: Readonly<Record<Place, bigint>>
  readonly sign: (deposit: Deposit, deadline: bigint) => Promise<Hex>
}

const abi = parseAbi([
  'function nextTokenId() view returns (uint256)',
  'function ownerOf(uint256 id) view returns (address)',
  'struct Key { address currency0; address currency1; uint24 fee; int24 tickSpacing; address hooks; }',
  'function getPoolAndPositionInfo(uint256 tokenId) view returns (Key key, uint256 info)',
  'function deposit() payable',
])

const permits = {
  PermitBatch: [
    { name: 'details', type: 'PermitDetails[]' },
    { name: 'spender', type: 'address' },
    { name: 'sigDeadline', type: 'uint256' },
  ],
  PermitDetails: [
    { name: 'token', type: 'address' },
    { name: 'amount', type: 'uint160' },
    { name: 'expiration', type: 'uint48' },
    { name: 'nonce', type: 'uint48' },
  ],
} as const

export async function openPositions(): Promise<PositionWorld> {
  const arena = await openArena()
  const uniswap = await deployUniswap(arena)
  const { positions, subscriber } = await deployPositions(arena, uniswap)
  const key = privateKeyToAccount(generatePrivateKey())
  const me = key.address
  await arena.exchange.fund('evm', me)
  const wrap = encodeFunctionData({ abi, functionName: 'deposit' })
  await arena.act(me, getAddress(arena.token('WETH').address), wrap, 10n ** 18n)
  const [first, second, third] = ['USDC', 'WETH', 'WBTC']
    .map((symbol) => arena.token(symbol))
    .sort((a, b) => (BigInt(a.address) < BigInt(b.address) ? -1 : 1))
  const pairs = {
    main: [first!, second!],
    other: [first!, third!],
    native: [{ ...arena.token('ETH'), address: zeroAddress }, arena.token('USDC')],
  } as const
  const deposits = { main: depositIn(pairs.main), other: depositIn(pairs.other), native: depositIn(pairs.native) }
  for (const { tokens, liquidity } of Object.values(deposits))
    await openPool(arena, uniswap, poolOf(...tokens), liquidity * 2_000n)
  const sign: PositionWorld['sign'] = ({ tokens, amount0, amount1 }, deadline) => {
    const [expiration, nonce] = [Number(soon()), 0]
    const details = [amount0, amount1].map((amount, place) => ({
      ...{ token: getAddress(tokens[place === 0 ? 0 : 1].address), amount, expiration, nonce },
    }))
    const domain = { name: 'Permit2', chainId: harbor, verifyingContract: getAddress(permit2) }
    const message = { details, spender: positions, sigDeadline: deadline }
    return key.signTypedData({ domain, types: permits, primaryType: 'PermitBatch', message })
  }
  const opening = {
    arena,
    me,
    uniswap,
    positions,
    subscriber,
    deposits,
    sign,
    ids: { main: 0n, other: 0n, native: 0n },
  }
  const ids = {
    main: await mint(opening, 'mint', deposits.main),
    other: await mint(opening, 'mint', deposits.other),
    native: await mint(opening, 'mint of native coin', deposits.native),
  }
  for (const deposit of Object.values(deposits)) await payFees(opening, deposit)
  return { ...opening, ids }
}

/** Someone sells a token for 2,000 dollars in a pool, so its positions have fees. */
async function payFees({ arena, uniswap }: PositionWorld, { tokens, amount0, amount1 }: Deposit): Promise<void> {
  const { act, thief } = arena
  const isNative = tokens[0].isNative
  const [router, units] = [uniswap.routers['2.1.0'], (isNative ? amount1 : amount0) * 8n]
  const [sold, bought] = isNative ? [tokens[1], tokens[0]] : tokens
  for (const { to, data } of behindPermit2(getAddress(sold.address), router, units))
    await act(thief, getAddress(String(to)), hexOf(String(data)))
  const data = filled(swaps.plans['2.1.0'][isNative ? 'native output' : 'one pool'], swaps.placeholders, {
    ...{ input: addressOf(sold), output: addressOf(bought), between: zeroAddress, stranger: thief, recipient: thief },
    ...{ amountIn: word(units), halfIn: word(0n), minimum: word(0n), halfMinimum: word(0n) },
  })
  await act(thief, router, data)
}

function depositIn(tokens: readonly [Token, Token]): Deposit {
  const { tick } = poolOf(...tokens)
  const range = { tickLower: tick - 3_000, tickUpper: tick + 3_000 }
  const sqrtPriceX96 = tickToSqrtPriceX96(tick)
  const amount = toUnits((250 / Number(tokens[0].price)).toFixed(6), tokens[0].decimals)
  return { tokens, ...range, sqrtPriceX96, ...depositFor({ ...range, sqrtPriceX96, given: 'amount0', amount }) }
}

async function mint(world: PositionWorld, plan: PositionPlan, deposit: Deposit): Promise<bigint> {
  const id = BigInt(await read(world, encodeFunctionData({ abi, functionName: 'nextTokenId' })))
  const opening = { ...world, deposits: { ...world.deposits, main: deposit } }
  await carryOut(world, await recordsOf(opening, plan))
  return id
}

async function read({ arena, positions }: PositionWorld, data: Hex): Promise<Hex> {
  return hexOf(String(await arena.rpc(harbor)('eth_call', [{ to: positions, data }, 'latest'])))
}

/** The pool that a plan is about. */
export function placeOf(plan: PositionPlan): Place {
  return plan.includes('native coin') ? 'native' : 'main'
}

export async function dataOf(world: PositionWorld, plan: PositionPlan): Promise<Hex> {
  const { deposits, ids, me, positions: manager, subscriber, sign } = world
  const [deposit, other] = [deposits[placeOf(plan)], deposits.other]
  const { tokens, liquidity } = deposit
  const deadline = soon()
  const isSigned = plan.includes('signature')
  const signed = (value: number) => numberToHex(value, { size: 32, signed: true })
  const [more, less] = [(units: bigint) => (units * 1_005n) / 1_000n, (units: bigint) => (units * 995n) / 1_000n]
  return written(vectors.plans[plan], vectors.placeholders, {
    ...{ token0: addressOf(tokens[0]), token1: addressOf(tokens[1]), between: addressOf(other.tokens[1]) },
    ...{ recipient: me, manager, subscriber },
    ...{ tickLower: signed(deposit.tickLower), tickUpper: signed(deposit.tickUpper) },
    ...{ otherTickLower: signed(other.tickLower), otherTickUpper: signed(other.tickUpper) },
    sqrtPriceX96: word(deposit.sqrtPriceX96),
    ...{ liquidity: word(liquidity), halfLiquidity: word(liquidity / 2n), otherLiquidity: word(other.liquidity / 2n) },
    ...{ maximum0: word(more(deposit.amount0)), maximum1: word(more(deposit.amount1)) },
    ...{ otherMaximum0: word(more(other.amount0 / 2n)), otherMaximum1: word(more(other.amount1 / 2n)) },
    ...{ minimum0: word(less(deposit.amount0)), minimum1: word(less(deposit.amount1)) },
    ...{ halfMinimum0: word(less(deposit.amount0 / 2n)), halfMinimum1: word(less(deposit.amount1 / 2n)) },
    ...{ position: word(ids[placeOf(plan)]), otherPosition: word(ids.other) },
    ...{ deadline: word(deadline), expiration: word(soon()) },
    signature: isSigned ? await sign(maximaOf(deposit), deadline) : hexOf(vectors.placeholders.signature),
  })
}

function maximaOf(deposit: Deposit): Deposit {
  return { ...deposit, amount0: (deposit.amount0 * 1_005n) / 1_000n, amount1: (deposit.amount1 * 1_005n) / 1_000n }
}

const addressOf = ({ address, isNative }: Token) => (isNative ? zeroAddress : getAddress(address))

/** The transactions of a plan: rights or payments, then the call of the position manager. */
export async function recordsOf(world: PositionWorld, plan: PositionPlan): Promise<readonly TransactionRecord[]> {
  const { positions, deposits } = world
  const data = await dataOf(world, plan)
  const deposit = maximaOf(deposits[placeOf(plan)])
  const coins = plan.endsWith('of native coin') && takesTokens(plan) ? deposit.amount0 : 0n
  const call = record({ to: positions, data, value: `${coins}` })
  const rights = takesTokens(plan)
    ? paidBy(world, plan).flatMap(([token, units]) => rightsOf(plan, token, positions, units))
    : []
  return [...rights, call].map((each, order) => ({ ...each, order }))
}

/** Withdrawals and collections pay the person. */
export function isWithdrawal(plan: PositionPlan): boolean {
  return !plan.startsWith('mint') && !plan.includes('increase')
}

/** The withdrawal into another pool takes tokens, too. */
function takesTokens(plan: PositionPlan): boolean {
  return !isWithdrawal(plan) || plan.includes('paid into')
}

/** The intent that the app would have for a plan. */
export function intentOf(world: PositionWorld, plan: PositionPlan): LiquidityIntent {
  const { deposits, ids, me } = world
  const place = placeOf(plan)
  const { tickLower, tickUpper, amount0, amount1, liquidity } = deposits[place]
  if (plan.startsWith('mint')) return depositOf(world, plan)
  if (!isWithdrawal(plan)) return { ...depositOf(world, plan), kind: 'increase', position: ids[place] }
  const { pool } = depositOf(world, plan)
  const minimums = { amount0: (amount0 * 99n) / 100n, amount1: (amount1 * 99n) / 100n }
  const isCollection = plan.startsWith('collection')
  return {
    ...{ kind: 'withdraw', pool, position: ids[place], range: { tickLower, tickUpper }, sender: me, recipient: me },
    liquidity: isCollection ? 0n : liquidity,
    minimums: isCollection ? { amount0: 0n, amount1: 0n } : minimums,
  }
}

export function depositOf({ deposits, me, positions }: PositionWorld, plan: PositionPlan): DepositIntent {
  const { tokens, tickLower, tickUpper, sqrtPriceX96, amount0, amount1 } = maximaOf(deposits[placeOf(plan)])
  const [token0, token1] = tokens
  return {
    kind: 'deposit',
    pool: { token0, token1, feePpm: 3000, positionManager: positions, startTick: undefined },
    pay: [
      { token: token0, units: amount0 },
      { token: token1, units: amount1 },
    ],
    range: { tickLower, tickUpper },
    ...{ toleranceBps: 200, sqrtPriceX96, sender: me, recipient: me },
  }
}

function paidBy({ deposits }: PositionWorld, plan: PositionPlan) {
  const { tokens, amount0, amount1 } = maximaOf(deposits[placeOf(plan)])
  const other = maximaOf(deposits.other)
  const own = [
    [tokens[0], plan === 'mint in two pools' ? amount0 + other.amount0 : amount0],
    [tokens[1], amount1],
  ] as const
  const isBoth = plan === 'mint in two pools' || plan.includes('paid into')
  const whole = isBoth ? [...own, [other.tokens[1], other.amount1] as const] : own
  return whole
    .filter(([{ isNative }]) => !isNative)
    .map(([{ address }, units]) => [getAddress(address), units] as const)
}

function rightsOf(plan: PositionPlan, token: Hex, manager: Hex, units: bigint): readonly TransactionRecord[] {
  if (plan.includes('the manager got before')) {
    const data = encodeFunctionData({ abi: erc20Abi, functionName: 'transfer', args: [manager, units] })
    return [record({ to: token, data })]
  }
  if (plan.includes('signature')) return [record({ type: 'approve', to: token, data: approveData(permit2, units) })]
  return behindPermit2(token, manager, units)
}

export async function carryOut({ arena, me }: PositionWorld, records: readonly TransactionRecord[]): Promise<void> {
  for (const { to, data, value } of records)
    await arena.act(me, getAddress(String(to)), hexOf(String(data)), BigInt(value ?? 0))
}

/** Dollars of the person's tokens, and of all their positions when those are withdrawn. */
export function worth(world: PositionWorld): Promise<number> {
  return onSnapshot(world, async () => {
    const { arena, me } = world
    const next = BigInt(await read(world, encodeFunctionData({ abi, functionName: 'nextTokenId' })))
    for (let id = 1n; id < next; id++) if ((await ownerOf(world, id)) === me) await burn(world, id)
    return arena.value(me)
  })
}

async function ownerOf(world: PositionWorld, id: bigint): Promise<Address | undefined> {
  const data = encodeFunctionData({ abi, functionName: 'ownerOf', args: [id] })
  // A burnt position has no owner: the call reverts.
  const found = await read(world, data).catch(() => undefined)
  return found && decodeFunctionResult({ abi, functionName: 'ownerOf', data: found })
}

async function burn(world: PositionWorld, id: bigint): Promise<void> {
  const functionName = 'getPoolAndPositionInfo'
  const found = await read(world, encodeFunctionData({ abi, functionName, args: [id] }))
  const [{ currency0, currency1 }] = decodeFunctionResult({ abi, functionName, data: found })
  const values = { token0: currency0, token1: currency1, position: word(id), deadline: word(soon()) }
  const least = { minimum0: word(0n), minimum1: word(0n) }
  const all = { ...vectors.placeholders, ...values, ...least } as Record<keyof typeof vectors.placeholders, Hex>
  const data = written(vectors.plans['withdrawal of all, the position is burnt'], vectors.placeholders, all)
  await world.arena.act(world.me, world.positions, data)
}

export async function onSnapshot<T>({ arena }: PositionWorld, work: () => Promise<T>): Promise<T> {
  const node = arena.rpc(harbor)
  const snapshot = await node('evm_snapshot', [])
  try {
    return await work()
  } finally {
    await node('evm_revert', [snapshot])
  }
}
