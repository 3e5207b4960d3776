import type { Amount } from '../domain/amount'
import type { Amounts } from '../domain/liquidity/liquidity'
import type { Range } from '../domain/liquidity/range'
import type { Token } from '../domain/token'

/** The person's request: to deposit into or withdraw from a position. Pure data, like every intent. */
export type LiquidityIntent = PayingIntent | WithdrawIntent

/** Pays tokens into a new position, or into an existing one. */
export type PayingIntent = DepositIntent | IncreaseIntent

/** A new position in a price range of a pool. */
export type DepositIntent = {
  readonly kind: 'deposit'
  readonly pool: PoolKey
  /** In the pool's token order. The native coin may replace its wrapped form. */
  readonly pay: readonly [Amount, Amount]
  readonly range: Range
  /** Slippage tolerance: how much less of either token may be taken, in basis points. */
  readonly toleranceBps: number
  /** The pool's price when the amounts were calculated. */
  readonly sqrtPriceX96: bigint
  /** The pool's price when the person typed the amounts; absent until they are recalculated at another price. */
  readonly typedAtSqrtPriceX96?: bigint
  readonly sender: string
  /** Who owns the position. */
  readonly recipient: string
}

/** Adds liquidity to an existing position, with its pool, range and owner. */
export type IncreaseIntent = Omit<DepositIntent, 'kind'> & {
  readonly kind: 'increase'
  /** The position manager's number. */
  readonly position: bigint
}

/** Removes liquidity from a position, or only collects its fees. */
export type WithdrawIntent = {
  readonly kind: 'withdraw'
  readonly pool: PoolKey
  /** The position manager's number. */
  readonly position: bigint
  readonly range: Range
  /** Zero only collects fees. */
  readonly liquidity: bigint
  /** The least of each token the liquidity must pay out. */
  readonly minimums: Amounts
  /** The position's previously owed amount, which only grows: a payout in native coins enforces it. */
  readonly owed?: Amounts
  /** The native coin, paid out in place of its wrapped form; absent if both tokens are paid out as they are. */
  readonly coin?: Token
  readonly sender: string
  readonly recipient: string
}

/** Identifies a pool for a position manager. */
export type PoolKey = {
  readonly token0: Token
  readonly token1: Token
  /** Fee tier in millionths. `undefined` for managers with one pool per pair (Algebra). */
  readonly feePpm: number | undefined
  readonly positionManager: string
  /** The pool's contract; absent if the pool record has none, and for a pool that is yet to be created. */
  readonly address?: string
  /** The initial tick of a pool that this deposit creates; `undefined` for an existing pool. */
  readonly startTick: number | undefined
}

/**
 * The price at which the person typed the amounts. Price movement is measured from it, however
 * often the amounts were recalculated.
 */
export function priceWhenTyped(intent: Pick<PayingIntent, 'sqrtPriceX96' | 'typedAtSqrtPriceX96'>): bigint {
  return intent.typedAtSqrtPriceX96 ?? intent.sqrtPriceX96
}

/** The amount paid in the native coin; `undefined` if only tokens are paid. */
export function coinPaid({ pay }: Pick<PayingIntent, 'pay'>): Amount | undefined {
  return pay.find(({ token, units }) => token.isNative && units > 0n)
}

/** The amounts paid in tokens, which need approvals. */
export function tokensPaid({ pay }: Pick<PayingIntent, 'pay'>): readonly Amount[] {
  return pay.filter(({ token, units }) => !token.isNative && units > 0n)
}
