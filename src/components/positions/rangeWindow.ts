import type { Range } from '../../domain/liquidity/range'
import { highestUsableTick } from '../../domain/liquidity/tick'

/** The tick range that a chart shows. */
export type TickWindow = { readonly from: number; readonly to: number }

/** A tick's position in the window: 0 is its start, 1 its end. */
export function windowShare(tick: number, { from, to }: TickWindow): number {
  return (tick - from) / (to - from)
}

export function tickAt(share: number, { from, to }: TickWindow): number {
  return from + share * (to - from)
}

/**
 * A window that shows the price, the range and recent prices, with a margin. A very wide range (the full range) does
 * not shrink the rest to a line: its handles are at the edges.
 */
export function fittingWindow(options: {
  readonly current: number
  readonly range: Range
  readonly spacing: number
  readonly seen?: Range | undefined
}): TickWindow {
  const { current, range, spacing, seen } = options
  const far = Math.max(widest, 8 * spacing)
  const reach = [range.tickLower, range.tickUpper, seen?.tickLower ?? current, seen?.tickUpper ?? current]
    .map((tick) => Math.abs(tick - current))
    .map((distance) => Math.min(distance, far))
  const half = Math.max(...reach, 6 * spacing) * 1.4
  return within({ from: current - half, to: current + half }, spacing)
}

/** Whether both bounds are visible and far enough apart. A bound at the end of the scale is ignored. */
export function isInView({ tickLower, tickUpper }: Range, window: TickWindow, spacing: number): boolean {
  const limit = highestUsableTick(spacing)
  const isSeen = (tick: number) => Math.abs(tick) >= limit || (tick >= window.from && tick <= window.to)
  return isSeen(tickLower) && isSeen(tickUpper) && tickUpper - tickLower > (window.to - window.from) * minShare
}

/** Zooms around a fixed tick: factor 0.5 zooms in, 2 zooms out. */
export function zoomed(window: TickWindow, factor: number, around: number, spacing: number): TickWindow {
  const wanted = (window.to - window.from) * factor
  const size = Math.max(wanted, 4 * spacing)
  const from = around - windowShare(around, window) * size
  return within({ from, to: from + size }, spacing)
}

/** Clamps a window to the domain. */
function within({ from, to }: TickWindow, spacing: number): TickWindow {
  const limit = highestUsableTick(spacing) + spacing
  const size = Math.min(to - from, 2 * limit)
  const start = Math.min(Math.max(from, -limit), limit - size)
  return { from: start, to: start + size }
}

/** The least distance between handles, as a share of the window. */
const minShare = 0.15

/** Beyond this many ticks (a factor of about five) a fitting window does not follow a range. */
const widest = 16_000
