import type { Token } from '../token'
import { priceOf } from './price'

/** Whether a token is a stablecoin: within two cents of a dollar, and not an imitation. */
export function isDollar(token: Token): boolean {
  const price = priceOf(token)
  if (!price || token.isNative || token.cautions) return false
  const cents = (price.numerator * 10_000n) / price.denominator
  return cents >= 9_800n && cents <= 10_200n
}
