import type { LiquidityPool } from '../../../preparation/liquidity/liquidityPool'
import type { Sequence } from '../../../preparation/liquidity/sequenceCodec'

type Chosen = Pick<Sequence, 'account' | 'range' | 'toleranceBps' | 'paysCoin' | 'position' | 'budget'>

/** A sequence that has no orders yet, into a pool that exists. */
export function newSequence(
  { chain, token0, token1 }: LiquidityPool,
  address: string,
  chosen: Chosen,
  { newId, clock }: { readonly newId: () => string; readonly clock: () => number },
): Sequence {
  return {
    ...chosen,
    id: newId(),
    chainId: chain.chainId,
    pool: address,
    tokens: [token0.address, token1.address],
    symbols: [token0.symbol, token1.symbol],
    orders: {},
    openedAt: clock(),
  }
}
