import type { PoolPrice, Range } from './range'
import { highestUsableTick, usableTick } from './tick'

/**
 * A range of which one bound was moved, with the other bound moved so that a deposit is split between the tokens as before.
 * With `a = √(lower / price)` and `b = √(price / upper)` the values are in proportion `1 − b` to `1 − a`. Only where the
 * price is inside both ranges, else there is nothing to keep. Snapped to the nearest usable tick.
 */
export function rangeKeepingSplit(before: Range, next: Range, { sqrtPriceX96, spacing }: PoolPrice): Range {
  const isLowerMoved = before.tickLower !== next.tickLower
  if (isLowerMoved === (before.tickUpper !== next.tickUpper)) return next
  const price = (2 * Math.log(Number(sqrtPriceX96) / 2 ** 96)) / logOfTick
  if (!isAround(before, price) || !isAround(next, price)) return next
  const part = (ticks: number) => 1 - Math.exp((-ticks * logOfTick) / 2)
  const proportion = part(before.tickUpper - price) / part(price - before.tickLower)
  const wanted = isLowerMoved ? proportion * part(price - next.tickLower) : part(next.tickUpper - price) / proportion
  // No bound is far enough away: the outermost one comes nearest.
  const away = wanted >= 1 ? Number.POSITIVE_INFINITY : (-2 * Math.log(1 - wanted)) / logOfTick
  const limit = highestUsableTick(spacing)
  if (isLowerMoved) {
    const tick = usableTick(Math.min(Math.round(price + away), limit), spacing)
    return { ...next, tickUpper: Math.max(tick, (Math.floor(price / spacing) + 1) * spacing) }
  }
  const tick = usableTick(Math.max(Math.round(price - away), -limit), spacing)
  return { ...next, tickLower: Math.min(tick, (Math.ceil(price / spacing) - 1) * spacing) }
}

function isAround({ tickLower, tickUpper }: Range, price: number): boolean {
  return tickLower < price && price < tickUpper
}

const logOfTick = Math.log(1.0001)
