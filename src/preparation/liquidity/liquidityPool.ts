import { addressKey, isEvmAddress } from '../../domain/address'
import type { Chain } from '../../domain/chain'
import { chainKinds } from '../../domain/chainKinds'
import { type Fraction, parseFraction } from '../../domain/fraction'
import type { Range } from '../../domain/liquidity/range'
import { defaultSpacing, priceToTick, sqrtPriceX96ToTick, tickToSqrtPriceX96 } from '../../domain/liquidity/tick'
import { defaultToleranceBps, typicalMoveBps } from '../../domain/liquidity/tolerance'
import { activeLiquidity, type Bar, barsOf } from '../../domain/pools/distribution'
import { knownValue, type Pool, type PoolField } from '../../domain/pools/pool'
import type { TickSample } from '../../domain/pools/volatility'
import { isDollar } from '../../domain/prices/dollar'
import type { PriceDirection } from '../../domain/prices/priceDirection'
import { compactDollarText } from '../../domain/text/compactDollars'
import { percentText } from '../../domain/text/figure'
import { shareText } from '../../domain/text/shareText'
import type { Token } from '../../domain/token'
import type { PoolKey } from '../../guard/liquidityIntent'

/** A pool as a deposit needs it, from its record. Missing figures are `undefined`, never zero. */
export type LiquidityPool = {
  readonly chain: Chain
  /** `undefined` for a pool that the deposit creates. */
  readonly address: string | undefined
  /** The pool's own tokens, in the order of their addresses. */
  readonly token0: Token
  readonly token1: Token
  readonly sqrtPriceX96: bigint
  readonly tick: number
  /** Millionths of a trade. */
  readonly feePpm: number | undefined
  readonly isMeme: boolean
  /** Dollars. */
  readonly tvl: Fraction | undefined
  /** 0.25 is 25 % a year. */
  readonly apr: Fraction | undefined
  readonly spacing: number
  readonly isSpacingReported: boolean
  /** Active at the current price. */
  readonly liquidity: bigint | undefined
  readonly bars: readonly Bar[]
  /** Dollars. */
  readonly volumePerDay: Fraction | undefined
  readonly feesPerDay: Fraction | undefined
  readonly positionManager: string | undefined
  /** The address of a contract whose code runs with every swap and deposit. */
  readonly hook: string | undefined
  /** The price at the end of each hour or day in the record. */
  readonly history: readonly TickSample[]
  /** Milliseconds since the epoch: when the live figures and those of the hour were worked out. */
  readonly liveAt: number
  readonly hourlyAt: number | undefined
}

/**
 * Reads a pool for a deposit; `undefined` when its tokens are not listed or its price is unknown.
 * `receivedAt` dates live figures of records that do not date them themselves.
 */
export function liquidityPoolOf(pool: Pool, chain: Chain, receivedAt: number): LiquidityPool | undefined {
  const [token0, token1] = [pool.token0.token, pool.token1.token]
  const price = priceOf(pool)
  if (!token0 || !token1 || !chainKinds[token0.chain.kind].hasLiquidity || !price) return undefined
  const spacing = knownValue(pool.tickSpacing)
  return {
    chain,
    address: knownValue(pool.address) ?? pool.id,
    token0,
    token1,
    ...price,
    feePpm: knownValue(pool.feePpm),
    isMeme: knownValue(pool.isMeme) ?? false,
    tvl: fractionOf(pool.tvl),
    apr: fractionOf(pool.apr),
    spacing: spacing ?? defaultSpacing,
    isSpacingReported: pool.tickSpacing.is === 'known' && pool.tickSpacing.certainty !== 'assumed',
    liquidity: knownValue(pool.liquidity) ?? activeLiquidity(price.tick, { ticks: [], positions: pool.positions }),
    bars: barsOf(pool),
    volumePerDay: fractionOf(pool.volume),
    feesPerDay: keptOf(fractionOf(pool.fees), knownValue(pool.communityFee) ?? 0),
    positionManager: knownValue(pool.positionManager),
    hook: knownValue(pool.hook),
    history: historyOf(pool, token0, token1),
    liveAt: knownValue(pool.updatedAt) ?? receivedAt,
    hourlyAt: knownValue(pool.hourlyAt),
  }
}

/** The figures of a pool to choose from, as text. Missing figures are `undefined`. */
export function poolFiguresOf({ feePpm, tvl, apr }: Pick<LiquidityPool, 'feePpm' | 'tvl' | 'apr'>) {
  return {
    fee: feePpm === undefined ? undefined : percentText(feePpm / 100),
    tvl: tvl && compactDollarText(tvl),
    apr: apr && shareText(apr),
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

/** The liquidity providers' part of the fees, without the community fee (per mille). */
function keptOf(fees: Fraction | undefined, communityFee: number): Fraction | undefined {
  return fees && { numerator: fees.numerator * BigInt(1000 - communityFee), denominator: fees.denominator * 1000n }
}

function historyOf({ history }: Pool, { decimals: decimals0 }: Token, { decimals: decimals1 }: Token): TickSample[] {
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
