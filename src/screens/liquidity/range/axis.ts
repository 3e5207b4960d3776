import { scaleLinear } from 'd3-scale'
import type { TickWindow } from '../../../components/positions/rangeWindow'

/** Evenly spaced ticks for the axis labels. The labels are prices, so the ticks need not be round. */
export function axisTicks({ from, to }: TickWindow, count: number): number[] {
  const margin = (to - from) * marginShare
  return scaleLinear()
    .domain([from, to])
    .ticks(count)
    .filter((tick) => tick > from + margin && tick < to - margin)
    .map(Math.round)
}

/** Half the width of a label: one nearer to an edge would be cut off. */
const marginShare = 0.08
