import { readOwed } from '../../../src/chain/position'
import { burnMinimums } from '../../../src/domain/liquidity/liquidity'
import { checkPlan } from '../../../src/guard/check/checkPlan'
import type { SwapIntent } from '../../../src/guard/intent'
import type { WithdrawIntent } from '../../../src/guard/liquidityIntent'
import type { EvmStep } from '../../../src/guard/plan'
import { noQuote, withdrawSteps } from '../../../src/guard/plan/liquiditySteps'
import { seal } from '../../../src/guard/seal'
import { type Arena, harbor, ratingOf, soon } from '../attacks/adversary'
import { answerOf, record } from '../fixtures'
import { swapOf } from '../localExchange'
import { openPosition, type Position, priceOf, restore, type Shape, shapeOf, takeOut } from './deposit'
import { type hookMoves, hookMovesFor } from './hooks'
import { type MutationName, mutate } from './mutations'
import type { Random } from './random'
import { type Handicap, handicapped, type Trial } from './trial'
import { sendInOrder, type World } from './world'

/* Withdrawals: the app builds them itself, so what is changed here comes out of a forged journal. */

const names: readonly MutationName[] = [
  ...([
    'recipient',
    'amount',
    'minimum',
    'deadline',
    'target',
    'batch',
    'extra step',
    'order',
    'value',
    'chain',
  ] as const),
]

export type WithdrawalOptions = Handicap & {
  readonly mutations?: boolean
  readonly names?: readonly MutationName[]
  /** How often every token has hooks. Two in three pools then have a token that no settings name. */
  readonly hooks?: number
  readonly move?: (typeof hookMoves)[number]
  /** Whether the app reads the owed fees, without which a payout in native coins does not require them. */
  readonly readsOwed?: boolean
}

/** A withdrawal of a position that the person opened, changed, after a push of the price, and before it is taken back. */
export async function tryWithdrawal(
  world: World,
  random: Random,
  { without, mutations = true, names: allowed = names, hooks = 0, move, readsOwed = true }: WithdrawalOptions = {},
): Promise<Trial | undefined> {
  const { arena, cast } = world
  const { other, isInCoins } = shapeOf(random)
  const shape = { other: hooks > 0 ? other : 'USDC', isInCoins: false } as const
  const swap = swapOf(arena.token('WETH'), '0.5', arena.token(shape.other), arena.me)
  const percent = random.pick([0, 0, 0.4, 30, -30])
  const hook = random.chance(hooks) ? (move ?? random.pick(hookMovesFor(shape.other))) : undefined
  const isAllowed = hook !== undefined && random.chance(0.5)
  return world.onSnapshot(async () => {
    const position = await openPosition(arena, shape)
    if (!position) return undefined
    if (isAllowed) await world.allowEarlier()
    const start = await priceOf(arena, shape)
    if (hooks > 0) await earnFees(world, swap, start, shape)
    const whole = await world.onSnapshot(async () => {
      await takeOut(arena)
      return world.worth()
    })
    const liquidity = random.chance(0.7)
      ? position.liquidity
      : hooks > 0 && random.chance(0.5)
        ? 0n
        : position.liquidity / 3n
    const coin = isInCoins ? arena.token('ETH') : undefined
    const owed = readsOwed
      ? await readOwed(arena.rpc(harbor), { manager: arena.manager, id: position.id, owner: arena.me })
      : undefined
    const intent = { ...(await withdrawalOf(arena, position, { liquidity, coin, shape })), ...(owed && { owed }) }
    const { wrappedNative: wrapped } = arena.chains.find(({ chainId }) => chainId === harbor)!
    const [honest] = withdrawSteps(intent, { time: await world.time(), wrapped })
    if (!honest) return undefined
    const chosen = mutations
      ? Array.from({ length: random.pick(hooks > 0 ? [0, 1, 1, 2] : [1, 1, 2]) }, () => random.pick(allowed))
      : []
    const asked = answerOf([record({ to: honest.to, data: honest.data })])
    const draft = { intent: swap, time: soon() }
    const answer = chosen.reduce<typeof asked | undefined>(
      (before, name) => before && mutate({ ...draft, answer: before }, name, cast, random),
      asked,
    )
    if (!answer) return undefined
    const steps = answer.transactions.map(
      ({ to = honest.to, data, value }, index): EvmStep => ({
        ...{ ...honest, index, to, data: String(data) },
        value: /^(\d+|0x[0-9a-f]+)$/i.test(value ?? '') ? BigInt(value ?? 0) : 0n,
      }),
    )
    const plan = seal({ intent, steps, quote: noQuote, receivedAt: Date.now() })
    const natives = arena.tokens.filter(({ isNative }) => isNative)
    const options = { now: Date.now(), account: arena.me, chains: arena.chains, natives }
    const checked = handicapped(await checkPlan(plan, { nodes: (chainId) => arena.nodes(chainId) }, options), without)
    const { findings } = checked.verdict
    const codes = findings.filter(({ severity }) => severity === 'block' || severity === 'warn').map(({ code }) => code)
    const rating = ratingOf(checked)
    const pool = `${coin ? 'ETH' : 'WETH'} and ${shape.other}${isAllowed ? ' after an earlier allowance' : ''}`
    const name = `withdrawal of ${liquidity} in ${pool}, pushed ${percent} %: ${chosen.join(', ')}`
    if (rating === 'blocked') return { name, rating, codes, tolerance: 0, loss: undefined, move: '' }
    if (percent !== 0) await world.push(swap, percent)
    if (hook) await world.moves[hook]?.(swap)
    await sendInOrder(arena, steps)
    await world.disarm()
    await restore(world, start, shape)
    await takeOut(arena)
    const loss = whole - (await world.worth())
    // The minimums of the call are half a percent below what the position is worth; a claim of fees brings all of them.
    const tolerance = liquidity === 0n && percent === 0 ? 10 : 3_200 * 0.01 + 15
    return { name, rating, codes, loss, tolerance, move: hook ?? 'pushes the price, and back' }
  })
}

/** The thief sells and buys back: the position earns fees of some dollars. */
async function earnFees(world: World, swap: SwapIntent, start: bigint, shape: Shape): Promise<void> {
  for (const percent of [40, -40, 40, -40]) {
    await world.push(swap, percent)
    await restore(world, start, shape)
  }
}

type Part = {
  readonly liquidity: bigint
  readonly coin: WithdrawIntent['coin'] | undefined
  readonly shape: Shape
}

async function withdrawalOf(arena: Arena, { id, opened }: Position, { liquidity, coin, shape }: Part) {
  const { pool, range, sender, recipient } = opened
  const priced = { ...range, sqrtPriceX96: await priceOf(arena, shape) }
  const none = { amount0: 0n, amount1: 0n }
  const minimums = liquidity === 0n ? none : burnMinimums({ ...priced, liquidity, toleranceBps: 50 })
  const intent: WithdrawIntent = {
    ...{ kind: 'withdraw', pool, range, position: id, liquidity, minimums, sender, recipient },
    ...(coin && { coin }),
  }
  return intent
}
