import { encodeFunctionData, getAddress, type Hex, isHex, maxUint128, toHex } from 'viem'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { readExistingAllowance } from '../../../src/chain/allowance'
import { depositFor } from '../../../src/domain/liquidity/deposit'
import { sqrtPriceX96ToTick, usableTick } from '../../../src/domain/liquidity/tick'
import { checkPlan } from '../../../src/guard/check/checkPlan'
import type { DepositIntent } from '../../../src/guard/liquidityIntent'
import { depositSteps, noQuote } from '../../../src/guard/plan/liquiditySteps'
import type { LiquidityPlan } from '../../../src/guard/rules/input/ruleInput'
import { seal } from '../../../src/guard/seal'
import { type Arena, allow, harbor, openArena, periphery, type Rating, soon, sorted } from './adversary'

/*
 * C6: an attacker with short-term funds moves the price of a pool far off the market, waits for a deposit at that
 * price, and moves it back. The depositor has bought high and sold low.
 */

let arena: Arena
let snapshot: unknown

beforeAll(async () => {
  arena = await openArena()
  await arena.rpc(harbor)('anvil_setBalance', [arena.thief, toHex(10n ** 27n)])
  const wrapped = getAddress(arena.token('WETH').address)
  const deposit = encodeFunctionData({ abi: periphery, functionName: 'deposit' })
  await arena.act(arena.thief, wrapped, deposit, 10n ** 26n)
  await allow(arena, arena.thief, wrapped, arena.router)
  await allow(arena, arena.thief, arena.token('USDC').address, arena.router)
})
beforeEach(async () => {
  snapshot = await arena.rpc(harbor)('evm_snapshot', [])
  return () => arena.rpc(harbor)('evm_revert', [snapshot])
})
afterAll(() => arena.exchange.stop())

const fee = 3000
const pair = () => sorted(arena.token('USDC').address, arena.token('WETH').address)

async function read(to: string, data: Hex): Promise<Hex> {
  const answer = await arena.rpc(harbor)('eth_call', [{ to, data }, 'latest'])
  if (!isHex(answer)) throw new Error('The node answered nothing.')
  return answer
}

async function poolOf() {
  const args = [...pair(), fee] as const
  const found = await read(arena.factory, encodeFunctionData({ abi: periphery, functionName: 'getPool', args }))
  const address = getAddress(`0x${found.slice(-40)}`)
  const slot = await read(address, encodeFunctionData({ abi: periphery, functionName: 'slot0' }))
  return { address, sqrtPriceX96: BigInt(slot.slice(0, 66)) }
}

/** Sells the one token for the other until the pool's price is that many times off. */
async function push(times: number): Promise<void> {
  const { sqrtPriceX96 } = await poolOf()
  const isUsdcFirst = pair()[0] === getAddress(arena.token('USDC').address)
  const factor = BigInt(Math.floor(Math.sqrt(times) * 1e9))
  // WETH is sold: dear where it is the second token, cheap where it is the first.
  const limit = isUsdcFirst ? (sqrtPriceX96 * factor) / 10n ** 9n : (sqrtPriceX96 * 10n ** 9n) / factor
  await trade('WETH', 'USDC', limit)
}

async function trade(sold: string, bought: string, limit: bigint): Promise<void> {
  const params = {
    ...{ tokenIn: getAddress(arena.token(sold).address), tokenOut: getAddress(arena.token(bought).address), fee },
    ...{ recipient: arena.thief, deadline: soon() },
    ...{ amountIn: await arena.balance(arena.token(sold).address, arena.thief), amountOutMinimum: 0n },
    sqrtPriceLimitX96: limit,
  }
  await arena.act(
    arena.thief,
    arena.router,
    encodeFunctionData({ abi: periphery, functionName: 'exactInputSingle', args: [params] }),
  )
}

