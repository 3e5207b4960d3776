import { encodeFunctionData, getAddress } from 'viem'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { consentsTo } from '../../../src/signing/review/consent'
import { approveData } from '../fixtures'
import { swapOf } from '../localExchange'
import { type Arena, judge, openArena, openPool, periphery, soon, sorted, tickAt } from './adversary'

/*
 * The service lists a token at twice its price, and swaps through a pool of the thief's at just that price. Every figure
 * agrees with every other, and half of the money goes to whoever owns the pool.
 */

let arena: Arena
const fee = 10_000

beforeAll(async () => {
  arena = await openArena()
  const { thief, act } = arena
  const [usdc, weth] = [getAddress(arena.token('USDC').address), getAddress(arena.token('WETH').address)]
  await act(thief, weth, encodeFunctionData({ abi: periphery, functionName: 'deposit' }), 4n * 10n ** 18n)
  const [token0, token1] = sorted(usdc, weth)
  const raw = Number(arena.token('WETH').price) * 2 * 1e-12
  const tick = tickAt(token0 === usdc ? 1 / raw : raw, 200)
  const amounts =
    token0 === usdc ? ([9_000_000_000n, 3n * 10n ** 18n] as const) : ([3n * 10n ** 18n, 9_000_000_000n] as const)
  await openPool(arena, { token0, token1, fee }, tick, amounts, [tick - 2_000, tick + 2_000])
})
afterAll(() => arena.exchange.stop())

async function swapped(price: number, tier: number) {
  const weth = arena.token('WETH')
  const honest = swapOf(arena.token('USDC'), '500', weth, arena.me)
  const answer = await arena.ask(honest)
  const intent = { ...honest, buy: { ...weth, price: `${price}` }, slippageBps: 200 }
  const minimum = (500n * 10n ** 18n * 98n) / (BigInt(Math.round(price)) * 100n)
  const params = {
    ...{ tokenIn: getAddress(intent.sell.token.address), tokenOut: getAddress(weth.address), fee: tier },
    ...{ recipient: arena.me, deadline: soon(), amountIn: intent.sell.units },
    ...{ amountOutMinimum: minimum, sqrtPriceLimitX96: 0n },
  }
  const [approve, swap] = [answer.transactions[0]!, answer.transactions.at(-1)!]
  const data = encodeFunctionData({ abi: periphery, functionName: 'exactInputSingle', args: [params] })
  const transactions = [
    { ...approve, to: intent.sell.token.address, data: approveData(arena.router, intent.sell.units), order: 0 },
    { ...swap, to: arena.router, data, order: 1 },
  ]
  return judge(arena, intent, { ...answer, minAmountOut: undefined, expectedAmountOut: undefined, transactions })
}

test('A-32 a price that only the service believes in takes the typed amount, because another pool says otherwise', async () => {
  const { rating, codes, plan } = await swapped(Number(arena.token('WETH').price) * 2, fee)
  expect(await arena.lossOf(plan!)).toBeGreaterThan(200)
  expect({ rating, codes }).toEqual({ rating: 'amber', codes: ['A-32'] })
  const { verdict } = await arena.check(plan!)
  const found = verdict.findings.filter(({ code }) => code === 'A-32')
  expect(found.map(({ kind }) => kind)).toEqual(['far-below-pools', 'worth'])
  const consents = consentsTo(verdict, { is: 'known', bps: 0, level: 'none' }, plan!.intent.sell)
  expect(consents.map(({ is }) => is)).toEqual(['amount'])
})

test('A-32 the pool of the thief, however it is priced, does not speak against an honest swap', async () => {
  const { rating, plan } = await swapped(Number(arena.token('WETH').price), 3000)
  expect(rating).toBe('green')
  expect(await arena.lossOf(plan!)).toBeLessThan(15)
})
