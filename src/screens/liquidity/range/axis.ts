import type { TickWindow } from '../../../components/positions/rangeWindow'
import { type PriceDirection, shownPriceText } from '../../../domain/prices/priceDirection'
import { figureOf, figureText } from '../../../domain/text/figure'
import { exchangedSigns } from '../../../domain/text/locale'
import { roundTicks } from '../../../ui/roundTicks'

/** Evenly spaced ticks for the axis labels. The labels are prices, so the ticks need not be round. */
export function axisTicks({ from, to }: TickWindow, count: number): number[] {
  const margin = (to - from) * marginShare
  return roundTicks(from, to, count)
    .filter((tick) => tick > from + margin && tick < to - margin)
    .map(Math.round)
}

/** A price at the axis: with four digits, and as a power of ten where it would have more than seven. */
export function axisText(tick: number, direction: PriceDirection): string {
  const text = shownPriceText(tick, direction, 4)
  const size = Number(text)
  return size >= 1e7
    ? exchangedSigns(size.toExponential(2).replace('e+', 'e'))
    : figureText(figureOf(text, { significant: 4 }))
}

/** Half the width of a label: one nearer to an edge would be cut off. */
const marginShare = 0.08
