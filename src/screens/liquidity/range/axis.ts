import type { TickWindow } from '../../../components/positions/rangeWindow'
import { type PriceDirection, shownPriceText } from '../../../domain/prices/priceDirection'
import { figureOf, figureText } from '../../../domain/text/figure'

/** Evenly spaced ticks for the axis labels. The labels are prices, so the ticks need not be round. */
export function axisTicks({ from, to }: TickWindow, count: number): number[] {
  const margin = (to - from) * marginShare
  const step = roundStep((to - from) / count)
  const first = Math.ceil((from + margin) / step)
  const ticks = Array.from({ length: Math.ceil((to - margin) / step) - first }, (_, place) => (first + place) * step)
  return ticks.filter((tick) => tick > from + margin).map(Math.round)
}

/**
 * The step of 1, 2 or 5 times a power of ten that is nearest to this one, as `d3-scale` chooses it, whose code for dates
 * and colours would load with the form.
 */
function roundStep(wanted: number): number {
  const power = 10 ** Math.floor(Math.log10(wanted))
  const share = wanted / power
  return power * (share >= Math.sqrt(50) ? 10 : share >= Math.sqrt(10) ? 5 : share >= Math.SQRT2 ? 2 : 1)
}

/** A price at the axis: with four digits, and as a power of ten where it would have more than seven. */
export function axisText(tick: number, direction: PriceDirection): string {
  const text = shownPriceText(tick, direction, 4)
  const size = Number(text)
  return size >= 1e7 ? size.toExponential(2).replace('e+', 'e') : figureText(figureOf(text, { significant: 4 }))
}

/** Half the width of a label: one nearer to an edge would be cut off. */
const marginShare = 0.08
