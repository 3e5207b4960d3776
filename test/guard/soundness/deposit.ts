import { encodeFunctionData, getAddress, type Hex, isHex, maxUint128 } from 'viem'
import { readExistingAllowance } from '../../../src/chain/allowance'
import { depositFor } from '../../../src/domain/liquidity/deposit'
import { sqrtPriceX96ToTick, usableTick } from '../../../src/domain/liquidity/tick'
import { checkPlan } from '../../../src/guard/check/checkPlan'
import type { DepositIntent } from '../../../src/guard/liquidityIntent'
import { depositSteps } from '../../../src/guard/plan/liquiditySteps'
import { planTransactions } from '../../../src/guard/plan/planTransactions'
import type { SwapAnswer } from '../../../src/protocol/serviceMessages'
import { type Arena, harbor, periphery, ratingOf, soon, sorted } from '../attacks/adversary'
import { answerOf, record } from '../fixtures'
import { swapOf } from '../localExchange'
import { type MutationName, mutate } from './mutations'
import type { Random } from './random'
import { type Handicap, handicapped, type Trial } from './trial'
import { sendInOrder, sendTogether, type World } from './world'

/* Deposits: the calldata of the app's own deposit, changed, into a pool whose price was pushed, or is pushed afterwards. */

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
]

export type DepositOptions = Handicap & {
  readonly mutations?: boolean
  readonly pushes?: readonly number[]
  /** How often the wallet batches. */
  readonly batches?: number
}

export async function tryDeposit(
  world: World,
  random: Random,
  { without, mutations = true, pushes = [0, 0, 3, 30, -30, 400], batches = 0 }: DepositOptions = {},
): Promise<Trial | undefined> {
  const { arena, cast } = world
  const swap = swapOf(arena.token('WETH'), '0.5', arena.token('USDC'), arena.me)
  const percent = random.pick(pushes)
  return world.onSnapshot(async () => {
    const start = await priceOf(arena)
    if (percent !== 0) await world.push(swap, percent)
    const intent = await depositIntent(arena)
    const honest = await depositAnswer(arena, intent)
    const chosen = mutations ? Array.from({ length: random.pick([0, 1, 1, 2]) }, () => random.pick(names)) : []
    const answer = chosen.reduce<SwapAnswer | undefined>(
      (before, name) => before && mutate({ answer: before, intent: swap, time: soon() }, name, cast, random),
      honest,
    )
    if (!answer) return undefined
    const isBatched = random.chance(batches)
    const name = `deposit${isBatched ? ' in a batch' : ''}, pushed ${percent} %: ${chosen.join(', ')}`
    const natives = arena.tokens.filter(({ isNative }) => isNative)
    const nothing = { name, tolerance: 0, loss: undefined, move: '' }
    const planned = planTransactions(intent, answer.transactions, {
      receivedAt: Date.now(),
      chains: arena.chains,
      natives,
    })
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
    const before = await arena.value(arena.me)
    if (checked.plan.assertion) await sendTogether(arena, checked.plan)
    else await sendInOrder(arena, checked.plan.steps)
    await restore(world, start)
    await takeOut(arena)
    const loss = before - (await arena.value(arena.me))
    const paid = 2 * 0.5 * Number(arena.token('WETH').price)
    // The tolerance of the deposit, the move that the review lets pass, and the fees of the network and the pool.
    return { name, rating, codes, loss, tolerance: paid * 0.06 + 15, move: 'pushes the price back' }
  })
}

function pairOf(arena: Arena) {
  return sorted(arena.token('USDC').address, arena.token('WETH').address)
}

export async function read(arena: Arena, to: string, data: Hex): Promise<Hex> {
  const answer = await arena.rpc(harbor)('eth_call', [{ to, data }, 'latest'])
  if (!isHex(answer)) throw new Error('The node answered nothing.')
  return answer
}

async function poolOf(arena: Arena) {
  const args = [...pairOf(arena), fee] as const
  const found = await read(arena, arena.factory, encodeFunctionData({ abi: periphery, functionName: 'getPool', args }))
  return getAddress(`0x${found.slice(-40)}`)
}

export async function priceOf(arena: Arena): Promise<bigint> {
  const slot = await read(arena, await poolOf(arena), encodeFunctionData({ abi: periphery, functionName: 'slot0' }))
  return BigInt(slot.slice(0, 66))
}

export async function depositIntent(arena: Arena): Promise<DepositIntent> {
  const sqrtPriceX96 = await priceOf(arena)
  const [token0, token1] = pairOf(arena).map(
    (each) => arena.tokens.find((token) => !token.isNative && getAddress(token.address) === each)!,
  )
  if (!token0 || !token1) throw new Error('The pair is not listed.')
  const tick = usableTick(sqrtPriceX96ToTick(sqrtPriceX96), 60)
  const range = { tickLower: tick - 1_800, tickUpper: tick + 1_800 }
  const given = token0.symbol === 'WETH' ? 'amount0' : 'amount1'
  const { amount0, amount1 } = depositFor({ ...range, sqrtPriceX96, given, amount: 5n * 10n ** 17n })
  return {
    kind: 'deposit',
    pool: {
      token0,
      token1,
      feePpm: fee,
      positionManager: arena.manager,
      address: await poolOf(arena),
      startTick: undefined,
    },
    pay: [
      { token: token0, units: amount0 },
      { token: token1, units: amount1 },
    ],
    ...{ range, toleranceBps: 200, sqrtPriceX96, sender: arena.me, recipient: arena.me },
  }
}

export async function depositAnswer(arena: Arena, intent: DepositIntent): Promise<SwapAnswer> {
  const ask = arena.rpc(harbor)
  const allowances = await Promise.all(
    intent.pay.map(({ token, units }) => readExistingAllowance(ask, token.address, [arena.me, arena.manager], units)),
  )
  const wrapped = arena.chains.find(({ chainId }) => chainId === harbor)?.wrappedNative
  const steps = depositSteps(intent, { receivedAt: Date.now(), time: soon() - 600n, allowances, wrapped })
  return answerOf(
    steps.flatMap((step) => (step.kind === 'evm' ? [record({ to: step.to, data: step.data, type: null })] : [])),
  )
}

/** The attacker moves the price back. */
export async function restore({ arena }: World, price: bigint): Promise<void> {
  const now = await priceOf(arena)
  if (now === price) return
  const [token0, token1] = pairOf(arena)
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
