/** A price at a time: its tick, and milliseconds since the epoch. */
export type TickSample = {
  readonly at: number
  readonly tick: number
  /** The lowest and the highest tick since the sample before, if the record has them. */
  readonly low?: number
  readonly high?: number
}

/**
 * The daily volatility of a price in ticks (one standard deviation), from the samples this browser has seen.
 * A tick is a hundredth of a percent, so this is also volatility in basis points. `undefined` with too few samples.
 */
export function dailyTicks(samples: readonly TickSample[]): number | undefined {
  const ordered = samples.toSorted((a, b) => a.at - b.at)
  const moves = ordered.slice(1).map((sample, index) => ({
    ticks: sample.tick - ordered[index]!.tick,
    time: sample.at - ordered[index]!.at,
  }))
  const time = moves.reduce((sum, move) => sum + move.time, 0)
  if (moves.length < fewestMoves || time < minWatch) return undefined
  const squares = moves.reduce((sum, { ticks }) => sum + ticks * ticks, 0)
  return Math.sqrt((squares / time) * day)
}

/**
 * How many ticks to either side contain the price for `days` days about two times out of three (one standard
 * deviation).
 */
export function ticksFor(days: number, perDay: number): number {
  return Math.ceil(perDay * Math.sqrt(days))
}

const day = 86_400_000
const fewestMoves = 12
const minWatch = 5 * 60_000
