import type { Range } from '../liquidity/range'
import type { Token } from '../token'
import type { TickLiquidity } from './distribution'

/** One figure of a pool record, with where it was read. Missing, unclear and zero are three different things. */
export type PoolField<Value> =
  | KnownField<Value>
  /** There is a value, but its meaning cannot be determined. */
  | { readonly is: 'unclear'; readonly path: string; readonly raw: string; readonly reason: string }
  | { readonly is: 'missing' }

export type KnownField<Value> = {
  readonly is: 'known'
  readonly value: Value
  /** JSON path in the record (`$.stats.24h.volume`); for a derived figure, the figures it was computed from. */
  readonly path: string
  readonly reason: string
  /**
   * `evident`: confirmed by other figures of the record. `reported`: so named in the record, and nothing contradicts
   * it.
   * `assumed`: the usual meaning, not confirmed. `derived`: not in the record, computed from other figures.
   */
  readonly certainty: 'evident' | 'reported' | 'assumed' | 'derived'
}

/** A pool, interpreted from its record. Figures are computed on first access. */
export type Pool = {
  /** The pool's address, or another unique id. */
  readonly id: string
  readonly address: PoolField<string>
  readonly name: PoolField<string>
  readonly protocol: PoolField<string>
  /** In the pool's own order, which its ticks follow. */
  readonly token0: PoolToken
  readonly token1: PoolToken
  /** The fee in millionths of the traded amount (3000 is 0.3 %). */
  readonly feePpm: PoolField<number>
  readonly tickSpacing: PoolField<number>
  readonly tick: PoolField<number>
  readonly sqrtPriceX96: PoolField<bigint>
  /** Whole token1 per whole token0, as decimal text. */
  readonly price: PoolField<string>
  /** The liquidity that is active at the current price. */
  readonly liquidity: PoolField<bigint>
  /** Whole tokens in the pool, as decimal text. */
  readonly amount0: PoolField<string>
  readonly amount1: PoolField<string>
  /** Dollars as decimal text; volume and fees of the last 24 hours. */
  readonly tvl: PoolField<string>
  readonly volume: PoolField<string>
  readonly fees: PoolField<string>
  /** Since the pool was created. */
  readonly totalVolume: PoolField<string>
  readonly totalFees: PoolField<string>
  /** A fraction as decimal text: `0.25` is 25 % a year. */
  readonly apr: PoolField<string>
  /** The share of the fees that does not go to liquidity providers, in thousandths. */
  readonly communityFee: PoolField<number>
  readonly isMeme: PoolField<boolean>
  readonly positionManager: PoolField<string>
  /** A hook or plugin: a contract whose code runs with every swap and deposit. */
  readonly hook: PoolField<string>
  /** Milliseconds since the epoch. */
  readonly createdAt: PoolField<number>
  /** When the live figures, and the hourly ones, were computed. */
  readonly updatedAt: PoolField<number>
  readonly hourlyAt: PoolField<number>
  readonly positions: readonly PoolPosition[]
  readonly ticks: readonly TickLiquidity[]
  readonly history: readonly PoolMoment[]
  /** Inconsistencies found in the record. */
  readonly remarks: readonly PoolRemark[]
  /** Paths of the record whose meaning is not known; they are shown unchanged. */
  readonly unknown: readonly string[]
}

export type PoolToken = {
  readonly address: string | undefined
  readonly symbol: string | undefined
  readonly name: string | undefined
  readonly decimals: number | undefined
  /** Dollars as decimal text, as given in the record. */
  readonly price: string | undefined
  readonly path: string
  /** The same token in the service's token list; a pool with unlisted tokens cannot be traded in. */
  readonly token: Token | undefined
}

export type PoolPosition = Range & {
  readonly path: string
  readonly id: string | undefined
  readonly owner: string | undefined
  readonly liquidity: bigint | undefined
  /** Whole tokens, dollars and a yearly rate, as decimal text. */
  readonly amount0: string | undefined
  readonly amount1: string | undefined
  readonly fees0: string | undefined
  readonly fees1: string | undefined
  readonly value: string | undefined
}

/** One hour or day of a pool's history; figures as decimal text, prices in the direction of the record. */
export type PoolMoment = {
  /** Milliseconds since the epoch. */
  readonly at: number
  readonly open: string | undefined
  readonly high: string | undefined
  readonly low: string | undefined
  readonly close: string | undefined
  readonly volume: string | undefined
  readonly fees: string | undefined
  readonly tvl: string | undefined
}

/** An inconsistency in a record. `about` names a figure that is ignored because others contradict it. */
export type PoolRemark =
  | { readonly code: 'order'; readonly is: 'tokens against address order'; readonly areTicksInverted: boolean }
  | {
      readonly code: 'M-112'
      readonly is: 'tick against sqrt price'
      readonly about: 'tick'
      readonly tick: number
      readonly tickOfPrice: number
    }
  | {
      readonly code: 'M-112'
      readonly is: 'price against sqrt price' | 'price against tick'
      readonly about: 'price'
      /** The name and text of the price in the record, and what it should be. */
      readonly member: string
      readonly reported: string
      readonly computed: string
    }
  | {
      readonly code: 'decimals'
      readonly is: 'other decimals'
      readonly about: 'decimals'
      readonly symbol: string
      readonly reported: number
      readonly listed: number
    }
  | { readonly code: 'M-117'; readonly is: 'token not listed' }
  | { readonly code: 'tokens'; readonly is: 'more than two tokens'; readonly count: number }
  | { readonly code: 'hook'; readonly is: 'hook contract'; readonly address: string }
  | {
      readonly code: 'unread'
      readonly is: 'unreadable entries'
      readonly part: 'positions' | 'ticks'
      readonly count: number
    }

/** The value of a figure; `undefined` when it is missing or unclear. */
export function knownValue<Value>(figure: PoolField<Value>): Value | undefined {
  return figure.is === 'known' ? figure.value : undefined
}
