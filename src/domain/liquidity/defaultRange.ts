import { dailyTicks, type TickSample, ticksFor } from '../pools/volatility'
import { isDollar } from '../prices/price'
import type { Token } from '../token'
import type { Preset } from './range'

type RangedPool = {
  readonly token0: Token
  readonly token1: Token
  readonly isMeme: boolean
  readonly history: readonly TickSample[]
}

/**
 * The range that is offered first, by the kind of pair.
 *
 * - Two dollars: ±0.5 %.
 * - A pair with a week of prices: twice the standard deviation of a week, at least ±5 %, at most −42 % and +73 %.
 * - A meme token: ±20 %, and never less.
 * - Any other: ±10 %.
 */
export function defaultPreset({ token0, token1, isMeme, history }: RangedPool): Preset {
  if (isDollar(token0) && isDollar(token1)) return { kind: 'ticks', ticks: stableTicks }
  const perDay = dailyTicks(history)
  if (perDay === undefined) return { kind: 'percent', percent: isMeme ? 20 : 10 }
  const least = isMeme ? memeTicks : minTicks
  return { kind: 'ticks', ticks: Math.min(Math.max(2 * ticksFor(7, perDay), least), maxTicks) }
}

const stableTicks = 50
const minTicks = 500
const memeTicks = 1_900
const maxTicks = 5_500
