import { sameToken } from '../../domain/token'
import { sameAddress } from '../decode/evm/address'
import type { LiquidityIntent, PayingIntent } from '../liquidityIntent'

/**
 * Whether one asks for what the other already does: from the same account, for the same position, with the same amount
 * of one of the tokens. The other amount follows from the price, and a deadline from the clock; neither tells apart.
 */
export function isDuplicateDeposit(asked: LiquidityIntent, other: PayingIntent): boolean {
  return (
    asked.kind !== 'withdraw' &&
    sameAddress(asked.sender, other.sender) &&
    sameAddress(asked.recipient, other.recipient) &&
    sameAddress(asked.pool.positionManager, other.pool.positionManager) &&
    asked.pool.token0.chain.chainId === other.pool.token0.chain.chainId &&
    isSamePosition(asked, other) &&
    asked.pay.some(({ token, units }) =>
      other.pay.some((paid) => units > 0n && units === paid.units && sameToken(token, paid.token)),
    )
  )
}

/** A position that is there has a number; one to come is known by its pool and range. */
function isSamePosition(asked: PayingIntent, other: PayingIntent): boolean {
  if (asked.kind === 'increase') return other.kind === 'increase' && asked.position === other.position
  return (
    other.kind === 'deposit' &&
    sameToken(asked.pool.token0, other.pool.token0) &&
    sameToken(asked.pool.token1, other.pool.token1) &&
    asked.pool.feePpm === other.pool.feePpm &&
    asked.range.tickLower === other.range.tickLower &&
    asked.range.tickUpper === other.range.tickUpper
  )
}