/** A deposit of WETH, and of as much USDC as the pool's price at this moment asks for. */
async function planned(): Promise<LiquidityPlan<DepositIntent>> {
  const { address, sqrtPriceX96 } = await poolOf()
  const [token0, token1] = pair().map(
    (each) => arena.tokens.find((token) => getAddress(token.address) === each && !token.isNative)!,
  ) as [ReturnType<Arena['token']>, ReturnType<Arena['token']>]
  const tick = usableTick(sqrtPriceX96ToTick(sqrtPriceX96), 60)
  const range = { tickLower: tick - 1_800, tickUpper: tick + 1_800 }
  const given = token0.symbol === 'WETH' ? 'amount0' : 'amount1'
  const { amount0, amount1 } = depositFor({ ...range, sqrtPriceX96, given, amount: 5n * 10n ** 17n })
  const intent: DepositIntent = {
    kind: 'deposit',
    pool: { token0, token1, feePpm: fee, positionManager: arena.manager, address, startTick: undefined },
    pay: [
      { token: token0, units: amount0 },
      { token: token1, units: amount1 },
    ],
    range,
    toleranceBps: 200,
    sqrtPriceX96,
    sender: arena.me,
    recipient: arena.me,
  }
  const ask = arena.rpc(harbor)
  const block = await ask('eth_getBlockByNumber', ['latest', false])
  if (typeof block !== 'object' || block === null || !('timestamp' in block)) throw new Error('There is no block.')
  const allowances = await Promise.all(
    intent.pay.map(({ token, units }) => readExistingAllowance(ask, token.address, [arena.me, arena.manager], units)),
  )
  const ground = {
    ...{ receivedAt: Date.now(), time: BigInt(String(block.timestamp)), allowances },
    wrapped: arena.chains[0]!.wrappedNative,
  }
  return seal({ intent, steps: depositSteps(intent, ground), quote: noQuote, receivedAt: ground.receivedAt })
}

async function judged(plan: LiquidityPlan<DepositIntent>): Promise<{ rating: Rating; codes: readonly string[] }> {
  const natives = arena.tokens.filter(({ isNative }) => isNative)
  const options = { now: Date.now(), account: arena.me, chains: arena.chains, natives }
  const { verdict } = await checkPlan(plan, { nodes: (chainId) => arena.nodes(chainId) }, options)
  const blocks = verdict.findings.filter(({ severity }) => severity === 'block')
  const isLoud = verdict.findings.some(({ severity }) => severity === 'warn')
  return {
    rating: blocks.length > 0 ? 'blocked' : isLoud ? 'amber' : 'green',
    codes: blocks.map(({ code }) => code),
  }
}

/** The person's loss once the thief has moved the price back and the position is withdrawn. */
async function lossAfter(plan: LiquidityPlan, priceBefore: bigint): Promise<number> {
  const before = await arena.value(arena.me)
  for (const step of plan.steps) {
    if (step.kind === 'evm') await arena.act(arena.me, getAddress(step.to), hexOf(step.data), step.value)
  }
  await trade('USDC', 'WETH', priceBefore)
  await takeOut()
  return before - (await arena.value(arena.me))
}

async function takeOut(): Promise<void> {
  const place = encodeFunctionData({ abi: periphery, functionName: 'tokenOfOwnerByIndex', args: [arena.me, 0n] })
  const tokenId = BigInt(await read(arena.manager, place))
  const fields = await read(
    arena.manager,
    encodeFunctionData({ abi: periphery, functionName: 'positions', args: [tokenId] }),
  )
  const liquidity = BigInt(`0x${fields.slice(2 + 7 * 64, 2 + 8 * 64)}`)
  const decrease = { tokenId, liquidity, amount0Min: 0n, amount1Min: 0n, deadline: soon() }
  const collect = { tokenId, recipient: arena.me, amount0Max: maxUint128, amount1Max: maxUint128 }
  for (const data of [
    encodeFunctionData({ abi: periphery, functionName: 'decreaseLiquidity', args: [decrease] }),
    encodeFunctionData({ abi: periphery, functionName: 'collect', args: [collect] }),
  ])
    await arena.act(arena.me, arena.manager, data)
}

function hexOf(data: string): Hex {
  if (!isHex(data)) throw new Error(`${data} is no data.`)
  return data
}

describe('C6 V-058 a deposit into a pool whose price was pushed away', () => {
  test('costs most of the money when the price comes back', async () => {
    const { sqrtPriceX96 } = await poolOf()
    await push(448)
    expect(await lossAfter(await planned(), sqrtPriceX96)).toBeGreaterThan(1_000)
  })

  test.each([448, 20, 2, 1.3])('%d times off the market is blocked', async (times) => {
    await push(times)
    expect(await judged(await planned())).toMatchObject({ rating: 'blocked' })
  })

  test('8 % off the market needs a tick', async () => {
    await push(1.08)
    expect(await judged(await planned())).toMatchObject({ rating: 'amber' })
  })

  test('at the price of the market passes', async () => {
    expect(await judged(await planned())).toMatchObject({ rating: 'green' })
  })

  test('pushed between preparing and signing is blocked', async () => {
    const plan = await planned()
    await push(2)
    expect(await judged(plan)).toMatchObject({ rating: 'blocked' })
  })
})
