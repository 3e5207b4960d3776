import { fromUnits } from '../../domain/amount'
import { networkOf } from '../../domain/chain'
import type { PayingIntent } from '../../guard/liquidityIntent'
import type { LiquidityPool } from '../../preparation/liquidity/liquidityPool'
import type { AddLiquidityRequest } from '../../protocol/serviceMessages'

/**
 * The request body. Tokens are in the pool's own order, so that ticks mean the same in any order of the service;
 * amounts are exact decimals. `pay` has the tokens really deposited: the native coin where it replaces its wrapped form.
 */
export function depositRequestOf(
  pool: LiquidityPool,
  { pay: [a, b], range, recipient }: Pick<PayingIntent, 'pay' | 'range' | 'recipient'>,
): AddLiquidityRequest {
  return {
    amountA: fromUnits(a.units, a.token.decimals),
    amountB: fromUnits(b.units, b.token.decimals),
    tokenAId: a.token.id,
    tokenBId: b.token.id,
    tickLower: range.tickLower,
    tickUpper: range.tickUpper,
    networkName: networkOf(pool.chain),
    recipient,
    creationTick: pool.tick,
  }
}
