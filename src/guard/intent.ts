import type { Amount } from '../domain/amount'
import type { Chain } from '../domain/chain'
import type { Token } from '../domain/token'
import type { LiquidityIntent } from './liquidityIntent'

/** The person's request. Pure data, so that it survives a reload and can be compared with an answer. */
export type Intent = SwapIntent | LiquidityIntent

export type SwapIntent = {
  readonly kind: 'swap'
  readonly sell: Amount
  readonly buy: Token
  /** Tolerance in basis points (50 = 0.50 %). */
  readonly slippageBps: number
  readonly sender: string
  readonly recipient: string
  readonly skipNonSwapTransactions: boolean
}

/** The most that the person gives. */
export function givenIn(intent: Intent): readonly Amount[] {
  switch (intent.kind) {
    case 'swap':
      return [intent.sell]
    case 'deposit':
    case 'increase':
      return intent.pay.filter(({ units }) => units > 0n)
    case 'withdraw':
      return []
  }
}

/** Every token in an intent. */
export function tokensIn(intent: Intent): readonly Token[] {
  if (intent.kind === 'swap') return [intent.sell.token, intent.buy]
  const { token0, token1 } = intent.pool
  const paid = intent.kind === 'withdraw' ? [intent.coin] : intent.pay.map(({ token }) => token)
  const coins = paid.flatMap((token) => (token?.isNative ? [token] : []))
  return [token0, token1, ...coins]
}

/** The source chain and the destination chain. */
export function sourceChainOf(intent: Intent): Chain {
  return intent.kind === 'swap' ? intent.sell.token.chain : intent.pool.token0.chain
}

export function destinationChainOf(intent: Intent): Chain {
  return intent.kind === 'swap' ? intent.buy.chain : intent.pool.token0.chain
}

/**
 * Maximum outflow for a sold amount. Rebasing tokens round transfers by 1–2 units; tokens with few decimals get no such
 * allowance, because a unit has value.
 */
export function maxOutflow(units: bigint): bigint {
  return units >= 1_000_000n ? units + 2n : units
}
