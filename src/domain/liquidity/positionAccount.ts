import { type Fraction, floor } from '../fraction'
import type { Amounts, PoolSide } from './liquidity'

/** An event of a position, from its manager's logs. */
export type PositionEvent = Amounts & {
  /** `decrease` takes liquidity out and owes its tokens; `collect` pays the owed tokens, fees included. */
  readonly does: 'increase' | 'decrease' | 'collect'
  readonly liquidity: bigint
  readonly block: bigint
  readonly logIndex: number
  readonly hash: string
  /** Milliseconds since the epoch; `undefined` if no node reports it. */
  readonly at: number | undefined
  /** The pool's price at the end of that block; `undefined` where no node remembers. */
  readonly sqrtPriceX96: bigint | undefined
}

/**
 * Profit and loss of a position over its whole life, from its events and from its liquidity and unclaimed fees now:
 * withdrawing everything would pay both. Values are in smallest units of the quote token.
 */
export function positionAccount(
  events: readonly PositionEvent[],
  now: { readonly holds: Amounts; readonly unclaimed: Amounts; readonly sqrtPriceX96: bigint },
  quote: PoolSide,
) {
  const { holds, unclaimed, sqrtPriceX96 } = now
  const all = (does: PositionEvent['does']) => total(events.filter((event) => event.does === does))
  const [paid, freed, received] = [all('increase'), all('decrease'), all('collect')]
  const fees = minus(total([received, unclaimed]), freed)
  const gain = minus(total([holds, unclaimed, received]), paid)
  const valueNow = (amounts: Amounts) => valueIn(quote, amounts, sqrtPriceX96)
  const flows = events.map(({ does, sqrtPriceX96: then, ...amounts }) => {
    if (does === 'decrease') return 0n
    if (then === undefined) return undefined
    return does === 'collect' ? valueIn(quote, amounts, then) : -valueIn(quote, amounts, then)
  })
  const end = valueNow(total([holds, unclaimed]))
  return {
    paid,
    received,
    /** All fees ever earned: collected, and unclaimed. */
    fees,
    /** Tokens gained or lost against never having deposited them. */
    gain,
    /** The gain at today's price: against holding the deposited tokens. */
    againstHolding: valueNow(gain),
    feesValue: valueNow(fees),
    /** Against having kept the quote token, each deposit and each payout at its own price; `undefined` where one is unknown. */
    againstCash: flows.reduce<bigint | undefined>(
      (sum, flow) => (sum === undefined || flow === undefined ? undefined : sum + flow),
      end,
    ),
  }
}

/** The fees that a position has earned per year, or why they are unknown: it is too young, or a time is missing. */
export type RealisedApr = { readonly is: 'known'; readonly apr: Fraction } | { readonly is: 'too early' | 'unknown' }

/**
 * Fees in all, against what the liquidity is worth today, over the time that it was in the pool: liquidity that was there
 * for half of the time counts half. `worthOf` values liquidity in smallest units of the quote token.
 */
export function realisedApr(
  events: readonly PositionEvent[],
  feesValue: bigint,
  worthOf: (liquidity: bigint) => bigint,
  now: number,
): RealisedApr {
  const changes = events.filter(({ does }) => does !== 'collect')
  let liquidity = 0n
  let time = 0n
  let liquidityTime = 0n
  for (const [place, { does, at, liquidity: by }] of changes.entries()) {
    const until = place + 1 < changes.length ? changes[place + 1]?.at : now
    if (at === undefined || until === undefined) return { is: 'unknown' }
    liquidity += does === 'increase' ? by : -by
    const lasted = BigInt(Math.max(0, Math.round(until - at)))
    if (liquidity <= 0n) continue
    time += lasted
    liquidityTime += liquidity * lasted
  }
  if (time < aDay) return { is: 'too early' }
  const worth = worthOf(liquidityTime / time)
  if (worth <= 0n) return { is: 'unknown' }
  return { is: 'known', apr: { numerator: feesValue * aYear, denominator: worth * time } }
}

/** In milliseconds. */
const aDay = 86_400_000n
const aYear = 365n * aDay

/** Two amounts in units of one of the tokens, rounded down: `amount0 · price + amount1`, or the other way round. */
export function valueIn(quote: PoolSide, { amount0, amount1 }: Amounts, sqrtPriceX96: bigint): bigint {
  const price = sqrtPriceX96 * sqrtPriceX96
  return quote === 'amount1'
    ? floor(amount0 * price + (amount1 << 192n), 1n << 192n)
    : floor((amount1 << 192n) + amount0 * price, price)
}

function total(parts: readonly Amounts[]): Amounts {
  return parts.reduce(
    (sum, { amount0, amount1 }) => ({ amount0: sum.amount0 + amount0, amount1: sum.amount1 + amount1 }),
    { amount0: 0n, amount1: 0n },
  )
}

function minus(a: Amounts, b: Amounts): Amounts {
  return { amount0: a.amount0 - b.amount0, amount1: a.amount1 - b.amount1 }
}
