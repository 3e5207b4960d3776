import { addressKey } from '../../../domain/address'
import { change, parseFraction, reciprocal, toNumber, toSignificant } from '../../../domain/fraction'
import { type InitialPrice, initialPrice } from '../../../domain/liquidity/initialPrice'
import { defaultSpacing } from '../../../domain/liquidity/tick'
import { readPrice } from '../../../domain/liquidity/tickPrice'
import { sameToken, type Token } from '../../../domain/token'
import { isNotANumber, type NotANumber } from '../../../domain/typedNumber'
import type { LiquidityPool } from '../../../preparation/liquidity/liquidityPool'

/** Two tokens sorted by address, as pools order them; the native coin as its wrapped form. */
export function sortedPair(a: Token, b: Token, wrapped: Token | undefined): readonly [Token, Token] | undefined {
  const [one, other] = [a, b].map((token) => (token.isNative ? wrapped : token))
  if (!one || !other || sameToken(one, other) || one.chain.chainId !== other.chain.chainId) return undefined
  return BigInt(one.address) < BigInt(other.address) ? [one, other] : [other, one]
}

export function isOfPair({ token0, token1 }: LiquidityPool, [one, other]: readonly [Token, Token]): boolean {
  return sameToken(token0, one) && sameToken(token1, other)
}

/** A token with only meme pools is a meme token, and so every new pool of it is a meme pool. */
export function isMemePair(pair: readonly [Token, Token], pools: readonly LiquidityPool[]): boolean {
  return pair.some((token) => {
    const held = pools.filter(({ token0, token1 }) => sameToken(token0, token) || sameToken(token1, token))
    return held.length > 0 && held.every(({ isMeme }) => isMeme)
  })
}

/** The wrapped form of a chain's coin among the listed tokens. */
export function wrappedOf(tokens: readonly Token[], chainId: number, address: string | undefined): Token | undefined {
  if (address === undefined) return undefined
  return tokens.find((token) => token.chain.chainId === chainId && addressKey(token.address) === addressKey(address))
}

/** Parses a typed starting price, in the direction shown. */
export type TypedStartingPrice =
  | { readonly is: 'empty' }
  | { readonly is: 'invalid'; readonly problem: NotANumber | undefined }
  | { readonly is: 'price'; readonly start: InitialPrice }

export function readStartingPrice(
  typed: string,
  [{ decimals: decimals0 }, { decimals: decimals1 }]: readonly [Token, Token],
  inverted: boolean,
): TypedStartingPrice {
  const read = readPrice(typed)
  if (read.is === 'empty') return read
  const start = read.is === 'price' ? initialPrice(read.price, { decimals0, decimals1, inverted }) : undefined
  return start ? { is: 'price', start } : { is: 'invalid', problem: isNotANumber(read) ? read : undefined }
}

/**
 * The same starting price in the other direction, with the fewest digits that convert back exactly. Invalid text is
 * returned unchanged.
 */
export function invertTypedPrice(typed: string): string {
  const read = readPrice(typed)
  if (read.is !== 'price') return typed
  const turned = reciprocal(parseFraction(read.price))
  const leadsBack = (text: string) => Math.abs(toNumber(change(turned, parseFraction(text)))) < 1e-14
  const [shortest] = [6, 9, 12, 15, 18].map((digits) => toSignificant(turned, digits)).filter(leadsBack)
  return shortest ?? toSignificant(turned, 21)
}

/** The new pool: empty, at its starting price. */
export function newPoolOf(
  [token0, token1]: readonly [Token, Token],
  start: InitialPrice,
  more: Pick<LiquidityPool, 'positionManager' | 'liveAt' | 'isMeme'>,
): LiquidityPool {
  return {
    chain: token0.chain,
    address: undefined,
    token0,
    token1,
    sqrtPriceX96: start.sqrtPriceX96,
    tick: start.tick,
    feePpm: undefined,
    spacing: defaultSpacing,
    isSpacingReported: false,
    liquidity: 0n,
    bars: [],
    tvl: undefined,
    feesPerDay: undefined,
    feesFromVolume: undefined,
    apr: undefined,
    hook: undefined,
    history: [],
    hourlyAt: undefined,
    ...more,
  }
}
