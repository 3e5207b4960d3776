import { addressKey, isEvmAddress } from '../../domain/address'
import type { Chain } from '../../domain/chain'
import { chainKinds } from '../../domain/chainKinds'
import { type Fraction, parseFraction, times } from '../../domain/fraction'
import type { Range } from '../../domain/liquidity/range'
import { defaultSpacing, priceToTick, sqrtPriceX96ToTick, tickToSqrtPriceX96 } from '../../domain/liquidity/tick'
import { defaultToleranceBps, typicalMoveBps } from '../../domain/liquidity/tolerance'
import { activeLiquidity, barsOf } from '../../domain/pools/distribution'
import { knownValue, type Pool, type PoolField } from '../../domain/pools/pool'
import type { TickSample } from '../../domain/pools/volatility'
import { isDollar } from '../../domain/prices/price'
import type { PriceDirection } from '../../domain/prices/priceDirection'
import type { Token } from '../../domain/token'
import type { PoolKey } from '../../guard/liquidityIntent'

/** A pool as a deposit needs it, from its record. Missing figures are `undefined`, never zero. */
export type LiquidityPool = Readonly<Omit<NonNullable<ReturnType<typeof liquidityPoolOf>>, 'address'>> & {
  /** `undefined` for a pool that the deposit creates. */
  readonly address: string | undefined
}

/**
 * Reads a pool for a deposit; `undefined` when its tokens are not listed or its price is unknown.
 * `receivedAt` dates live figures of records that do not date them themselves. Figures are in dollars, and times in
 * milliseconds since the epoch.
 */
export function liquidityPoolOf(pool: Pool, chain: Chain, receivedAt: number) {
  const [token0, token1] = [pool.token0.token, pool.token1.token]
  const price = priceOf(pool)
  if (!token0 || !token1 || !chainKinds[token0.chain.kind].hasLiquidity || !price) return undefined
  const spacing = knownValue(pool.tickSpacing)
  return {
    chain,
    address: knownValue(pool.address) ?? pool.id,
    /** The pool's own tokens, in the order of their addresses. */
    token0,
    token1,
    ...price,
    /** Millionths of a trade. */
    feePpm: knownValue(pool.feePpm),
    isMeme: knownValue(pool.isMeme) ?? false,
    tvl: fractionOf(pool.tvl),
    /** 0.25 is 25 % a year. */
    apr: fractionOf(pool.apr),
    spacing: spacing ?? defaultSpacing,
    isSpacingReported: pool.tickSpacing.is === 'known' && pool.tickSpacing.certainty !== 'assumed',
    /** Active at the current price. */
    liquidity: knownValue(pool.liquidity) ?? activeLiquidity(price.tick, { ticks: [], positions: pool.positions }),
    bars: barsOf(pool),
    feesPerDay: keptOf(fractionOf(pool.fees), pool),
    /** For an estimate where the record has no fees. */
    feesFromVolume: keptOf(feesFromVolume(pool), pool),
    positionManager: knownValue(pool.positionManager),
    /** The address of a contract whose code runs with every swap and deposit. */
    hook: knownValue(pool.hook),
    /** The price at the end of each hour or day in the record. */
    history: historyOf(pool, token0, token1),
    liveAt: knownValue(pool.updatedAt) ?? receivedAt,
    hourlyAt: knownValue(pool.hourlyAt),
  }
}

/** The pool key for a position manager, with the address of the pool it should resolve to. */
export function poolKeyOf(
  pool: LiquidityPool,
): Pick<PoolKey, 'token0' | 'token1' | 'feePpm' | 'address' | 'startTick'> {
  const { token0, token1, feePpm, address } = pool
  const isReported = address !== undefined && isEvmAddress(address)
  return { token0, token1, feePpm, startTick: undefined, ...(isReported && { address }) }
}

/**
 * Whether a manager's positions of this pair and fee are in this pool: by the pool it resolves on chain (`found`), else
 * by the manager that the record names. `undefined` when neither is available.
 */
export function isManagedBy(
  { address, positionManager }: LiquidityPool,
  manager: string,
  found: string | undefined,
): boolean | undefined {
  if (found !== undefined && address !== undefined && isEvmAddress(address))
    return addressKey(found) === addressKey(address)
  return positionManager === undefined ? undefined : addressKey(positionManager) === addressKey(manager)
}

/** A figure that is not negative, as a fraction. */
function fractionOf(figure: PoolField<string>): Fraction | undefined {
  const text = knownValue(figure)
  return text === undefined || text.startsWith('-') ? undefined : parseFraction(text)
}

/** Square-root price and tick, each derived from the other if only one is given. */
function priceOf({ sqrtPriceX96, tick }: Pool): { sqrtPriceX96: bigint; tick: number } | undefined {
  const price = knownValue(sqrtPriceX96)
  const reported = knownValue(tick)
  if (price !== undefined) return { sqrtPriceX96: price, tick: reported ?? sqrtPriceX96ToTick(price) }
  return reported === undefined ? undefined : { sqrtPriceX96: tickToSqrtPriceX96(reported), tick: reported }
}

/** Volume × fee tier in dollars. */
function feesFromVolume({ volume, feePpm }: Pool): Fraction | undefined {
  const [traded, ppm] = [fractionOf(volume), knownValue(feePpm)]
  return traded && ppm !== undefined ? times(traded, { numerator: BigInt(ppm), denominator: 1_000_000n }) : undefined
}

/** The liquidity providers' part of the fees, without the community fee (per mille). */
function keptOf(fees: Fraction | undefined, { communityFee }: Pool): Fraction | undefined {
  // A share can have decimals, and is not exact: 0.07 is read as 70.00000000000001.
  const kept = BigInt(Math.round(1_000_000 - (knownValue(communityFee) ?? 0) * 1_000))
  return fees && times(fees, { numerator: kept, denominator: 1_000_000n })
}

function historyOf(
  { history }: Pool,
  { decimals: decimals0 }: Token,
  { decimals: decimals1 }: Token,
): readonly TickSample[] {
  const tickOf = (price: string | undefined) =>
    price !== undefined && /^\d/.test(price) && /[1-9]/.test(price)
      ? priceToTick(price, { decimals0, decimals1, inverted: false })
      : undefined
  return history.flatMap(({ at, close, low, high }) => {
    const [tick, least, most] = [close, low, high].map(tickOf)
    if (tick === undefined) return []
    // A price between two ticks: the range that it was in ends at the upper one.
    return [
      { at, tick, low: Math.min(least ?? tick, tick), high: Math.max(most === undefined ? tick : most + 1, tick) },
    ]
  })
}

/** How far a pool's price usually moves between review and signature, in basis points. Two stablecoins hardly move. */
export function typicalMoveOf({ token0, token1 }: Pick<LiquidityPool, 'token0' | 'token1'>): number {
  return typicalMoveBps(isDollar(token0) && isDollar(token1))
}

/** The tolerance of a deposit until the person types one. */
export function toleranceFor(pool: LiquidityPool, range: Range | undefined) {
  const { isMeme, sqrtPriceX96 } = pool
  return defaultToleranceBps(isMeme, range && { ...range, sqrtPriceX96 }, typicalMoveOf(pool))
}

/** The price direction in which a pool is shown. */
export function priceDirectionOf(pool: LiquidityPool, inverted: boolean): PriceDirection {
  const { token0, token1, spacing, sqrtPriceX96, tick } = pool
  return { token0, token1, spacing, sqrtPriceX96, tick, inverted }
}
