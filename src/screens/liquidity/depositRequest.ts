import { fromUnits } from '../../domain/amount'
import { networkOf } from '../../domain/chain'
import type { Amounts } from '../../domain/liquidity/liquidity'
import type { Range } from '../../domain/liquidity/range'
import type { Token } from '../../domain/token'
import type { LiquidityPool } from '../../preparation/liquidity/liquidityPool'
import type { AddLiquidityRequest } from '../../protocol/serviceMessages'

/**
 * The request body. Tokens are in the pool's own order, so that ticks mean the same in any order of the service;
 * amounts are exact decimals. `paid` names the tokens really deposited: the native coin where it replaces its wrapped
 * form.
 */
export function depositRequestOf(
  pool: LiquidityPool,
  deposit: {
    readonly amounts: Amounts
    readonly range: Range
    readonly recipient: string
    readonly paid: readonly [Token, Token]
  },
): AddLiquidityRequest {
  const { amounts, range, recipient, paid } = deposit
  const [tokenA, tokenB] = paid
  return {
    amountA: fromUnits(amounts.amount0, tokenA.decimals),
    amountB: fromUnits(amounts.amount1, tokenB.decimals),
    tokenAId: tokenA.id,
    tokenBId: tokenB.id,
    tickLower: range.tickLower,
    tickUpper: range.tickUpper,
    networkName: networkOf(pool.chain),
    recipient,
    creationTick: pool.tick,
  }
}
