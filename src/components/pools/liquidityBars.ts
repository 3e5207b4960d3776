import { area, curveStepAfter } from 'd3-shape'
import type { Bar } from '../../domain/pools/distribution'
import { type TickWindow, windowShare } from '../positions/rangeWindow'

/** The SVG view box: bars are computed once for it and scaled by the browser. */
const board = { width: 1000, height: 100 }

type Point = { readonly x: number; readonly y: number }

/** One SVG path for all bars in a window. Heights are square roots of liquidity, so that low bars stay visible. */
export function barsPath(bars: readonly Bar[], window: TickWindow): string {
  const seen = bars.filter(({ tickLower, tickUpper }) => tickUpper > window.from && tickLower < window.to)
  const highest = seen.reduce((most, { liquidity }) => (liquidity > most ? liquidity : most), 0n)
  if (highest === 0n) return ''
  const points = seen.flatMap((bar, index): Point[] => {
    const next = seen[index + 1]
    const start = { x: xOf(bar.tickLower, window), y: board.height - heightOf(bar.liquidity, highest) }
    // Closes the path to the baseline at a gap or at the end.
    const end = next?.tickLower === bar.tickUpper ? [] : [{ x: xOf(bar.tickUpper, window), y: board.height }]
    return [start, ...end]
  })
  return drawn(points) ?? ''
}

const drawn = area<Point>()
  .x(({ x }) => x)
  .y0(board.height)
  .y1(({ y }) => y)
  .curve(curveStepAfter)
  .digits(2)

function xOf(tick: number, window: TickWindow): number {
  return Math.min(Math.max(windowShare(tick, window), 0), 1) * board.width
}

function heightOf(liquidity: bigint, highest: bigint): number {
  return Math.max(Math.sqrt(Number(liquidity) / Number(highest)) * board.height * 0.94, 1)
}
