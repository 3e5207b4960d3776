import type { Range } from '../liquidity/range'
import type { TickSample } from './volatility'

/** Fewer prices than a day has hours say nothing about tomorrow. */
const fewest = 24

/**
 * How a range would have performed on the prices of a record. Each price counts from its time until the next one's;
 * `undefined` where the past is too short.
 */
export function backtest(samples: readonly TickSample[], { tickLower, tickUpper }: Range) {
  const past = samples.toSorted((a, b) => a.at - b.at)
  const [first, last] = [past[0], past.at(-1)]
  if (!first || !last || past.length < fewest || last.at <= first.at) return undefined
  const stretches = past.slice(0, -1).map(({ at, tick }, index) => ({
    lasted: (past[index + 1]?.at ?? at) - at,
    isIn: tickLower <= tick && tick < tickUpper,
  }))
  const inside = stretches.reduce((sum, { lasted, isIn }) => sum + (isIn ? lasted : 0), 0)
  const exits = stretches.filter(({ isIn }, index) => !isIn && stretches[index - 1]?.isIn === true).length
  return {
    /** From the first to the last price, in milliseconds. */
    span: last.at - first.at,
    /** How much of that time the price was in the range: 0 to 1. */
    timeInRange: inside / (last.at - first.at),
    /** How often the price left the range. */
    exits,
  }
}

/** The share of each whole day that the price was in the range, the oldest first: 0 to 1. */
export function daysInRange(samples: readonly TickSample[], { tickLower, tickUpper }: Range): readonly number[] {
  const past = samples.toSorted((a, b) => a.at - b.at)
  const end = past.at(-1)?.at ?? 0
  const days = Math.floor((end - (past[0]?.at ?? 0)) / day)
  return Array.from({ length: days }, (_, dayIndex) => {
    const from = end - (days - dayIndex) * day
    const inside = past.slice(0, -1).reduce((sum, { at, tick }, index) => {
      const until = past[index + 1]?.at ?? at
      const lasted = Math.max(0, Math.min(until, from + day) - Math.max(at, from))
      return tickLower <= tick && tick < tickUpper ? sum + lasted : sum
    }, 0)
    return inside / day
  })
}

const day = 86_400_000
