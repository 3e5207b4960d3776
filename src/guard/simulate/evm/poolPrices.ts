import { encodeFunctionData, getAddress, parseAbi, zeroAddress } from 'viem'
import { type OwnedPosition, readPoolOf } from '../../../chain/position'
import { type RpcPort, readWord } from '../../../chain/rpc'

/** Square-root prices in Q64.96: of the pool of the deposit, and of other pools of the same pair. */
export type PoolPrices = { readonly own: bigint | undefined; readonly others: readonly bigint[] }

type Pair = Pick<OwnedPosition, 'token0' | 'token1' | 'feePpm'>

/** The usual fee tiers, which distinguish pools of one pair, in millionths. */
export const customaryFees = [100, 500, 2_500, 3_000, 10_000]

/* Uniswap v3 and Algebra answer other questions with the price as the first word. */
const pools = parseAbi([
  'function slot0() view returns (uint160 sqrtPriceX96)',
  'function globalState() view returns (uint160 price)',
  'function liquidity() view returns (uint128)',
])

/** Rejects when the node does not answer; pools that do not answer are left out. */
export async function readPoolPrices(ask: RpcPort, manager: string, pair: Pair): Promise<PoolPrices> {
  const fees = pair.feePpm === 0 ? [] : customaryFees.filter((fee) => fee !== pair.feePpm)
  const [own, ...others] = await Promise.all([
    priceIn(ask, manager, pair),
    ...fees.map((feePpm) => priceIn(ask, manager, { ...pair, feePpm }, true)),
  ])
  return { own, others: others.filter((price) => price !== undefined) }
}

/** A pool without liquidity has a meaningless price. */
async function priceIn(ask: RpcPort, manager: string, pair: Pair, isLiquid = false): Promise<bigint | undefined> {
  const address = await readPoolOf(ask, manager, pair)
  if (address === undefined || getAddress(address) === zeroAddress) return undefined
  const [uniswap, algebra, liquidity] = await Promise.all(
    (['slot0', 'globalState', 'liquidity'] as const).map((functionName) =>
      readWord(ask, { to: address, data: encodeFunctionData({ abi: pools, functionName }) }),
    ),
  )
  if (isLiquid && !liquidity) return undefined
  return uniswap || algebra || undefined
}
