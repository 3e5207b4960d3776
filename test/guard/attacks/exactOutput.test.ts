import { encodeFunctionData, getAddress, type Hex } from 'viem'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { maxSqrtPriceX96, minSqrtPriceX96 } from '../../../src/domain/liquidity/tick'
import type { SwapAnswer } from '../../../src/protocol/serviceMessages'
import { approveData, multicallData } from '../fixtures'
import { swapOf } from '../localExchange'
import {
  type Arena,
  addLiquidity,
  judge,
  type OwnPool,
  openArena,
  openPool,
  periphery,
  pullLiquidity,
  soon,
  sorted,
  statedMinimum,
  tickAt,
} from './adversary'

/*
 * C1: v3 routers check what an exact-output swap pays out only where it has no price limit. With one they take what the
 * pool takes until the price is reached, and pay out any result.
 */

let arena: Arena
beforeAll(async () => {
  arena = await openArena()
  await bait()
})
afterAll(() => arena.exchange.stop())

const fee = 10_000
const spacing = 200

const intentOf = () => swapOf(arena.token('USDC'), '500', arena.token('WETH'), arena.me)
const sold = () => getAddress(arena.token('USDC').address)
const bought = () => getAddress(arena.token('WETH').address)
const isSoldFirst = () => poolOf().token0 === sold()

function poolOf(): OwnPool {
  const [token0, token1] = sorted(sold(), bought())
  return { token0, token1, fee }
}

/** The tick of a price in dollars; pools count their second token for their first. */
function tickOf(price: number): number {
  const raw = price * 1e-12
  return tickAt(isSoldFirst() ? 1 / raw : raw, spacing)
}

/** Amounts in the pool's order. */
function inOrder(usdc: bigint, weth: bigint): readonly [bigint, bigint] {
  return isSoldFirst() ? [usdc, weth] : [weth, usdc]
}

/** A pool of the thief's own that looks better than any other while it is looked at. */
async function bait(): Promise<void> {
  const tick = tickOf(Number(arena.token('WETH').price) * 0.98)
  await openPool(arena, poolOf(), tick, inOrder(9_000_000_000n, 3n * 10n ** 18n), [tick - 4_000, tick + 4_000])
}

/** Once the plan was looked at: all the liquidity is gone but for a little WETH at twenty thousand million dollars. */
async function spring(): Promise<void> {
  await pullLiquidity(arena)
  const tick = tickOf(2e10)
  await addLiquidity(arena, poolOf(), inOrder(0n, 24_500_000_000n), [tick, tick + spacing])
}

function answerWith(answer: SwapAnswer, data: Hex): SwapAnswer {
  const [approve, swap] = [answer.transactions[0]!, answer.transactions.at(-1)!]
  const transactions = [
    { ...approve, to: sold(), data: approveData(arena.router, 500_000_000n), order: 0 },
    { ...swap, to: arena.router, data, order: 1 },
  ]
  return { ...answer, transactions }
}

function exactOutput(amountOut: bigint, limit: bigint): Hex {
  const params = {
    ...{ tokenIn: sold(), tokenOut: bought(), fee, recipient: arena.me, deadline: soon() },
    ...{ amountOut, amountInMaximum: 500_000_000n, sqrtPriceLimitX96: limit },
  }
  return encodeFunctionData({ abi: periphery, functionName: 'exactOutputSingle', args: [params] })
}

const farthest = () => (isSoldFirst() ? minSqrtPriceX96 + 1n : maxSqrtPriceX96 - 1n)

async function judged(make: (minimum: bigint) => Hex) {
  const intent = intentOf()
  const answer = await arena.ask(intent)
  const tampered = answerWith(answer, make(statedMinimum(answer, intent.buy)))
  const verdict = await judge(arena, intent, tampered)
  const { plan } = verdict.plan ? verdict : await plainPlan(intent, tampered)
  return { ...verdict, plan }
}

async function plainPlan(intent: ReturnType<typeof intentOf>, answer: SwapAnswer) {
  const planned = await arena.plan(intent, answer)
  if (planned.is === 'refused') throw new Error(JSON.stringify(planned.findings))
  return planned
}

describe('C1 an exact-output swap with a price limit', () => {
  test('takes all the money for next to nothing once its pool is emptied', async () => {
    const { plan } = await judged((minimum) => exactOutput(minimum, farthest()))
    expect(await arena.lossOf(plan!)).toBeLessThan(15)
    expect(await arena.lossOf(plan!, spring)).toBeGreaterThan(490)
  })

  test('an exact-output swap with a price limit is blocked', async () => {
    expect(await judged((minimum) => exactOutput(minimum, farthest()))).toMatchObject({ rating: 'blocked' })
  })

  test('an exact-output swap with a price limit is blocked inside a batch', async () => {
    const data = await judged((minimum) => multicallData(exactOutput(minimum, farthest())))
    expect(data).toMatchObject({ rating: 'blocked' })
  })

  test('an exact-output swap with an unreachable price limit is blocked', async () => {
    expect(await judged((minimum) => exactOutput(minimum, 1n))).toMatchObject({ rating: 'blocked' })
  })

  test('passes without a limit, for then the router insists on what it pays out', async () => {
    const { plan, rating } = await judged((minimum) => exactOutput(minimum, 0n))
    expect(rating).not.toBe('blocked')
    expect(await arena.lossOf(plan!, spring)).toBeLessThan(15)
  })
})
