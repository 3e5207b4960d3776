import { encodeFunctionData } from 'viem'
import { burnMinimums } from '../../../src/domain/liquidity/liquidity'
import { checkPlan } from '../../../src/guard/check/checkPlan'
import type { WithdrawIntent } from '../../../src/guard/liquidityIntent'
import type { EvmStep } from '../../../src/guard/plan'
import { noQuote, withdrawSteps } from '../../../src/guard/plan/liquiditySteps'
import { seal } from '../../../src/guard/seal'
import { type Arena, harbor, periphery, ratingOf, soon } from '../attacks/adversary'
import { answerOf, record } from '../fixtures'
import { swapOf } from '../localExchange'
import { depositAnswer, depositIntent, priceOf, read, restore, takeOut } from './deposit'
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

export type WithdrawalOptions = Handicap & { readonly mutations?: boolean; readonly names?: readonly MutationName[] }

/** A withdrawal of a position that the person opened, changed, after a push of the price, and before it is taken back. */
export async function tryWithdrawal(
  world: World,
  random: Random,
  { without, mutations = true, names: allowed = names }: WithdrawalOptions = {},
): Promise<Trial | undefined> {
  const { arena, cast } = world
  const swap = swapOf(arena.token('WETH'), '0.5', arena.token('USDC'), arena.me)
  const percent = random.pick([0, 0, 0.4, 30, -30])
  return world.onSnapshot(async () => {
    const position = await openPosition(arena)
    if (!position) return undefined
    const start = await priceOf(arena)
    const whole = await world.onSnapshot(async () => {
      await takeOut(arena)
      return arena.value(arena.me)
    })
    const isAll = random.chance(0.7)
    const coin = random.chance(0.4) ? arena.token('ETH') : undefined
    const intent = await withdrawalOf(arena, position, { isAll, coin })
    const { wrappedNative: wrapped } = arena.chains.find(({ chainId }) => chainId === harbor)!
    const [honest] = withdrawSteps(intent, { time: await world.time(), wrapped })
    if (!honest) return undefined
    const chosen = mutations ? Array.from({ length: random.pick([1, 1, 2]) }, () => random.pick(allowed)) : []
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
    const name = `withdrawal, pushed ${percent} %: ${chosen.join(', ')}`
    if (rating === 'blocked') return { name, rating, codes, tolerance: 0, loss: undefined, move: '' }
    if (percent !== 0) await world.push(swap, percent)
    await sendInOrder(arena, steps)
    await restore(world, start)
    await takeOut(arena)
    const loss = whole - (await arena.value(arena.me))
    // The minimums of the call are half a percent below what the position is worth.
    return { name, rating, codes, loss, tolerance: 3_200 * 0.01 + 15, move: 'pushes the price, and back' }
  })
}

type Position = {
  readonly id: bigint
  readonly liquidity: bigint
  readonly opened: Awaited<ReturnType<typeof depositIntent>>
}

async function openPosition(arena: Arena): Promise<Position | undefined> {
  const { me, manager } = arena
  const opened = await depositIntent(arena)
  const { transactions } = await depositAnswer(arena, opened)
  for (const { to, data } of transactions) await arena.send(harbor, { from: me, to: to!, data: String(data) })
  const call = (data: Parameters<typeof read>[2]) => read(arena, manager, data)
  const count = BigInt(await call(encodeFunctionData({ abi: periphery, functionName: 'balanceOf', args: [me] })))
  if (count === 0n) return undefined
  const last = [me, count - 1n] as const
  const id = BigInt(await call(encodeFunctionData({ abi: periphery, functionName: 'tokenOfOwnerByIndex', args: last })))
  const fields = await call(encodeFunctionData({ abi: periphery, functionName: 'positions', args: [id] }))
  return { id, opened, liquidity: BigInt(`0x${fields.slice(2 + 7 * 64, 2 + 8 * 64)}`) }
}

type Part = { readonly isAll: boolean; readonly coin: WithdrawIntent['coin'] | undefined }

async function withdrawalOf(arena: Arena, { id, liquidity: all, opened }: Position, { isAll, coin }: Part) {
  const { pool, range, sender, recipient } = opened
  const liquidity = isAll ? all : all / 3n
  const minimums = burnMinimums({ ...range, sqrtPriceX96: await priceOf(arena), liquidity, toleranceBps: 50 })
  const intent: WithdrawIntent = {
    ...{ kind: 'withdraw', pool, range, position: id, liquidity, minimums, sender, recipient },
    ...(coin && { coin }),
  }
  return intent
}
