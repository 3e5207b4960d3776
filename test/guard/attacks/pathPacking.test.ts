import {
  concat,
  encodeAbiParameters,
  encodeFunctionData,
  getAddress,
  maxUint256,
  parseAbi,
  parseAbiParameters,
  toHex,
} from 'viem'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { compile } from '../contracts/compile'
import { deploy, poolOf } from '../venues/realUniswap'
import { carriedOut, directly, quoted } from '../venues/routerCalls'
import { type Arena, allow, harbor, openArena, openPool, soon, sorted } from './adversary'

/*
 * Uniswap and Algebra pack paths differently, and both routers ignore bytes behind a path. Two pools of Algebra are 60 bytes.
 * Uniswap reads the same bytes as one pool, with a token that shares three bytes with the bought one.
 */

const abi = parseAbi([
  'struct Path { bytes path; address recipient; uint256 deadline; uint256 amountIn; uint256 amountOutMinimum; }',
  'function exactInput(Path params) payable returns (uint256)',
  'struct Call { address to; bytes data; }',
  'function arm(uint256 feeBps, Call[] calls)',
  'function transferFrom(address from, address to, uint256 amount) returns (bool)',
  'function approve(address to, uint256 amount) returns (bool)',
  'function deposit() payable',
])

let arena: Arena

beforeAll(async () => {
  arena = await openArena()
})
afterAll(() => arena.exchange.stop())

test('V-061 a path that the router reads as another token is not proven: its token pays only while it is checked', async () => {
  const { act, thief, rpc, me } = arena
  const [weth, usdc] = [getAddress(arena.token('WETH').address), getAddress(arena.token('USDC').address)]
  const supply = encodeAbiParameters(parseAbiParameters('uint256'), [10n ** 36n])
  const trap = await deploy(arena, concat([compile('TrapToken'), supply]))
  // An address with three chosen bytes is found in seconds.
  const chosen = getAddress(`0x${'77'.repeat(17)}${weth.slice(2, 8)}`)
  await rpc(harbor)('anvil_setCode', [chosen, await rpc(harbor)('eth_getCode', [trap, 'latest'])])
  await rpc(harbor)('anvil_setBalance', [thief, toHex(10n ** 24n)])
  await act(thief, weth, encodeFunctionData({ abi, functionName: 'deposit' }), 10n ** 21n)
  for (const token of [chosen, usdc]) {
    await rpc(harbor)('anvil_dealERC20', [thief, token, toHex(10n ** 30n)])
    await allow(arena, thief, token, arena.manager)
  }
  const approve = (amount: bigint) =>
    act(thief, weth, encodeFunctionData({ abi, functionName: 'approve', args: [chosen, amount] }))
  await approve(maxUint256)
  const priced = { address: chosen, price: arena.token('WETH').price, decimals: 18 }
  const { tokens, tick } = poolOf(priced, arena.token('USDC'))
  const [token0, token1] = sorted(...tokens)
  const range = [tick - 600, tick + 600] as const
  await openPool(arena, { token0, token1, fee: 3000 }, tick, [10n ** 24n, 10n ** 24n], range)

  const quote = await quoted(arena, arena.token('USDC'), arena.token('WETH'), 100)
  const { minimum, intent } = quote
  const args = [thief, me, (minimum * 1_005n) / 1_000n] as const
  const pay = encodeFunctionData({ abi, functionName: 'transferFrom', args })
  await act(thief, chosen, encodeFunctionData({ abi, functionName: 'arm', args: [0n, [{ to: weth, data: pay }]] }))
  const path = concat([usdc, '0x000bb8', chosen, `0x${weth.slice(8)}`])
  const params = { path, recipient: me, deadline: soon(), amountIn: intent.sell.units, amountOutMinimum: minimum }
  const data = encodeFunctionData({ abi, functionName: 'exactInput', args: [params] })
  const before = () => approve(0n)
  const { rating, codes, loss } = await carriedOut(arena, arena.router, quote, data, { allow: directly, before })
  expect({ rating, codes }).toEqual({ rating: 'amber', codes: ['V-061'] })
  expect(loss).toBeGreaterThan(490)
})
