import { decodeFunctionData, encodeFunctionData, getAddress, isHex } from 'viem'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { crossRouterAbi } from '../../../src/exchange/bridge/evmBridge'
import { approveData } from '../fixtures'
import { swapOf } from '../localExchange'
import { type Arena, judge, openArena, openPool, periphery, soon, sorted, tickAt } from './adversary'

/*
 * Prices that only the service states, for pairs without a pool: the chain still has them, via a token that settings
 * name, or where the output is traded.
 */

let arena: Arena
const fee = 10_000

beforeAll(async () => {
  arena = await openArena()
  const { thief, act } = arena
  const [dai, weth] = [getAddress(arena.token('DAI').address), getAddress(arena.token('WETH').address)]
  await act(thief, weth, encodeFunctionData({ abi: periphery, functionName: 'deposit' }), 4n * 10n ** 18n)
  const [token0, token1] = sorted(dai, weth)
  const dollars = Number(arena.token('WETH').price) * 2
  const tick = tickAt(token0 === dai ? 1 / dollars : dollars, 200)
  const units = 10n ** 18n
  const amounts = token0 === dai ? ([9_000n * units, 3n * units] as const) : ([3n * units, 9_000n * units] as const)
  await openPool(arena, { token0, token1, fee }, tick, amounts, [tick - 2_000, tick + 2_000])
})
afterAll(() => arena.exchange.stop())

test('A-32 the only pool of a pair is the thief’s, at the price that the service lists: two other pools say otherwise', async () => {
  const [dai, weth] = [arena.token('DAI'), arena.token('WETH')]
  const price = Number(weth.price) * 2
  const intent = { ...swapOf(dai, '500', { ...weth, price: `${price}` }, arena.me), slippageBps: 300 }
  const params = {
    ...{ tokenIn: getAddress(dai.address), tokenOut: getAddress(weth.address), fee, recipient: arena.me },
    ...{ deadline: soon(), amountIn: intent.sell.units, sqrtPriceLimitX96: 0n },
    amountOutMinimum: (500n * 10n ** 18n * 96n) / (BigInt(Math.round(price)) * 100n),
  }
  const answer = await arena.ask(swapOf(dai, '500', weth, arena.me))
  const [approve, swap] = [answer.transactions[0]!, answer.transactions.at(-1)!]
  const data = encodeFunctionData({ abi: periphery, functionName: 'exactInputSingle', args: [params] })
  const transactions = [
    { ...approve, to: dai.address, data: approveData(arena.router, intent.sell.units), order: 0 },
    { ...swap, to: arena.router, data, order: 1 },
  ]
  const { rating, codes, plan } = await judge(arena, intent, {
    ...{ ...answer, minAmountOut: undefined, expectedAmountOut: undefined },
    transactions,
  })
  expect(await arena.lossOf(plan!)).toBeGreaterThan(200)
  expect({ rating, codes }).toEqual({ rating: 'amber', codes: ['A-32'] })
})

test.each([
  ['DAI', 'WETH'],
  ['DAI', 'WBTC'],
  ['USDT', 'PUFF'],
  ['WBTC', 'ETH'],
] as const)('an honest swap of %s for %s is compared with pools as well, and stays green', async (from, to) => {
  const amount = from === 'WBTC' ? '0.005' : '500'
  const intent = swapOf(arena.token(from), amount, arena.token(to), arena.me)
  const { rating, codes } = await judge(arena, intent, await arena.ask(intent))
  expect({ rating, codes }).toEqual({ rating: 'green', codes: [] })
})

/** A crossing for which the service states that so much of the destination's native coin equals the input. */
async function crossed(listed: number, worth: number) {
  const coin = arena.token('BNB', 'Delta')
  const honest = swapOf(arena.token('USDC'), '500', coin, arena.me)
  const answer = await arena.ask(honest)
  const { data } = answer.transactions.at(-1)!
  if (!isHex(data)) throw new Error('The crossing is none.')
  const call = decodeFunctionData({ abi: crossRouterAbi, data })
  if (call.functionName !== 'deposit') throw new Error('It is no deposit.')
  const [token, amount, terms] = call.args
  const minOut = BigInt(Math.round(worth * 1e6)) * 10n ** 12n
  const args = [token, amount, { ...terms, minOut }] as const
  const rewritten = encodeFunctionData({ abi: crossRouterAbi, functionName: 'deposit', args })
  const transactions = [...answer.transactions.slice(0, -1), { ...answer.transactions.at(-1)!, data: rewritten }]
  const intent = { ...honest, buy: { ...coin, price: `${listed}` } }
  const figures = { minAmountOut: `${worth}`, expectedAmountOut: `${worth}` }
  return judge(arena, intent, { ...answer, ...figures, transactions })
}

test('A-32 a native coin of another chain that is expensive only in the list: the pools of that chain contradict it', async () => {
  const price = Number(arena.token('BNB', 'Delta').price)
  expect(await crossed(price * 20, 500 / (price * 20))).toMatchObject({ rating: 'amber', codes: ['A-32'] })
  expect(await crossed(price, 497 / price)).toMatchObject({ rating: 'green', codes: [] })
})
