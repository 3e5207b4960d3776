/** A price seen at a moment: its tick, and milliseconds since the epoch. */
export type TickSample = { readonly at: number; readonly tick: number }

/**
 * How far the price wanders in a day, in ticks (one standard deviation), from what this browser has seen.
 * A tick is a hundredth of a percent, so this is also volatility in basis points. `undefined` while too little was seen.
 */
export function dailyTicks(samples: readonly TickSample[]): number | undefined {
  const ordered = samples.toSorted((a, b) => a.at - b.at)
  const moves = ordered.slice(1).map((sample, index) => ({
    ticks: sample.tick - ordered[index]!.tick,
    time: sample.at - ordered[index]!.at,
  }))
  const time = moves.reduce((sum, move) => sum + move.time, 0)
  if (moves.length < fewestMoves || time < shortestWatch) return undefined
  const squares = moves.reduce((sum, { ticks }) => sum + ticks * ticks, 0)
  return Math.sqrt((squares / time) * day)
}

/** Ticks to either side that the price stays within for so many days, about two times out of three. */
export function ticksFor(days: number, perDay: number): number {
  return Math.ceil(perDay * Math.sqrt(days))
}

const day = 86_400_000
const fewestMoves = 12
const shortestWatch = 5 * 60_000
