import type { Address } from 'viem'
import { amountsForLiquidity } from '../../domain/liquidity/liquidity'
import { isRevert } from '../evm/chain'
import { poolAbi, positionManagerAbi, tokenAbi } from '../evm/contracts'
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

/** A position of the position manager (`NonfungiblePositionManager`). */
export type ManagerPosition = {
  readonly id: bigint
  readonly owner: Address
  readonly token0: Address
  readonly token1: Address
  readonly fee: number
  readonly tickLower: number
  readonly tickUpper: number
  readonly liquidity: bigint
  /** Fee growth inside the range when fees were last settled, and settled fees that were not collected. */
  readonly settledGrowth: readonly [bigint, bigint]
  readonly owed: readonly [bigint, bigint]
}

/** A position at a block; `undefined` once it is burned. */
export async function readManagerPosition(
  { chain, contracts }: LocalEvmExchange,
  id: bigint,
  blockNumber: bigint,
): Promise<ManagerPosition | undefined> {
  const manager = { address: contracts.positionManager, abi: positionManagerAbi, args: [id], blockNumber } as const
  try {
    const [owner, read] = await Promise.all([
      chain.client.readContract({ ...manager, functionName: 'ownerOf' }),
      chain.client.readContract({ ...manager, functionName: 'positions' }),
    ])
    const [, , token0, token1, fee, tickLower, tickUpper, liquidity, growth0, growth1, owed0, owed1] = read
    const range = { tickLower, tickUpper, liquidity }
    return { id, owner, token0, token1, fee, ...range, settledGrowth: [growth0, growth1], owed: [owed0, owed1] }
  } catch (error) {
    if (isRevert(error)) return undefined
    throw error
  }
}

/** The amounts that burning the position would pay. */
export function burnAmounts({ tickLower, tickUpper, liquidity }: ManagerPosition, { sqrtPriceX96 }: PoolState) {
  const { amount0, amount1 } = amountsForLiquidity({ sqrtPriceX96, tickLower, tickUpper, liquidity, round: 'down' })
  return [amount0, amount1] as const
}

/** Fees that could be collected now, including those not yet settled. */
export function unclaimedFees(position: ManagerPosition, state: PoolState): readonly [bigint, bigint] {
  const fees = (side: 0 | 1) => {
    const grown = wrap(growthInside(position, state, side) - position.settledGrowth[side])
    return position.owed[side] + ((grown * position.liquidity) >> 128n)
  }
  return [fees(0), fees(1)]
}

/** inside = global − below − above; a tick's `outside` is the side away from the current price (Uniswap v3, 6.3). */
function growthInside({ tickLower, tickUpper }: ManagerPosition, state: PoolState, side: 0 | 1): bigint {
  const global = state.growth[side]
  const lower = state.growthOutside.get(tickLower)?.[side] ?? 0n
  const upper = state.growthOutside.get(tickUpper)?.[side] ?? 0n
  const below = state.tick >= tickLower ? lower : global - lower
  const above = state.tick < tickUpper ? upper : global - upper
  return wrap(global - below - above)
}

function wrap(value: bigint): bigint {
  return BigInt.asUintN(256, value)
}
