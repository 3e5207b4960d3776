import { encodeFunctionData, getAddress, type Hex, isHex, maxUint128 } from 'viem'
import { readExistingAllowance } from '../../../src/chain/allowance'
import { depositFor } from '../../../src/domain/liquidity/deposit'
import { sqrtPriceX96ToTick, usableTick } from '../../../src/domain/liquidity/tick'
import type { Token } from '../../../src/domain/token'
import type { PlanningContext } from '../../../src/guard/answer/parsedAnswer'
import { checkPlan } from '../../../src/guard/check/checkPlan'
import { type DepositIntent, type PayingIntent, tokensPaid } from '../../../src/guard/liquidityIntent'
import type { Planned } from '../../../src/guard/plan'
import { depositSteps } from '../../../src/guard/plan/liquiditySteps'
import { planTransactions } from '../../../src/guard/plan/planTransactions'
import { seal } from '../../../src/guard/seal'
import type { SwapAnswer } from '../../../src/protocol/serviceMessages'
import { type Arena, harbor, periphery, ratingOf, soon, sorted } from '../attacks/adversary'
import { answerOf, record } from '../fixtures'
import { swapOf } from '../localExchange'
import { hookMoves } from './hooks'
import { type MutationName, mutate } from './mutations'
import type { Random } from './random'
import { type Traded, traded } from './traded'
import { type Handicap, handicapped, type Trial } from './trial'
import { sendInOrder, sendTogether, type World } from './world'

/*
 * Deposits and increases: the calldata of the app's own one, changed, into a pool whose price was pushed, or is pushed
 * afterwards. Two in three pools have a token that no settings name.
 */

const fee = 3000
const names: readonly MutationName[] = [
  'recipient',
  'amount',
  'minimum',
  'token',
  'tier',
  'deadline',
  'target',
  'spender',
  'order',
  'batch',
  'value',
  'extra step',
]

export type DepositOptions = Handicap & {
  readonly mutations?: boolean
  readonly pushes?: readonly number[]
  /** How often the wallet batches. */
  readonly batches?: number
  /** How often every token has hooks. The manager then may take wrapped coins by an earlier allowance half of the time. */
  readonly hooks?: number
  readonly move?: (typeof hookMoves)[number]
}

/** The pool's token next to the wrapped coin, and whether the native coin is paid or paid out in its place. */
export type Shape = { readonly other: 'USDC' | Traded; readonly isInCoins: boolean }
const plain: Shape = { other: 'USDC', isInCoins: false }

export function shapeOf(random: Random): Shape {
  return { other: random.pick<Shape['other']>(['USDC', ...traded]), isInCoins: random.chance(0.5) }
}

export async function tryDeposit(
  world: World,
  random: Random,
  { without, mutations = true, pushes = [0, 0, 3, 30, -30, 400], batches = 0, hooks = 0, move }: DepositOptions = {},
): Promise<Trial | undefined> {
  const { arena, cast } = world
  const shape = hooks > 0 ? shapeOf(random) : plain
  const swap = swapOf(arena.token('WETH'), '0.5', arena.token(shape.other), arena.me)
  const percent = random.pick(pushes)
  const hook = random.chance(hooks) ? (move ?? random.pick(hookMoves)) : undefined
  const [isAllowed, isIncrease] = [hook !== undefined && random.chance(0.5), hooks > 0 && random.chance(0.3)]
  return world.onSnapshot(async () => {
    const start = await priceOf(arena, shape)
    if (isAllowed) await world.allowEarlier()
    const position = isIncrease ? await openPosition(arena, shape) : undefined
    if (percent !== 0) await world.push(swap, percent)
    const opened = await depositIntent(arena, shape)
    const intent: PayingIntent = position ? { ...opened, kind: 'increase', position: position.id } : opened
    const honest = await depositAnswer(arena, intent)
    const chosen = mutations ? Array.from({ length: random.pick([0, 1, 1, 2]) }, () => random.pick(names)) : []
    const answer = chosen.reduce<SwapAnswer | undefined>(
      (before, name) => before && mutate({ answer: before, intent: swap, time: soon() }, name, cast, random),
      honest,
    )
    if (!answer) return undefined
    const isBatched = random.chance(batches)
    const name = [
      `${intent.kind} of ${shape.isInCoins ? 'ETH' : 'WETH'} and ${shape.other}${isBatched ? ' in a batch' : ''}`,
      `${isAllowed ? ' after an earlier allowance' : ''}, pushed ${percent} %: ${chosen.join(', ')}`,
    ].join('')
    const natives = arena.tokens.filter(({ isNative }) => isNative)
    const nothing = { name, tolerance: 0, loss: undefined, move: '' }
    const known = { receivedAt: Date.now(), chains: arena.chains, natives }
    const planned = plannedFor(intent, answer, known)
    if (planned.is === 'refused')
      return { ...nothing, rating: 'blocked', codes: planned.findings.map(({ code }) => code) }
    const options = { now: Date.now(), account: arena.me, chains: arena.chains, natives }
    const ports = { nodes: (chainId: number) => arena.nodes(chainId) }
    const checked = handicapped(
      await checkPlan(planned.plan, ports, { ...options, ...(isBatched && { batches: 'supported' }) }),
      without,
    )
    const codes = checked.verdict.findings
      .filter(({ severity }) => severity === 'block' || severity === 'warn')
      .map(({ code }) => code)
    const rating = ratingOf(checked)
    if (rating === 'blocked') return { ...nothing, rating, codes }
    const before = await worthOf(world, start, shape)
    if (hook) await world.moves[hook]?.(swap)
    if (checked.plan.assertion) await sendTogether(arena, checked.plan)
    else await sendInOrder(arena, checked.plan.steps)
    await world.disarm()
    const loss = before - (await worthOf(world, start, shape))
    const paid = 2 * 0.5 * Number(arena.token('WETH').price)
    // The tolerance of the deposit, the move that the review lets pass, and the fees of the network and the pool.
    return { name, rating, codes, loss, tolerance: paid * 0.06 + 15, move: hook ?? 'pushes the price back' }
  })
}

