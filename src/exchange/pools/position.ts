import type { Address } from 'viem'
import { amountsForLiquidity } from '../../domain/liquidity/liquidity'
import { isRevert } from '../evm/chain'
import { positionManagerAbi } from '../evm/contracts'
import type { LocalEvmExchange } from '../evm/localEvmExchange'
import type { PoolState } from './state'

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
