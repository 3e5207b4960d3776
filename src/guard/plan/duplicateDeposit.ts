import { sameToken } from '../../domain/token'
import { sameAddress } from '../decode/evm/address'
import type { LiquidityIntent, PayingIntent } from '../liquidityIntent'

/**
 * Whether two requests are for the same deposit: same account, same position and the same amount of one token. The other
 * amount depends on the price and the deadline on the clock, so neither is compared.
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

/** An existing position has an id; a new one is identified by its pool and range. */
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
