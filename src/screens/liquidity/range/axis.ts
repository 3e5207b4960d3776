import { scaleLinear } from 'd3-scale'
import type { TickWindow } from '../../../components/positions/rangeWindow'

/** Evenly spaced shown ticks for labels that fit. Prices are told at them, so they need not be round. */
export function axisTicks({ from, to }: TickWindow, count: number): number[] {
  const margin = (to - from) * marginShare
  return scaleLinear()
    .domain([from, to])
    .ticks(count)
    .filter((tick) => tick > from + margin && tick < to - margin)
    .map(Math.round)
}

/** Half a label: one nearer to an edge would be cut. */
const marginShare = 0.08