/** An increase has the same transactions; the app builds it itself, so a changed one is out of a forged journal. */
function plannedFor(intent: PayingIntent, { transactions }: SwapAnswer, known: PlanningContext): Planned<PayingIntent> {
  const planned = planTransactions({ ...intent, kind: 'deposit' }, transactions, known)
  return planned.is === 'refused' ? planned : { is: 'plan', plan: seal({ ...planned.plan, intent }) }
}

/** Dollars of the person once the attacker has moved the price back and all positions are taken out. */
async function worthOf(world: World, start: bigint, shape: Shape): Promise<number> {
  return world.onSnapshot(async () => {
    await restore(world, start, shape)
    await takeOut(world.arena)
    return world.worth()
  })
}

function pairOf(arena: Arena, { other }: Pick<Shape, 'other'>) {
  return sorted(arena.token(other).address, arena.token('WETH').address)
}

export async function read(arena: Arena, to: string, data: Hex): Promise<Hex> {
  const answer = await arena.rpc(harbor)('eth_call', [{ to, data }, 'latest'])
  if (!isHex(answer)) throw new Error('The node answered nothing.')
  return answer
}

async function poolOf(arena: Arena, shape: Shape) {
  const args = [...pairOf(arena, shape), fee] as const
  const found = await read(arena, arena.factory, encodeFunctionData({ abi: periphery, functionName: 'getPool', args }))
  return getAddress(`0x${found.slice(-40)}`)
}

export async function priceOf(arena: Arena, shape = plain): Promise<bigint> {
  const slot = await read(
    arena,
    await poolOf(arena, shape),
    encodeFunctionData({ abi: periphery, functionName: 'slot0' }),
  )
  return BigInt(slot.slice(0, 66))
}

export async function depositIntent(arena: Arena, shape = plain): Promise<DepositIntent> {
  const sqrtPriceX96 = await priceOf(arena, shape)
  const [token0, token1] = pairOf(arena, shape).map(
    (each) => [arena.token(shape.other), arena.token('WETH')].find(({ address }) => getAddress(address) === each)!,
  )
  if (!token0 || !token1) throw new Error('The pair is not listed.')
  const tick = usableTick(sqrtPriceX96ToTick(sqrtPriceX96), 60)
  const range = { tickLower: tick - 1_800, tickUpper: tick + 1_800 }
  const given = token0.symbol === 'WETH' ? 'amount0' : 'amount1'
  const paid = (token: Token) => (shape.isInCoins && token.symbol === 'WETH' ? arena.token('ETH') : token)
  const { amount0, amount1 } = depositFor({ ...range, sqrtPriceX96, given, amount: 5n * 10n ** 17n })
  return {
    kind: 'deposit',
    pool: {
      token0,
      token1,
      feePpm: fee,
      positionManager: arena.manager,
      address: await poolOf(arena, shape),
      startTick: undefined,
    },
    pay: [
      { token: paid(token0), units: amount0 },
      { token: paid(token1), units: amount1 },
    ],
    ...{ range, toleranceBps: 200, sqrtPriceX96, sender: arena.me, recipient: arena.me },
  }
}

