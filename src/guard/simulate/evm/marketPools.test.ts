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
    /** Whether each pair has all pools. */
    hasAll: false,
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
    const before = args[1].map(({ to, data }) => encodeAbiParameters([{ type: 'uint256' }], [answerTo(to, data)]))
    const report = { before, afterwards: before, coinsBefore: [], coinsAfter: [], outcomes: [] }
    return encodeFunctionResult({ abi: prober, functionName: 'run', result: report })
  }
  return { state, ask, requests }
}

const priceOn = async ({ ask }: { readonly ask: RpcPort }) =>
  (await readMarketPools({ manager, sold, bought, through: [] }, me, ask)).map(({ sqrtPriceX96, held }) => [
    sqrtPriceX96,
    held,
  ])

test.each([
  ['the factory is another', { factory: address(11), pools: { [address(11)]: address(21) } }],
  ['the factory names another pool', { pools: { [address(10)]: address(21) } }],
])('no price of a pool that was found before counts where %s', async (_, change) => {
  const harbor = chain()
  expect(await priceOn(harbor)).toEqual([[5n, 7n]])
  Object.assign(harbor.state, { prices: { [address(20)]: 5n, [address(21)]: 9n }, ...change })
  expect(await priceOn(harbor)).toEqual([[9n, 7n]])
})

test('a new pool of the pair counts as well, and one that is gone no longer', async () => {
  const harbor = chain()
  harbor.state.pools = {}
  expect(await priceOn(harbor)).toEqual([])
  harbor.state.pools = { [address(10)]: address(20) }
  expect(await priceOn(harbor)).toEqual([[5n, 7n]])
  harbor.state.pools = {}
  expect(await priceOn(harbor)).toEqual([])
})

test('without a factory or a node that answers there are no pools', async () => {
  const harbor = chain()
  harbor.state.factory = address(0)
  expect(await priceOn(harbor)).toEqual([])
  expect(harbor.requests).toEqual([1])
  expect(await priceOn({ ask: () => Promise.reject(new Error('out of gas')) })).toEqual([])
})

test('more pools than one request holds are read in requests that belong together', async () => {
  const harbor = chain()
  harbor.state.hasAll = true
  const through = Array.from({ length: 8 }, (_, place) => address(500 + place))
  await readMarketPools({ manager, sold, bought, through }, me, harbor.ask)
  expect(harbor.requests).toEqual([1, 85, 250, 90])
})
