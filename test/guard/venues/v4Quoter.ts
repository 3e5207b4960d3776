import {
  type Address,
  decodeFunctionResult,
  encodeFunctionData,
  getAddress,
  type Hex,
  parseAbi,
  zeroAddress,
} from 'viem'
import { fromUnits } from '../../../src/domain/amount'
import type { Token } from '../../../src/domain/token'
import { type Arena, harbor } from '../attacks/adversary'
import { hexOf } from './realUniswap'
import type { Quoted } from './routerCalls'

/* The quoter of v4 simulates swaps in the pools, so its quotes include their fees and the price impact. */

const abi = parseAbi([
  'struct PathKey { address intermediateCurrency; uint24 fee; int24 tickSpacing; address hooks; bytes hookData; }',
  'struct QuoteExactParams { address exactCurrency; PathKey[] path; uint128 exactAmount; }',
  'function quoteExactInput(QuoteExactParams params) returns (uint256 amountOut, uint256 gasEstimate)',
])

export type Hop = { readonly token: Token; readonly hooks?: Address }

/** The output of an input that is split evenly into routes; each is a list of pools by the token that they pay. */
export async function quoteRoutes(
  { rpc }: Arena,
  quoter: Address,
  { token, units }: Quoted['intent']['sell'],
  routes: readonly (readonly Hop[])[],
): Promise<bigint> {
  const outputs = await Promise.all(
    routes.map(async (hops) => {
      const path = hops.map(({ token, hooks = zeroAddress }) => ({
        ...{ intermediateCurrency: currencyOf(token), fee: 3000, tickSpacing: 60, hooks, hookData: '0x' as const },
      }))
      const params = { exactCurrency: currencyOf(token), path, exactAmount: units / BigInt(routes.length) }
      const data = encodeFunctionData({ abi, functionName: 'quoteExactInput', args: [params] })
      const found = hexOf(String(await rpc(harbor)('eth_call', [{ to: quoter, data }, 'latest'])))
      return decodeFunctionResult({ abi, functionName: 'quoteExactInput', data: found })[0]
    }),
  )
  return outputs.reduce((sum, each) => sum + each, 0n)
}

/** The answer with this output as its quote, and the minimum that the tolerance leaves of it. */
export function withOutput({ intent, answer }: Quoted, output: bigint): Quoted {
  const minimum = (output * BigInt(10_000 - intent.slippageBps)) / 10_000n
  const [minAmountOut, expectedAmountOut] = [minimum, output].map((units) => fromUnits(units, intent.buy.decimals))
  return { intent, answer: { ...answer, minAmountOut, expectedAmountOut }, minimum }
}

const currencyOf = ({ isNative, address }: Token): Hex => (isNative ? zeroAddress : getAddress(address))