export async function depositAnswer(arena: Arena, intent: PayingIntent): Promise<SwapAnswer> {
  const ask = arena.rpc(harbor)
  const allowances = await Promise.all(
    tokensPaid(intent).map(({ token, units }) =>
      readExistingAllowance(ask, token.address, [arena.me, arena.manager], units),
    ),
  )
  const wrapped = arena.chains.find(({ chainId }) => chainId === harbor)?.wrappedNative
  const steps = depositSteps(intent, { receivedAt: Date.now(), time: soon() - 600n, allowances, wrapped })
  return answerOf(
    steps.flatMap((step) =>
      step.kind === 'evm' ? [record({ to: step.to, data: step.data, value: `${step.value}`, type: null })] : [],
    ),
  )
}

export type Position = {
  readonly id: bigint
  readonly liquidity: bigint
  readonly opened: Awaited<ReturnType<typeof depositIntent>>
}

export async function openPosition(arena: Arena, shape = plain): Promise<Position | undefined> {
  const { me, manager } = arena
  const opened = await depositIntent(arena, shape)
  const { transactions } = await depositAnswer(arena, opened)
  for (const { to, data, value } of transactions)
    await arena.send(harbor, { from: me, to: to!, data: String(data), value: BigInt(value ?? 0) })
  const call = (data: Parameters<typeof read>[2]) => read(arena, manager, data)
  const count = BigInt(await call(encodeFunctionData({ abi: periphery, functionName: 'balanceOf', args: [me] })))
  if (count === 0n) return undefined
  const last = [me, count - 1n] as const
  const id = BigInt(await call(encodeFunctionData({ abi: periphery, functionName: 'tokenOfOwnerByIndex', args: last })))
  const fields = await call(encodeFunctionData({ abi: periphery, functionName: 'positions', args: [id] }))
  return { id, opened, liquidity: BigInt(`0x${fields.slice(2 + 7 * 64, 2 + 8 * 64)}`) }
}

/** The attacker moves the price back. */
export async function restore({ arena }: World, price: bigint, shape = plain): Promise<void> {
  const now = await priceOf(arena, shape)
  if (now === price) return
  const [token0, token1] = pairOf(arena, shape)
  const [tokenIn, tokenOut] = price < now ? [token0, token1] : [token1, token0]
  const params = {
    ...{ tokenIn, tokenOut, fee, recipient: arena.thief, deadline: soon() * 2n },
    ...{ amountIn: 10n ** 26n, amountOutMinimum: 0n, sqrtPriceLimitX96: price },
  }
  await arena.act(
    arena.thief,
    arena.router,
    encodeFunctionData({ abi: periphery, functionName: 'exactInputSingle', args: [params] }),
  )
}

export async function takeOut(arena: Arena): Promise<void> {
  const { me, manager } = arena
  const count = BigInt(
    await read(arena, manager, encodeFunctionData({ abi: periphery, functionName: 'balanceOf', args: [me] })),
  )
  for (let place = 0n; place < count; place++) {
    const tokenId = BigInt(
      await read(
        arena,
        manager,
        encodeFunctionData({ abi: periphery, functionName: 'tokenOfOwnerByIndex', args: [me, place] }),
      ),
    )
    const fields = await read(
      arena,
      manager,
      encodeFunctionData({ abi: periphery, functionName: 'positions', args: [tokenId] }),
    )
    const liquidity = BigInt(`0x${fields.slice(2 + 7 * 64, 2 + 8 * 64)}`)
    if (liquidity === 0n) continue
    const decrease = { tokenId, liquidity, amount0Min: 0n, amount1Min: 0n, deadline: soon() * 2n }
    const collect = { tokenId, recipient: me, amount0Max: maxUint128, amount1Max: maxUint128 }
    await arena.act(
      me,
      manager,
      encodeFunctionData({ abi: periphery, functionName: 'decreaseLiquidity', args: [decrease] }),
    )
    await arena.act(me, manager, encodeFunctionData({ abi: periphery, functionName: 'collect', args: [collect] }))
  }
}
