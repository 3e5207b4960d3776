import type { Token } from '../token'

type Ranked = Pick<Token, 'symbol' | 'isNative' | 'price'>

/**
 * The usual direction of a pair: prices are in dollars first, then in the native coin.
 * `true` when prices should count token0 per token1.
 */
export function isUsuallyInverted({ token0, token1 }: { readonly token0: Ranked; readonly token1: Ranked }): boolean {
  return rank(token0) > rank(token1)
}

/** A dollar's symbol without a price counts as one; a token of that symbol at another price does not. */
function rank({ symbol, isNative, price }: Ranked): number {
  const dollars = price === undefined ? 1 : Number(price)
  if (/USD|DAI/i.test(symbol) && dollars > 0.9 && dollars < 1.1) return 2
  return isNative || /^W?(ETH|BNB|MATIC|AVAX|SOL)$/i.test(symbol) ? 1 : 0
}
