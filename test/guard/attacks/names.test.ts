import { encodeFunctionData, getAddress, type Hex } from 'viem'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Token } from '../../../src/domain/token'
import { approveData } from '../fixtures'
import { swapOf } from '../localExchange'
import { type Arena, judge, openArena, openPool, periphery, soon, sorted } from './adversary'

/*
 * C9: the service lists a token that the thief issues, under a name that everyone knows and at the price of the real
 * one. Every figure is right, and the output is worth nothing.
 */

let arena: Arena
let fake: Hex

beforeAll(async () => {
  arena = await openArena()
  fake = await arena.issue('Wrapped Ether', 'WETH', 18, 10n ** 24n)
  const [token0, token1] = sorted(arena.token('USDC').address, fake)
  // At the market's price, with their own money in it.
  const isUsdcFirst = token0 === getAddress(arena.token('USDC').address)
  const raw = Number(arena.token('WETH').price) * 1e-12
  const tick = Math.round(Math.log(isUsdcFirst ? 1 / raw : raw) / Math.log(1.0001) / 60) * 60
  const amounts = isUsdcFirst ? ([9_000_000_000n, 10n ** 22n] as const) : ([10n ** 22n, 9_000_000_000n] as const)
  await openPool(arena, { token0, token1, fee: 3000 }, tick, amounts, [tick - 600, tick + 600])
})
afterAll(() => arena.exchange.stop())

function listing(symbol: string): Token {
  return { ...arena.token('WETH'), id: 9_999, address: fake, symbol }
}

async function buying(symbol: string) {
  const buy = listing(symbol)
  const intent = swapOf(arena.token('USDC'), '500', buy, arena.me)
  const answer = await arena.ask(swapOf(arena.token('USDC'), '500', arena.token('WETH'), arena.me))
  const least = (500n * 10n ** 18n * 98n) / (BigInt(Math.round(Number(buy.price))) * 100n)
  const params = {
    ...{ tokenIn: getAddress(intent.sell.token.address), tokenOut: getAddress(fake), fee: 3000 },
    ...{ recipient: arena.me, deadline: soon(), amountIn: intent.sell.units },
    ...{ amountOutMinimum: least, sqrtPriceLimitX96: 0n },
  }
  const [approve, swap] = [answer.transactions[0]!, answer.transactions.at(-1)!]
  const data = encodeFunctionData({ abi: periphery, functionName: 'exactInputSingle', args: [params] })
  const transactions = [
    { ...approve, to: intent.sell.token.address, data: approveData(arena.router, intent.sell.units), order: 0 },
    { ...swap, to: arena.router, data, order: 1 },
  ]
  const tampered = { ...answer, minAmountOut: undefined, expectedAmountOut: undefined, transactions }
  return judge(arena, { ...intent, slippageBps: 200 }, tampered)
}

describe('C9 V-053 a thief’s token under a name that everyone knows', () => {
  test('takes the money for something worthless', async () => {
    const { plan } = await buying('WETH')
    expect(await arena.lossOf(plan!)).toBeGreaterThan(490)
  })

  test.each(['WETH', 'weth', 'WETH\u200b'])(
    'a thief’s token under a well-known name is blocked as %j',
    async (symbol) => {
      expect(await buying(symbol)).toMatchObject({ rating: 'blocked', codes: ['V-053'] })
    },
  )

  test('needs a look where the name only looks like it', async () => {
    expect(await buying('W\u0395TH')).toMatchObject({ rating: 'amber', codes: ['V-053'] })
  })
})
