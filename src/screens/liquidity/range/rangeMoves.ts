import {
  type Bound,
  fullRange,
  movedRange,
  nudgedBound,
  type Range,
  tickOf,
  withBound,
} from '../../../domain/liquidity/range'

/** The movable parts: one end of the range, or all of it. */
export type Grip = Bound | 'body'

/** The start of a drag: the grabbed part, the tick, and the range at that moment. */
export type Drag = { readonly grip: Grip; readonly from: number; readonly range: Range }

/** The dragged range for a pointer position in ticks, always snapped to the grid. */
export function draggedRange({ grip, from, range }: Drag, tick: number, spacing: number): Range {
  if (grip === 'body') return movedRange(range, Math.round((tick - from) / spacing), spacing)
  return withBound(range, grip, tickOf(grip, range) + tick - from, spacing)
}

/** The range after a key press; `undefined` for keys without a function. */
export function rangeForKey(
  range: Range,
  grip: Grip,
  key: { readonly name: string; readonly isShift: boolean },
  spacing: number,
): Range | undefined {
  const { name, isShift } = key
  const steps = arrows[name]
  if (steps) return movedBySteps(range, grip, isShift ? 10 * steps : steps, spacing)
  if (name === 'PageUp' || name === 'PageDown') return nudged(range, grip, name === 'PageUp' ? 10 : -10, spacing)
  if (name === 'Home' || name === 'End') return toEnd(range, grip, name === 'Home' ? 'lower' : 'upper', spacing)
  return undefined
}

const arrows: Readonly<Record<string, number>> = { ArrowRight: 1, ArrowUp: 1, ArrowLeft: -1, ArrowDown: -1 }

/** Moves one end, or the whole range, by a number of tick spacings. */
export function movedBySteps(range: Range, grip: Grip, steps: number, spacing: number): Range {
  if (grip === 'body') return movedRange(range, steps, spacing)
  return withBound(range, grip, tickOf(grip, range) + steps * spacing, spacing)
}

function nudged(range: Range, grip: Grip, perMille: number, spacing: number): Range {
  if (grip !== 'body') return nudgedBound(range, grip, perMille, spacing)
  const { tickLower } = nudgedBound({ ...range, tickUpper: fullRange(spacing).tickUpper }, 'lower', perMille, spacing)
  return movedRange(range, (tickLower - range.tickLower) / spacing, spacing)
}

function toEnd(range: Range, grip: Grip, end: Bound, spacing: number): Range {
  const limit = tickOf(end, fullRange(spacing))
  if (grip !== 'body') return withBound(range, grip, limit, spacing)
  return movedRange(range, (limit - tickOf(end, range)) / spacing, spacing)
}
