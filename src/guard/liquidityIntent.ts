import type { Amount } from '../domain/amount'
import type { Amounts } from '../domain/liquidity'
import type { Range } from '../domain/range'
import type { Token } from '../domain/token'

/** What the person asked for where liquidity is concerned. Pure data, as every intent. */
export type LiquidityIntent = PayingIntent | WithdrawIntent

/** Tokens handed over: for a position of their own, or for more of one that is there. */
export type PayingIntent = DepositIntent | IncreaseIntent

/** Tokens put to work in a price range of a pool. */
export type DepositIntent = {
  readonly kind: 'deposit'
  readonly pool: PoolKey
  /** In the pool's order. The chain's own coin may stand in the place of its wrapped form. */
  readonly pay: readonly [Amount, Amount]
  readonly range: Range
  /** How much less of either token may be taken, in basis points. */
  readonly toleranceBps: number
  /** Where the pool's price stood when it was asked for. */
  readonly sqrtPriceX96: bigint
  /** Where it stood when the person typed the amounts; absent until the amounts are worked out at another price. */
  readonly typedAtSqrtPriceX96?: bigint
  readonly sender: string
  /** Who owns the position. */
  readonly recipient: string
}

/** More tokens for a position that is there already: pool and range are its own, and so is its owner. */
export type IncreaseIntent = Omit<DepositIntent, 'kind'> & {
  readonly kind: 'increase'
  /** The position manager's number. */
  readonly position: bigint
}

/** Liquidity taken out of a position, or only its fees. */
export type WithdrawIntent = {
  readonly kind: 'withdraw'
  readonly pool: PoolKey
  /** The position manager's number. */
  readonly position: bigint
  readonly range: Range
  /** Zero collects fees and touches nothing else. */
  readonly liquidity: bigint
  /** The least of each token the liquidity must pay out. */
  readonly minimums: Amounts
  readonly sender: string
  readonly recipient: string
}

/** Which pool, as a position manager knows it. */
export type PoolKey = {
  readonly token0: Token
  readonly token1: Token
  /** Millionths; what tells pools of one pair apart. `undefined` where managers know only one pool per pair. */
  readonly feePpm: number | undefined
  readonly positionManager: string
  /** The contract of the pool that was chosen; absent where the record tells none, and for a pool to be. */
  readonly address?: string
  /** The tick a pool starts at that is created by this deposit; `undefined` for a pool that exists. */
  readonly startTick: number | undefined
}

/**
 * The price at which the person typed their amounts: how far the market has moved since is measured from it, however
 * often the amounts were worked out again.
 */
export function priceWhenTyped(intent: Pick<PayingIntent, 'sqrtPriceX96' | 'typedAtSqrtPriceX96'>): bigint {
  return intent.typedAtSqrtPriceX96 ?? intent.sqrtPriceX96
}

/** The chain's own coin among what is paid; `undefined` when only tokens are. */
export function coinPaid({ pay }: Pick<PayingIntent, 'pay'>): Amount | undefined {
  return pay.find(({ token, units }) => token.isNative && units > 0n)
}

/** What is paid in tokens: what approvals are needed for. */
export function tokensPaid({ pay }: Pick<PayingIntent, 'pay'>): readonly Amount[] {
  return pay.filter(({ token, units }) => !token.isNative && units > 0n)
}
