import { encodeFunctionData, getAddress } from 'viem'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { fromUnits, toUnits } from '../../../src/domain/amount'
import type { Token } from '../../../src/domain/token'
import { approveData, record } from '../fixtures'
import { swapOf } from '../localExchange'
import { type Arena, judge, openArena, openPool, periphery, soon, sorted } from './adversary'

/*
 * Tokens that cannot be divided, and tokens with twice as many decimals as usual, at a hundred dollars each.
 */

let arena: Arena
const price = 100

beforeAll(async () => {
  arena = await openArena()
})
afterAll(() => arena.exchange.stop())

/** A token with a pool of its own, of which the person has some. */
async function listed(decimals: number): Promise<Token> {
  const usdc = arena.token('USDC')
  const symbol = `D${decimals}`
  const unit = 10n ** BigInt(decimals)
  const address = await arena.issue(symbol, symbol, decimals, unit * 1_000n)
  const [token0, token1] = sorted(address, usdc.address)
  const isFirst = token0 === address
  const raw = (price * 10 ** usdc.decimals) / 10 ** decimals
  const tick = Math.round(Math.log(isFirst ? raw : 1 / raw) / Math.log(1.0001) / 60) * 60
  const [own, dollars] = [unit * 40n, toUnits('4000', usdc.decimals)]
  const amounts = isFirst ? ([own, dollars] as const) : ([dollars, own] as const)
  await openPool(arena, { token0, token1, fee: 3_000 }, tick, amounts, [tick - 1_200, tick + 1_200])
  const some = encodeFunctionData({ abi: periphery, functionName: 'transfer', args: [arena.me, unit * 10n] })
  await arena.act(arena.thief, address, some)
  return { ...usdc, id: 9_000 + decimals, address, symbol, name: symbol, decimals, price: `${price}` }
}

type Trade = { readonly sell: Token; readonly amount: string; readonly buy: Token; readonly minimum: string }

async function judged({ sell, amount, buy, minimum }: Trade, batches?: 'supported') {
  const intent = swapOf(sell, amount, buy, arena.me)
  const params = {
    ...{ tokenIn: getAddress(sell.address), tokenOut: getAddress(buy.address), fee: 3_000, recipient: arena.me },
    ...{ deadline: soon(), amountIn: intent.sell.units, amountOutMinimum: toUnits(minimum, buy.decimals) },
    sqrtPriceLimitX96: 0n,
  }
  const swap = encodeFunctionData({ abi: periphery, functionName: 'exactInputSingle', args: [params] })
  const answer = {
    ...{ path: [sell.symbol, buy.symbol], dexToUse: 'pool', rest: {}, expectedAmountOut: undefined },
    minAmountOut: fromUnits(params.amountOutMinimum, buy.decimals),
    transactions: [
      record({ type: 'approve', to: sell.address, data: approveData(arena.router, intent.sell.units), order: 0 }),
      record({ to: arena.router, data: swap, order: 1 }),
    ],
  }
  return judge(arena, intent, answer, { batches, tokens: arena.tokens })
}

describe('a token that cannot be divided', () => {
  let share: Token
  beforeAll(async () => {
    share = await listed(0)
  })
  const three = (minimum: string) => ({ sell: arena.token('USDC'), amount: '315', buy: share, minimum })

  test('an indivisible token is green if the minimum equals the output', async () => {
    expect(await judged(three('3'))).toMatchObject({ rating: 'green' })
    expect(await judged(three('3'), 'supported')).toMatchObject({ rating: 'green' })
  })

  test('A-31 needs a tick where the minimum is one piece less, which is how honest services round', async () => {
    for (const batches of [undefined, 'supported'] as const)
      expect(await judged(three('2'), batches)).toMatchObject({ rating: 'amber', codes: ['A-31'] })
  })

  test('A-31 an indivisible token is blocked if the minimum is two pieces less', async () => {
    expect(await judged(three('1'))).toMatchObject({ rating: 'blocked', codes: ['A-31'] })
  })
})

describe.each([24, 36])('a token with %i decimals', (decimals) => {
  test('such a token is green, bought and sold', async () => {
    const deep = await listed(decimals)
    const usdc = arena.token('USDC')
    expect(await judged({ sell: usdc, amount: '315', buy: deep, minimum: '3.12' })).toMatchObject({ rating: 'green' })
    const sold = { sell: deep, amount: '3', buy: usdc, minimum: '296' }
    expect(await judged(sold)).toMatchObject({ rating: 'green' })
    expect(await judged({ ...sold, minimum: '206' })).toMatchObject({ rating: 'blocked', codes: ['A-31'] })
  })
})
