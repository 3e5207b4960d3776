import { typicalMoveBps } from '../../domain/liquidity/tolerance'
import { isDollar } from '../../domain/prices/dollar'
import type { LiquidityPool } from '../../preparation/liquidity/liquidityPool'

/** How far a pool's price usually moves between review and signature, in basis points. Two stablecoins hardly move. */
export function typicalMoveOf({ token0, token1 }: Pick<LiquidityPool, 'token0' | 'token1'>): number {
  return typicalMoveBps(isDollar(token0) && isDollar(token1))
}
