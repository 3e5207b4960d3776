import {
  concat,
  decodeFunctionData,
  encodeFunctionData,
  encodePacked,
  getAddress,
  type Hex,
  isHex,
  parseAbi,
  zeroAddress,
} from 'viem'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { crossRouterAbi } from '../../../src/exchange/bridge/evmBridge'
import type { SwapIntent } from '../../../src/guard/intent'
import type { SwapAnswer } from '../../../src/protocol/serviceMessages'
import { compile } from '../contracts/compile'
import { approveData, record } from '../fixtures'
import { swapOf } from '../localExchange'
import { type Arena, harbor, judge, openArena, openPool, periphery, soon, sorted, statedMinimum } from './adversary'

/*
 * C2: the input is swapped for anything on this chain, and nothing ever crosses. C3: the deployment's own bridge
 * receives something worthless, or accepts any outcome of the swap before it; a refund pays that back.
 */

let arena: Arena
let junk: Hex
const bait = 10n ** 24n

beforeAll(async () => {
  arena = await openArena()
  junk = await arena.issue('USD Coin', 'USDC.d', 18, bait)
  for (const symbol of ['USDC', 'WETH']) await openJunkPool(symbol)
})
afterAll(() => arena.exchange.stop())

/** Anyone may open a pool of a token they issue: nothing of worth has to lie in it. */
async function openJunkPool(symbol: string): Promise<void> {
  const [token0, token1] = sorted(arena.token(symbol).address, junk)
  const isJunkFirst = token0 === getAddress(junk)
  const amounts = isJunkFirst ? ([bait / 4n, 0n] as const) : ([0n, bait / 4n] as const)
  const range = isJunkFirst ? ([60, 600_000] as const) : ([-600_000, -60] as const)
  await openPool(arena, { token0, token1, fee: 3000 }, 0, amounts, range)
}

const crossing = (symbol = 'USDC') =>
  swapOf(arena.token(symbol), symbol === 'USDC' ? '500' : '0.15', arena.token('USDC', 'Delta'), arena.me)

function path(...hops: readonly string[]): Hex {
  return concat(
    hops.flatMap((hop, index) => (index === 0 ? [] : [encodePacked(['uint24'], [3000])]).concat(getAddress(hop))),
  )
}

function listed(answer: SwapAnswer, intent: SwapIntent, spender: Hex, ...calls: readonly { to: string; data: Hex }[]) {
  const approve = record({
    type: 'approve',
    to: intent.sell.token.address,
    data: approveData(spender, intent.sell.units),
  })
  const transactions = [approve, ...calls.map((call) => record({ type: 'bridge', ...call }))]
  return { ...answer, transactions: transactions.map((each, order) => ({ ...each, order })) }
}

/** Everything for a token of the thief's, from the deployment's own router, for the person. */
async function withoutBridge(tokenOut: string, minimum = 1n) {
  const intent = crossing()
  const answer = await arena.ask(intent)
  const params = {
    ...{ tokenIn: getAddress(intent.sell.token.address), tokenOut: getAddress(tokenOut), fee: 3000 },
    ...{ recipient: arena.me, deadline: soon(), amountIn: intent.sell.units, amountOutMinimum: minimum },
    sqrtPriceLimitX96: 0n,
  }
  const data = encodeFunctionData({ abi: periphery, functionName: 'exactInputSingle', args: [params] })
  return { intent, answer: listed(answer, intent, arena.router, { to: arena.router, data }) }
}

describe('C2 a crossing in which nothing crosses', () => {
  test('everything is swapped for a worthless token, and the money is gone', async () => {
    const { intent, answer } = await withoutBridge(junk)
    const { plan } = await judge(arena, intent, answer)
    if (!plan) throw new Error('It is no plan at all.')
    expect(await arena.lossOf(plan)).toBeGreaterThan(490)
  })

  test('for a worthless token is blocked', async () => {
    const { intent, answer } = await withoutBridge(junk)
    expect(await judge(arena, intent, answer)).toMatchObject({ rating: 'blocked' })
  })

  test('for a listed token is blocked', async () => {
    const { intent, answer } = await withoutBridge(arena.token('WETH').address)
    expect(await judge(arena, intent, answer)).toMatchObject({ rating: 'blocked' })
  })
})

const across = parseAbi([
  'function depositV3(address depositor, address recipient, address inputToken, address outputToken, uint256 inputAmount, uint256 outputAmount, uint256 destinationChainId, address exclusiveRelayer, uint32 quoteTimestamp, uint32 fillDeadline, uint32 exclusivityParameter, bytes message)',
])

