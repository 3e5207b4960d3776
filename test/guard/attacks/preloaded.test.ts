import { type Address, encodeFunctionData, getAddress, type Hex, parseAbi } from 'viem'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { SwapIntent } from '../../../src/guard/intent'
import type { SwapAnswer } from '../../../src/protocol/serviceMessages'
import { approveData, record } from '../fixtures'
import { swapOf } from '../localExchange'
import { type Arena, judge, openArena, periphery, soon, statedMinimum } from './adversary'

/*
 * The thief puts the whole minimum into the router, where anyone may take it: a second transaction pays it out to the
 * person when it is simulated. The first one, which sells everything, insists on nothing.
 */

let arena: Arena
const abi = parseAbi(['function unwrapWETH9(uint256 amountMinimum, address recipient) payable'])

beforeAll(async () => {
  arena = await openArena()
})
afterAll(() => arena.exchange.stop())

const weth = () => getAddress(arena.token('WETH').address)

type Quoted = { readonly intent: SwapIntent; readonly answer: SwapAnswer; readonly minimum: bigint }

/**
 * The answer to a swap of dollars for the native coin, and its minimum in the router, in wrapped coins of the thief's.
 */
async function preloaded(): Promise<Quoted> {
  const intent = swapOf(arena.token('USDC'), '500', arena.token('ETH'), arena.me)
  const answer = await arena.ask(intent)
  const minimum = statedMinimum(answer, intent.buy)
  const { act, thief, router } = arena
  await act(thief, weth(), encodeFunctionData({ abi: periphery, functionName: 'deposit' }), minimum)
  await act(thief, weth(), encodeFunctionData({ abi: periphery, functionName: 'transfer', args: [router, minimum] }))
  return { intent, answer, minimum }
}

function bought({ intent }: Quoted, least: bigint, recipient: Address = arena.me): Hex {
  const params = {
    ...{ tokenIn: getAddress(intent.sell.token.address), tokenOut: weth(), fee: 3000, recipient, deadline: soon() },
    ...{ amountIn: intent.sell.units, amountOutMinimum: least, sqrtPriceLimitX96: 0n },
  }
  return encodeFunctionData({ abi: periphery, functionName: 'exactInputSingle', args: [params] })
}

function listed({ intent, answer }: Quoted, ...data: readonly Hex[]): SwapAnswer {
  const approve = { to: intent.sell.token.address, data: approveData(arena.router, intent.sell.units), type: 'approve' }
  const calls = [approve, ...data.map((each) => ({ to: arena.router, data: each, type: 'transaction' }))]
  return { ...answer, transactions: calls.map((each, order) => ({ ...record(each), order })) }
}

const unwrapped = (least: bigint) => encodeFunctionData({ abi, functionName: 'unwrapWETH9', args: [least, arena.me] })

test('V-054 V-056 leftover native coin in the router guarantees nothing, and the swap before must have a minimum', async () => {
  const quoted = await preloaded()
  const { rating, codes, plan } = await judge(
    arena,
    quoted.intent,
    listed(quoted, bought(quoted, 1n), unwrapped(quoted.minimum)),
  )
  expect(rating).toBe('blocked')
  expect(codes).toEqual(expect.arrayContaining(['V-016', 'V-054', 'V-056']))
  expect(plan?.steps).toHaveLength(3)
})

test('V-056 wrapped coins that are bought for a unit, and unwrapped by the unit: blocked', async () => {
  const quoted = await preloaded()
  const withdraw = encodeFunctionData({
    ...{ abi: parseAbi(['function withdraw(uint256 amount)']), functionName: 'withdraw' },
    args: [1n],
  })
  const answer = listed(quoted, bought(quoted, 1n), unwrapped(quoted.minimum))
  const transactions = [...answer.transactions, { ...record({ to: weth(), data: withdraw }), order: 3 }]
  const { rating, codes } = await judge(arena, quoted.intent, { ...answer, transactions })
  expect(rating).toBe('blocked')
  expect(codes).toContain('V-056')
})

test('a purchase for the person with its minimum, unwrapped by them, stays green', async () => {
  const quoted = await preloaded()
  const withdraw = encodeFunctionData({
    ...{ abi: parseAbi(['function withdraw(uint256 amount)']), functionName: 'withdraw' },
    args: [quoted.minimum],
  })
  const answer = listed(quoted, bought(quoted, quoted.minimum))
  const transactions = [...answer.transactions, { ...record({ to: weth(), data: withdraw, type: 'unwrap' }), order: 2 }]
  expect(await judge(arena, quoted.intent, { ...answer, transactions })).toMatchObject({ rating: 'green', codes: [] })
})
