import { decodeFunctionData, encodeFunctionData, getAddress, isHex } from 'viem'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { crossRouterAbi } from '../../../src/exchange/bridge/evmBridge'
import type { SwapIntent } from '../../../src/guard/intent'
import { consentsTo } from '../../../src/signing/review/consent'
import { approveData } from '../fixtures'
import { swapOf } from '../localExchange'
import { type Arena, judge, openArena, openPool, periphery, soon, sorted, tickAt } from './adversary'

/*
 * The service lists a token at twice its price, and swaps through a pool of the thief's at just that price. Every
 * figure agrees with every other, and half of the money goes to the owner of the pool.
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

test('A-32 a price that only the service states needs the typed amount, because another pool contradicts it', async () => {
  const { rating, codes, plan } = await swapped(Number(arena.token('WETH').price) * 2, fee)
  expect(await arena.lossOf(plan!)).toBeGreaterThan(200)
  expect({ rating, codes }).toEqual({ rating: 'amber', codes: ['A-32'] })
  const { verdict } = await arena.check(plan!)
  const found = verdict.findings.filter(({ code }) => code === 'A-32')
  expect(found.map(({ kind }) => kind)).toEqual(['far-below-pools', 'worth'])
  const consents = consentsTo(verdict, { is: 'known', bps: 0, level: 'none' }, plan!.intent.sell)
  expect(consents.map(({ is }) => is)).toEqual(['amount'])
})

/** The whole input crosses by the deployment's bridge, at the value that the service states for the destination. */
async function crossed(intent: SwapIntent, worth: number) {
  const answer = await arena.ask({ ...intent, buy: { ...intent.buy, price: '1' } })
  const { to, data } = answer.transactions.at(-1)!
  if (!isHex(data)) throw new Error('The crossing is none.')
  const call = decodeFunctionData({ abi: crossRouterAbi, data })
  const minOut = BigInt(Math.round(worth * 1e6)) * 10n ** 12n
  if (call.functionName !== 'deposit' && call.functionName !== 'swapAndDeposit') throw new Error('It is no deposit.')
  const rewritten =
    call.functionName === 'deposit'
      ? encodeFunctionData({
          ...{ abi: crossRouterAbi, functionName: 'deposit' },
          args: [call.args[0], call.args[1], { ...call.args[2], minOut }],
        })
      : encodeFunctionData({
          ...{ abi: crossRouterAbi, functionName: 'swapAndDeposit' },
          args: [call.args[0], call.args[1], call.args[2], call.args[3], call.args[4], { ...call.args[5], minOut }],
        })
  const transactions = [...answer.transactions.slice(0, -1), { ...answer.transactions.at(-1)!, to, data: rewritten }]
  return judge(arena, intent, { ...answer, minAmountOut: `${worth}`, expectedAmountOut: `${worth}`, transactions })
}

const dollars = (price: number) => ({ ...arena.token('USDC', 'Delta'), price: `${price}` })

test.each([
  ['USDC', '500', 5, 'amber'],
  ['USDC', '500', 497, 'green'],
  ['WETH', '0.15', 0.0015, 'amber'],
] as const)(
  'A-32 %s %s for %s dollars elsewhere, each of them dear in the list: %s',
  async (symbol, amount, worth, rating) => {
    const sold = arena.token(symbol)
    const price = (Number(amount) * Number(sold.price)) / worth
    const found = await crossed(swapOf(sold, amount, dollars(price), arena.me), worth)
    expect(found).toMatchObject({ rating, codes: rating === 'green' ? [] : ['A-32'] })
  },
)

test('A-32 the pool of the thief, however it is priced, does not speak against an honest swap', async () => {
  const { rating, plan } = await swapped(Number(arena.token('WETH').price), 3000)
  expect(rating).toBe('green')
  expect(await arena.lossOf(plan!)).toBeLessThan(15)
})
