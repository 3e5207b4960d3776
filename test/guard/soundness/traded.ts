import { type Address, encodeFunctionData, getAddress, zeroAddress } from 'viem'
import { fromUnits } from '../../../src/domain/amount'
import type { Token } from '../../../src/domain/token'
import type { SwapIntent } from '../../../src/guard/intent'
import type { SwapAnswer } from '../../../src/protocol/serviceMessages'
import { type Arena, allow, harbor, openPool, periphery, soon, sorted, tickAt } from '../attacks/adversary'
import { answerOf, approveData, record } from '../fixtures'
import { spoken } from './calldata'

/*
 * Tokens that the service lists and the person picked, but no settings name: their issuer is the thief. Each is worth a
 * dollar in pools with USDC and WETH, and counts as that in the sums of the harness.
 */

/** The first is the second token of its pool with the wrapped coin, and the other one the first. */
export const traded: readonly Traded[] = ['PUP', 'PUG']
export type Traded = 'PUP' | 'PUG'

export async function withTradedTokens(local: Arena): Promise<Arena> {
  const pups = [await issued(local, 'PUP'), await issued(local, 'PUG')]
  const token: Arena['token'] = (symbol, chain) =>
    pups.find((pup) => pup.symbol === symbol) ?? local.token(symbol, chain)
  return {
    ...local,
    token,
    tokens: [...local.tokens, ...pups],
    ask: (intent) =>
      pups.some((pup) => [intent.sell.token, intent.buy].includes(pup))
        ? answered({ ...local, token }, intent)
        : local.ask(intent),
    value: async (account, chainId = harbor) => {
      const held = chainId === harbor ? pups.map(({ address }) => local.balance(address, account)) : []
      const dollars = (await Promise.all(held)).map((units) => Number(fromUnits(units, 18)))
      return dollars.reduce((sum, each) => sum + each, await local.value(account, chainId))
    },
  }
}

async function issued(arena: Arena, symbol: Traded): Promise<Token> {
  const { me, thief, act, token } = arena
  const isSecond = (address: Address) => BigInt(address) > BigInt(token('WETH').address)
  let address: Address
  do address = await arena.issue(symbol, symbol, 18, 10n ** 28n)
  while (isSecond(address) !== (symbol === 'PUP'))
  await act(thief, address, encodeFunctionData({ abi: periphery, functionName: 'transfer', args: [me, 10n ** 22n] }))
  await allow(arena, thief, address, arena.router)
  for (const other of ['USDC', 'WETH']) await openPoolWith(arena, address, token(other))
  return { ...token('WETH'), id: symbol === 'PUP' ? 9_998 : 9_997, address, symbol, name: symbol, price: '1' }
}

async function openPoolWith(arena: Arena, address: Address, { address: other, decimals, price }: Token): Promise<void> {
  const [token0, token1] = sorted(address, other)
  const dollar = 10 ** decimals / Number(price)
  const tick = tickAt(token0 === address ? dollar / 1e18 : 1e18 / dollar, 60)
  const [ours, theirs] = [10n ** 24n, BigInt(Math.floor(dollar)) * 10n ** 6n]
  const amounts = token0 === address ? ([ours, theirs] as const) : ([theirs, ours] as const)
  await openPool(arena, { token0, token1, fee: 3000 }, tick, amounts, [tick - 6_000, tick + 6_000])
}

/** The answer of an honest service: one pool, with half a percent of tolerance. */
async function answered({ rpc, router, thief, me, token }: Arena, { sell, buy }: SwapIntent): Promise<SwapAnswer> {
  const here = (one: Token) => getAddress((one.isNative ? token('WETH') : one).address)
  const swap = (recipient: Address, amountOutMinimum: bigint) => {
    const params = { recipient, deadline: soon(), amountIn: sell.units, amountOutMinimum, sqrtPriceLimitX96: 0n }
    const pair = { tokenIn: here(sell.token), tokenOut: here(buy), fee: 3000 }
    return encodeFunctionData({ abi: periphery, functionName: 'exactInputSingle', args: [{ ...pair, ...params }] })
  }
  const paid = await rpc(harbor)('eth_call', [{ from: thief, to: router, data: swap(thief, 0n) }, 'latest'])
  const minimum = (BigInt(String(paid)) * 995n) / 1000n
  const unwrap = encodeFunctionData({ abi: spoken, functionName: 'unwrapWETH9', args: [minimum, me] })
  const parts = [swap(zeroAddress, minimum), unwrap]
  const data = buy.isNative
    ? encodeFunctionData({ abi: spoken, functionName: 'multicall', args: [parts] })
    : swap(me, minimum)
  const { isNative, address } = sell.token
  const approval = record({ type: 'approve', to: address, data: approveData(router, sell.units) })
  const call = record({ to: router, data, value: isNative ? `${sell.units}` : '0' })
  return answerOf(isNative ? [call] : [approval, call], { minAmountOut: fromUnits(minimum, buy.decimals) })
}
