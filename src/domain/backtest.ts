import type { Range } from './range'
import type { TickSample } from './volatility'

/** How a range would have fared on the prices a record tells of. */
export type Backtest = {
  /** From the first to the last price, in milliseconds. */
  readonly span: number
  /** How much of that time the price was in the range: 0 to 1. */
  readonly timeInRange: number
  /** How often the price left the range. */
  readonly exits: number
}

/** Fewer prices than a day has hours say nothing about tomorrow. */
const fewest = 24

/** Each price counts from its time until the next one's; `undefined` where the past is too short. */
export function backtest(samples: readonly TickSample[], { tickLower, tickUpper }: Range): Backtest | undefined {
  const past = samples.toSorted((a, b) => a.at - b.at)
  const [first, last] = [past[0], past.at(-1)]
  if (!first || !last || past.length < fewest || last.at <= first.at) return undefined
  const stretches = past.slice(0, -1).map(({ at, tick }, place) => ({
    lasted: (past[place + 1]?.at ?? at) - at,
    isIn: tickLower <= tick && tick < tickUpper,
  }))
  const inside = stretches.reduce((sum, { lasted, isIn }) => sum + (isIn ? lasted : 0), 0)
  const exits = stretches.filter(({ isIn }, place) => !isIn && stretches[place - 1]?.isIn === true).length
  return { span: last.at - first.at, timeInRange: inside / (last.at - first.at), exits }
}
