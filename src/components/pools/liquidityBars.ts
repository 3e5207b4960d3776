import type { Bar } from '../../domain/pools/distribution'
import { type TickWindow, windowShare } from '../positions/rangeWindow'

/**
 * One SVG path for all bars in a window, on a board of 1000 by 100 that the browser scales. Heights are square roots of liquidity, so
 * that low bars stay visible.
 */
export function barsPath(bars: readonly Bar[], window: TickWindow): string {
  const seen = bars.filter(({ tickLower, tickUpper }) => tickUpper > window.from && tickLower < window.to)
  const highest = seen.reduce((most, { liquidity }) => (liquidity > most ? liquidity : most), 0n)
  if (highest === 0n) return ''
  const x = (tick: number) => rounded(Math.min(Math.max(windowShare(tick, window), 0), 1) * 1_000)
  return seen
    .map(({ tickLower, tickUpper, liquidity }) => {
      const height = Math.max(Math.sqrt(Number(liquidity) / Number(highest)) * 94, 1)
      return `M${x(tickLower)},100V${rounded(100 - height)}H${x(tickUpper)}V100z`
    })
    .join('')
}

function rounded(length: number): number {
  return Math.round(length * 100) / 100
}
