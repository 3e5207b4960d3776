import { poolAbi, tokenAbi } from '../evm/contracts'
import type { EvmPool, ListedToken, LocalEvmExchange } from '../evm/localEvmExchange'

/** The state of a pool on chain. */
export type PoolState = {
  readonly sqrtPriceX96: bigint
  readonly tick: number
  readonly liquidity: bigint
  readonly balances: readonly [bigint, bigint]
  /** Global fee growth per unit of liquidity, in Q128, modulo 2^256. */
  readonly growth: readonly [bigint, bigint]
  readonly growthOutside: ReadonlyMap<number, readonly [bigint, bigint]>
}

/** Reads the state at one block, in one batch. */
export async function readPoolState(
  { chain: { client } }: LocalEvmExchange,
  key: EvmPool,
  ticks: Iterable<number>,
  blockNumber: bigint,
): Promise<PoolState> {
  const pool = { address: key.address, abi: poolAbi, blockNumber } as const
  const holding = { abi: tokenAbi, functionName: 'balanceOf', args: [key.address], blockNumber } as const
  const balance = ({ address }: ListedToken) => client.readContract({ address, ...holding })
  const outside = async (tick: number) => {
    const [, , growth0, growth1] = await client.readContract({ ...pool, functionName: 'ticks', args: [tick] })
    return [tick, [growth0, growth1]] as const
  }
  const [slot0, liquidity, growth0, growth1, balance0, balance1, growthOutside] = await Promise.all([
    client.readContract({ ...pool, functionName: 'slot0' }),
    client.readContract({ ...pool, functionName: 'liquidity' }),
    client.readContract({ ...pool, functionName: 'feeGrowthGlobal0X128' }),
    client.readContract({ ...pool, functionName: 'feeGrowthGlobal1X128' }),
    balance(key.token0),
    balance(key.token1),
    Promise.all([...ticks].map(outside)),
  ])
  const [sqrtPriceX96, tick] = slot0
  return {
    sqrtPriceX96,
    tick,
    liquidity,
    balances: [balance0, balance1],
    growth: [growth0, growth1],
    growthOutside: new Map(growthOutside),
  }
}
