import {
  decodeFunctionData,
  encodeAbiParameters,
  encodeFunctionResult,
  type Hex,
  keccak256,
  pad,
  parseAbi,
  toHex,
} from 'viem'
import { expect, test } from 'vitest'
import { bytes, memberOf, type RpcPort } from '../../../chain/rpc'
import { readMarketPools } from './marketPools'

const prober = parseAbi([
  'struct Call { address to; uint256 value; uint256 gas; bytes data; }',
  'struct Outcome { bool success; uint256 gasUsed; bytes result; }',
  'struct Report { bytes[] before; bytes[] afterwards; uint256[] coinsBefore; uint256[] coinsAfter; Outcome[] outcomes; }',
  'function run(Call[] calls, Call[] reads, address[] accounts) payable returns (Report report)',
])
const questions = parseAbi([
  'function factory() view returns (address)',
  'function getPool(address a, address b, uint24 fee) view returns (address)',
  'function slot0() view returns (uint160 sqrtPriceX96)',
  'function liquidity() view returns (uint128)',
  'function balanceOf(address owner) view returns (uint256)',
])

const address = (number: number): Hex => pad(toHex(number), { size: 20 })
const [manager, sold, bought, me] = [address(1), address(2), address(3), address(4)]

/** A chain with one pool of the pair, whose parts a test exchanges. */
function chain() {
  const state = {
    ...{ factory: address(10), pools: { [address(10)]: address(20) }, prices: { [address(20)]: 5n }, held: 7n },
    /** The reads that the node carries out in one request, and whether each pair has all pools. */
    ...{ mostReads: 1_000, hasAll: false },
  }
  const requests: number[] = []
  const answerTo = (to: Hex, data: Hex): bigint => {
    const { functionName, args } = decodeFunctionData({ abi: questions, data })
    if (functionName === 'factory') return BigInt(state.factory)
    if (functionName === 'balanceOf') return state.held
    if (functionName === 'liquidity') return 1_000n
    if (functionName === 'slot0') return state.prices[to.toLowerCase() as Hex] ?? 0n
    if (state.hasAll) return BigInt(keccak256(data)) >> 96n
    return args[2] === 3_000 ? BigInt(state.pools[to.toLowerCase() as Hex] ?? 0) : 0n
  }
  const ask: RpcPort = async (_, [call]) => {
    const { args } = decodeFunctionData({ abi: prober, data: bytes(memberOf(call, 'data')) })
    requests.push(args[1].length)
    if (args[1].length > state.mostReads) throw new Error('out of gas')
    const before = args[1].map(({ to, data }) => encodeAbiParameters([{ type: 'uint256' }], [answerTo(to, data)]))
    const report = { before, afterwards: before, coinsBefore: [], coinsAfter: [], outcomes: [] }
    return encodeFunctionResult({ abi: prober, functionName: 'run', result: report })
  }
  return { state, ask, requests, asked: () => requests.length }
}

const priceOn = async ({ ask }: { readonly ask: RpcPort }, named = manager, chainId = 1) =>
  (await readMarketPools({ chainId, manager: named, sold, bought, through: [] }, me, ask)).map(
    ({ sqrtPriceX96, held }) => [sqrtPriceX96, held],
  )

test('pools found before are queried for their current price immediately', async () => {
  const harbor = chain()
  expect(await priceOn(harbor)).toEqual([[5n, 7n]])
  expect(harbor.asked()).toBe(3)
  Object.assign(harbor.state, { prices: { [address(20)]: 6n }, held: 8n })
  expect(await priceOn(harbor)).toEqual([[6n, 8n]])
  expect(harbor.asked()).toBe(4)
})

test.each([
  ['the factory is another', { factory: address(11), pools: { [address(11)]: address(21) } }],
  ['the factory names another pool', { pools: { [address(10)]: address(21) } }],
])('no price of a pool that was found before counts where %s', async (_, change) => {
  const harbor = chain()
  const named = address(Object.keys(change).length + 100)
  expect(await priceOn(harbor, named)).toEqual([[5n, 7n]])
  Object.assign(harbor.state, { prices: { [address(20)]: 5n, [address(21)]: 9n }, ...change })
  expect(await priceOn(harbor, named)).toEqual([[9n, 7n]])
})

test('a new pool of the pair counts as well, and one that is gone no longer', async () => {
  const harbor = chain()
  const named = address(200)
  harbor.state.pools = {}
  expect(await priceOn(harbor, named)).toEqual([])
  harbor.state.pools = { [address(10)]: address(20) }
  expect(await priceOn(harbor, named)).toEqual([[5n, 7n]])
  harbor.state.pools = {}
  expect(await priceOn(harbor, named)).toEqual([])
})

test('what was found on one chain is not believed on another', async () => {
  const [harbor, delta] = [chain(), chain()]
  const named = address(300)
  await priceOn(harbor, named)
  Object.assign(delta.state, {
    factory: address(12),
    pools: { [address(12)]: address(22) },
    prices: { [address(22)]: 4n },
  })
  expect(await priceOn(delta, named)).toEqual([[4n, 7n]])
})

test('what was found on one chain is not even asked about on another', async () => {
  const [harbor, delta] = [chain(), chain()]
  const named = address(301)
  await priceOn(harbor, named, 1)
  await priceOn(delta, named, 2)
  expect(delta.requests).toEqual(harbor.requests)
})

test('a node that cannot answer all in one request is not asked to again the next time', async () => {
  const harbor = chain()
  harbor.state.mostReads = 5
  const named = address(401)
  for (const _ of ['first', 'second', 'third']) expect(await priceOn(harbor, named)).toEqual([[5n, 7n]])
  // Factory, pools and prices; all in one request before them only in the second check.
  expect(harbor.requests).toEqual([1, 5, 4, 10, 1, 5, 4, 1, 5, 4])
})

test('pools found before that no longer exist are forgotten, also where the current ones cannot be read', async () => {
  const harbor = chain()
  const named = address(402)
  await priceOn(harbor, named)
  harbor.state.factory = address(0)
  expect(await priceOn(harbor, named)).toEqual([])
  expect(await priceOn(harbor, named)).toEqual([])
  expect(harbor.requests).toEqual([1, 5, 4, 10, 1, 1])
})

test('more pools than one request holds are read in requests that belong together, each time', async () => {
  const harbor = chain()
  harbor.state.hasAll = true
  const through = Array.from({ length: 8 }, (_, place) => address(500 + place))
  const pair = { chainId: 1, manager: address(403), sold, bought, through }
  await readMarketPools(pair, me, harbor.ask)
  await readMarketPools(pair, me, harbor.ask)
  expect(harbor.requests).toEqual([1, 85, 250, 90, 1, 85, 250, 90])
})

test('a node that cannot answer a combined request gets single requests', async () => {
  const harbor = chain()
  const named = address(400)
  await priceOn(harbor, named)
  const refusesFirst: RpcPort = (method, params) =>
    harbor.asked() === 3 && !hasRefused() ? Promise.reject(new Error('out of gas')) : harbor.ask(method, params)
  let refused = false
  const hasRefused = () => {
    const before = refused
    refused = true
    return before
  }
  expect(await priceOn({ ask: refusesFirst }, named)).toEqual([[5n, 7n]])
})
