import { encodeFunctionData, erc20Abi, getAddress, parseAbi } from 'viem'
import type { MarketPool } from '../../checkInputs'
import type { RpcPort } from '../rpc'
import { customaryFees } from './poolPrices'
import { readTogether } from './simulationContract'

/** Two tokens that are swapped for each other, and the position manager whose factory knows their pools. */
export type MarketPair = { readonly manager: string; readonly sold: string; readonly bought: string }

const abi = parseAbi([
  'function factory() view returns (address)',
  'function getPool(address a, address b, uint24 fee) view returns (address)',
  'function slot0() view returns (uint160 sqrtPriceX96)',
])

/**
 * The pools of a pair at the factory that the deployment's position manager names, whatever the service swaps through:
 * the chain's own price. None where a node cannot tell.
 */
export async function readMarketPools(
  { manager, sold, bought }: MarketPair,
  account: string,
  ask: RpcPort,
): Promise<readonly MarketPool[]> {
  const read = (reads: readonly { readonly to: string; readonly data: string }[]) => readTogether(reads, account, ask)
  try {
    const [factory] = await read([{ to: manager, data: encodeFunctionData({ abi, functionName: 'factory' }) }])
    if (!factory) return []
    const pair = [getAddress(sold), getAddress(bought)] as const
    const found = await read(
      customaryFees.map((fee) => ({
        to: addressOf(factory),
        data: encodeFunctionData({ abi, functionName: 'getPool', args: [...pair, fee] }),
      })),
    )
    const pools = found.flatMap((pool) => (pool ? [addressOf(pool)] : []))
    const price = encodeFunctionData({ abi, functionName: 'slot0' })
    const answers = await read(
      pools.flatMap((pool) => {
        const held = encodeFunctionData({ abi: erc20Abi, functionName: 'balanceOf', args: [getAddress(pool)] })
        return [
          { to: pool, data: price },
          { to: bought, data: held },
        ]
      }),
    )
    return pools.flatMap((_, index) => {
      const [sqrtPriceX96, held] = [answers[2 * index], answers[2 * index + 1]]
      return sqrtPriceX96 && held ? [{ sqrtPriceX96, held }] : []
    })
  } catch {
    // A node without state overrides, or another kind of factory: there is no second source.
    return []
  }
}

function addressOf(word: bigint): string {
  return getAddress(`0x${word.toString(16).padStart(40, '0').slice(-40)}`)
}
