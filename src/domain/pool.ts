import type { TickLiquidity } from './distribution'
import type { Range } from './range'
import type { Token } from './token'

/**
 * One figure of a pool's record, and how it came to be read so. What is missing, unclear or zero are three things.
 * Paths are written as in `$.stats.24h.volume`, `$` being the record.
 */
export type PoolField<Value> =
  | KnownField<Value>
  /** Something stands there, and it cannot be said what it means. */
  | { readonly is: 'unclear'; readonly path: string; readonly raw: string; readonly reason: string }
  | { readonly is: 'missing' }

export type KnownField<Value> = {
  readonly is: 'known'
  readonly value: Value
  /** Where it stands; for a figure we worked out, what it was worked out from. */
  readonly path: string
  /** As it was written. */
  readonly raw: string
  readonly reason: string
  /**
   * `evident`: other figures of the record bear it out. `told`: its name says so, and nothing contradicts.
   * `assumed`: the usual meaning, for lack of a better. `derived`: not told, worked out from others.
   */
  readonly certainty: 'evident' | 'reported' | 'assumed' | 'derived'
}

/** A pool as its record was understood. Figures are worked out when they are first looked at. */
export type Pool = {
  /** Address, or whatever else tells it from others. */
  readonly id: string
  readonly address: PoolField<string>
  readonly name: PoolField<string>
  readonly protocol: PoolField<string>
  /** In the pool's own order, the one its ticks follow. */
  readonly token0: PoolToken
  readonly token1: PoolToken
  /** Millionths of a trade. */
  readonly feePpm: PoolField<number>
  readonly tickSpacing: PoolField<number>
  readonly tick: PoolField<number>
  readonly sqrtPriceX96: PoolField<bigint>
  /** Whole token1 per whole token0, as decimal text. */
  readonly price: PoolField<string>
  /** Active at the current price. */
  readonly liquidity: PoolField<bigint>
  /** Whole tokens in the pool, as decimal text. */
  readonly amount0: PoolField<string>
  readonly amount1: PoolField<string>
  /** Dollars, as decimal text; volume and fees of the last 24 hours. */
  readonly tvl: PoolField<string>
  readonly volume: PoolField<string>
  readonly fees: PoolField<string>
  /** Since the pool began. */
  readonly totalVolume: PoolField<string>
  readonly totalFees: PoolField<string>
  /** A fraction as decimal text: `0.25` is 25 % a year. */
  readonly apr: PoolField<string>
  /** Thousandths of the fees that do not go to liquidity providers. */
  readonly communityFee: PoolField<number>
  readonly isMeme: PoolField<boolean>
  readonly positionManager: PoolField<string>
  /** Milliseconds since the epoch. */
  readonly createdAt: PoolField<number>
  /** When the live figures were worked out, and those of the hour. */
  readonly updatedAt: PoolField<number>
  readonly hourlyAt: PoolField<number>
  readonly positions: readonly PoolPosition[]
  readonly ticks: readonly TickLiquidity[]
  readonly history: readonly PoolMoment[]
  /** What does not fit together. */
  readonly remarks: readonly PoolRemark[]
  /** Paths whose meaning is not known: they are shown as they are. */
  readonly unknown: readonly string[]
}

export type PoolToken = {
  readonly address: string | undefined
  readonly symbol: string | undefined
  readonly name: string | undefined
  readonly decimals: number | undefined
  /** Dollars as decimal text, from the record. */
  readonly price: string | undefined
  readonly path: string
  /** The same token in the service's chain list; a pool of tokens that are not listed cannot be traded in. */
  readonly token: Token | undefined
}

export type PoolPosition = Range & {
  readonly path: string
  readonly id: string | undefined
  readonly owner: string | undefined
  readonly liquidity: bigint | undefined
  /** Whole tokens, dollars and a yearly fraction, as decimal text. */
  readonly amount0: string | undefined
  readonly amount1: string | undefined
  readonly fees0: string | undefined
  readonly fees1: string | undefined
  readonly value: string | undefined
}

/** One hour or day of a pool's past; figures as decimal text, prices in the record's own direction. */
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

/** What does not fit together in a record. `about` names a figure that is not used because others contradict it. */
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
      /** Name and text of the price in the record, and what it should be. */
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
  | {
      readonly code: 'unread'
      readonly is: 'unreadable entries'
      readonly part: 'positions' | 'ticks'
      readonly count: number
    }

/** The value of a figure that is known. */
export function knownValue<Value>(figure: PoolField<Value>): Value | undefined {
  return figure.is === 'known' ? figure.value : undefined
}
