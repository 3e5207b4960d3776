import type { SequenceGoal } from '../../../orders/sequence'
import type { LiquidityPool } from '../../../preparation/liquidity/liquidityPool'
import type { AddLiquidity } from '../useAddLiquidity'

export type StartSequenceProps = {
  readonly liquidity: AddLiquidity
  readonly onStart: (goal: SequenceGoal) => void
}

type Chosen = Pick<SequenceGoal, 'account' | 'range' | 'toleranceBps' | 'paysCoin' | 'position' | 'budget'>

/** The goal of a sequence into a pool that exists. */
export function newSequence(
  { chain, token0, token1 }: LiquidityPool,
  address: string,
  chosen: Chosen,
  newId: () => string,
): SequenceGoal {
  return {
    ...chosen,
    id: newId(),
    chainId: chain.chainId,
    pool: address,
    tokens: [token0.address, token1.address],
    symbols: [token0.symbol, token1.symbol],
  }
}
