import { encodeFunctionData, erc20Abi, getAddress, parseAbi } from 'viem'
import type { MarketPool } from '../../checkInputs'
import type { RpcPort } from '../rpc'
import { customaryFees } from './poolPrices'
import { readTogether } from './simulationContract'

/**
 * Two tokens that are swapped for each other, those through which a way of two pools may lead, and the position manager
 * whose factory knows the pools.
 */
export type MarketPair = {
  readonly manager: string
  readonly sold: string
  readonly bought: string
  readonly through: readonly string[]
}

const abi = parseAbi([
  'function factory() view returns (address)',
  'function getPool(address a, address b, uint24 fee) view returns (address)',
  'function slot0() view returns (uint160 sqrtPriceX96)',
])

/**
 * The pools of a pair at the factory that the deployment's position manager names, and those of both with a token between
 * them, whatever the service swaps through: the chain's own price. None where a node cannot tell.
 */
export async function readMarketPools(
  { manager, sold, bought, through }: MarketPair,
  account: string,
  ask: RpcPort,
): Promise<readonly MarketPool[]> {
  const read = (reads: readonly { readonly to: string; readonly data: string }[]) => readTogether(reads, account, ask)
  const legs = [
    [sold, bought] as const,
    ...through.flatMap((token) => [[sold, token] as const, [token, bought] as const]),
  ]
  const asked = legs.flatMap(([takes, pays]) => customaryFees.map((fee) => ({ takes, pays, fee })))
  try {
    const [factory] = await read([{ to: manager, data: encodeFunctionData({ abi, functionName: 'factory' }) }])
    if (!factory) return []
    const found = await read(
      asked.map(({ takes, pays, fee }) => ({
        to: addressOf(factory),
        data: encodeFunctionData({ abi, functionName: 'getPool', args: [getAddress(takes), getAddress(pays), fee] }),
      })),
    )
    const pools = asked.flatMap(({ takes, pays }, index) => {
      const pool = found[index]
      return pool ? [{ takes, pays, at: addressOf(pool) }] : []
    })
    const answers = await read(
      pools.flatMap(({ pays, at }) => [
        { to: at, data: price },
        { to: pays, data: encodeFunctionData({ abi: erc20Abi, functionName: 'balanceOf', args: [getAddress(at)] }) },
      ]),
    )
    return pools.flatMap(({ takes, pays }, index) => {
      const [sqrtPriceX96, held] = [answers[2 * index], answers[2 * index + 1]]
      return sqrtPriceX96 && held ? [{ takes, pays, sqrtPriceX96, held }] : []
    })
  } catch {
    // A node without state overrides, or another kind of factory: there is no second source.
    return []
  }
}

const price = encodeFunctionData({ abi, functionName: 'slot0' })

function addressOf(word: bigint): string {
  return getAddress(`0x${word.toString(16).padStart(40, '0').slice(-40)}`)
}