describe('a deposit at a contract that is vouched for and is no bridge', () => {
  test('V-051 the wrapped coin accepts the calldata of a bridge, wraps the native coin, and nothing crosses: blocked', async () => {
    const { contractAddress } = await arena.send(harbor, { from: arena.thief, data: compile('WrapsAnything') })
    const wrapped = getAddress(contractAddress!)
    const intent = swapOf(arena.token('ETH'), '0.15', arena.token('WETH', 'Delta'), arena.me)
    const answer = await arena.ask(intent)
    const { units } = intent.sell
    const data = encodeFunctionData({
      abi: across,
      functionName: 'depositV3',
      args: [
        ...([arena.me, arena.me, wrapped, getAddress(intent.buy.address), units] as const),
        ...([statedMinimum(answer, intent.buy), BigInt(intent.buy.chain.chainId), zeroAddress] as const),
        ...([Number(soon()) - 600, Number(soon()), 0, '0x'] as const),
      ],
    })
    const transactions = [record({ type: 'bridge', to: wrapped, data, value: `${units}` })]
    const chains = arena.chains.map((chain) =>
      chain.chainId === harbor ? { ...chain, wrappedNative: wrapped, trusted: [...chain.trusted, wrapped] } : chain,
    )
    const { rating, codes, plan } = await judge(arena, intent, { ...answer, transactions }, { chains })
    expect(rating).toBe('blocked')
    expect(codes).toEqual(expect.arrayContaining(['V-054', 'V-051', 'V-061']))
    for (const step of plan!.steps) if (step.kind === 'evm') await arena.send(step.chainId, step)
    expect(await arena.balance(wrapped, arena.me)).toBe(units)
  })
})

/** The honest crossing with the arguments of its deposit changed. */
async function throughBridge(change: (args: Entry) => Entry) {
  const intent = crossing('WETH')
  const answer = await arena.ask(intent)
  const { to, data } = answer.transactions.at(-1)!
  if (!isHex(data) || to === undefined) throw new Error('The crossing is none.')
  const read = decodeFunctionData({ abi: crossRouterAbi, data })
  if (read.functionName !== 'swapAndDeposit') throw new Error('It does not swap before the bridge.')
  const [tokenIn, amountIn, route, minMid, midToken, destination] = read.args
  const changed = change({ route, minMid, midToken })
  const args = [tokenIn, amountIn, changed.route, changed.minMid, changed.midToken, destination] as const
  const call = { to, data: encodeFunctionData({ abi: crossRouterAbi, functionName: 'swapAndDeposit', args }) }
  return { intent, answer: listed(answer, intent, getAddress(to), call) }
}

type Entry = { readonly route: Hex; readonly minMid: bigint; readonly midToken: Hex }

const intoJunk = () =>
  throughBridge((entry) => ({ ...entry, route: path(arena.token('WETH').address, junk), minMid: 1n, midToken: junk }))

describe('C3 the deployment’s own bridge, fed with nothing', () => {
  test('a worthless token in the middle leaves nothing to be refunded', async () => {
    const { intent, answer } = await intoJunk()
    const { plan } = await judge(arena, intent, answer)
    if (!plan) throw new Error('It is no plan at all.')
    expect(await arena.lossOf(plan)).toBeGreaterThan(400)
  })

  test('a worthless token in the middle is blocked', async () => {
    const { intent, answer } = await intoJunk()
    expect(await judge(arena, intent, answer)).toMatchObject({ rating: 'blocked' })
  })

  test('a worthless token in the middle with a proud minimum is blocked', async () => {
    const { intent, answer } = await throughBridge((entry) => ({
      ...entry,
      route: path(arena.token('WETH').address, junk),
      minMid: 10n ** 17n,
      midToken: junk,
    }))
    expect(await judge(arena, intent, answer)).toMatchObject({ rating: 'blocked' })
  })

  test('a minimum of one unit in the middle is blocked', async () => {
    const { intent, answer } = await throughBridge((entry) => ({ ...entry, minMid: 1n }))
    expect(await judge(arena, intent, answer)).toMatchObject({ rating: 'blocked' })
  })

  test('half of the worth as minimum in the middle is blocked', async () => {
    const { intent, answer } = await throughBridge((entry) => ({ ...entry, minMid: entry.minMid / 2n }))
    expect(await judge(arena, intent, answer)).toMatchObject({ rating: 'blocked' })
  })

  test('another listed token in the middle, worth as much, passes', async () => {
    const { intent, answer } = await throughBridge((entry) => entry)
    expect(await judge(arena, intent, answer)).toMatchObject({ rating: 'green' })
  })
})
