import { type Address, getAddress, zeroAddress } from 'viem'
import { spacing } from '../listing'
import { factoryAbi } from './contracts'
import { type ListedToken, type PoolKey, sorted, type Venue } from './localEvmExchange'

/** The pools of the listed pairs, which the market trades in. */
export async function listedPools(venue: Venue): Promise<readonly PoolKey[]> {
  const found = await Promise.all(
    venue.chain.listing.pairs.map(async ({ symbols, fee }) => {
      const [a, b] = symbols.map((symbol) => venue.tokens.find((token) => token.symbol === symbol))
      return a && b ? findPool(venue, a, b, fee) : undefined
    }),
  )
  return found.filter((pool) => pool !== undefined)
}

/** The pool of two tokens at a fee, where it exists. */
export async function findPool(
  { chain, contracts }: Venue,
  a: ListedToken,
  b: ListedToken,
  fee: number,
): Promise<PoolKey | undefined> {
  const [token0, token1] = sorted(a, b)
  const address: Address = await chain.client.readContract({
    address: contracts.factory,
    abi: factoryAbi,
    functionName: 'getPool',
    args: [token0.address, token1.address, fee],
  })
  if (address === zeroAddress) return undefined
  return { address: getAddress(address), token0, token1, fee, spacing }
}
