import { getAddress, toFunctionSelector, zeroAddress } from 'viem'
import { tickSpacing } from '../listing'
import type { LocalChain } from './chain'
import { factoryAbi } from './contracts'
import { type EvmPool, type ListedToken, type LocalEvmExchange, sortTokens } from './localEvmExchange'

/** The pools of the listed pairs, in which the simulated market trades. */
export async function listedPools(evm: LocalEvmExchange): Promise<readonly EvmPool[]> {
  const found = await Promise.all(
    evm.chain.listing.pairs.map(async ({ symbols, fee }) => {
      const [a, b] = symbols.map((symbol) => evm.tokens.find((token) => token.symbol === symbol))
      return a && b ? findPool(evm, a, b, fee) : undefined
    }),
  )
  return found.filter((pool) => pool !== undefined)
}

/** The pool of two tokens with a fee; `undefined` if it does not exist. */
export async function findPool(
  { chain, contracts }: LocalEvmExchange,
  a: ListedToken,
  b: ListedToken,
  fee: number,
): Promise<EvmPool | undefined> {
  const [token0, token1] = sortTokens(a, b)
  const address = await chain.client.readContract({
    address: contracts.factory,
    abi: factoryAbi,
    functionName: 'getPool',
    args: [token0.address, token1.address, fee],
  })
  if (address === zeroAddress) return undefined
  return { address: getAddress(address), token0, token1, fee, tickSpacing }
}

/**
 * sqrtPriceX96 of each pool. Decodes only the first word of `slot0`, because the replay of past trades reads it often.
 */
export function readSqrtPrices({ client }: LocalChain, pools: readonly EvmPool[]): Promise<readonly bigint[]> {
  return Promise.all(
    pools.map(async ({ address }) => {
      const { data } = await client.call({ to: address, data: slot0 })
      return BigInt(data?.slice(0, 66) ?? 0)
    }),
  )
}

const slot0 = toFunctionSelector('slot0()')
