import { parseFraction, toSignificant } from '../../domain/fraction'
import type { Pool, PoolField, PoolToken } from '../../domain/pools/pool'
import { isUsuallyInverted } from '../../domain/prices/usualDirection'
import { symbolOf } from './poolToken'

/** Whether a pool's price is shown inverted: in the usual direction, when the record has the other one. */
export function isShownInverted({ token0, token1 }: Pick<Pool, 'token0' | 'token1'>): boolean {
  return isUsuallyInverted({ token0: ranked(token0), token1: ranked(token1) })
}

/** The price in the direction that lists show; an inverted price keeps the number of digits of the record's. */
export function defaultPrice(pool: Pool, isInverted = isShownInverted(pool)): PoolField<string> {
  const { price } = pool
  return isInverted && price.is === 'known' && isPositive(price.value)
    ? { ...price, value: inverted(price.value) }
    : price
}

/** `USDC/WETH`: the token prices are counted in, and the one that is priced. */
export function priceUnitOf(pool: Pick<Pool, 'token0' | 'token1'>, isInverted = isShownInverted(pool)) {
  const [quote, base] = isInverted ? [pool.token0, pool.token1] : [pool.token1, pool.token0]
  return { quote: symbolOf(quote), base: symbolOf(base) }
}

/** One over a decimal text, to eighteen significant digits. */
export function inverted(text: string): string {
  const { numerator, denominator } = parseFraction(text)
  return toSignificant({ numerator: denominator, denominator: numerator }, 18)
}

function isPositive(text: string): boolean {
  return Number(text) > 0
}

function ranked({ symbol = '', price, token }: PoolToken) {
  return { symbol: token?.symbol ?? symbol, isNative: token?.isNative ?? false, price: token?.price ?? price }
}
