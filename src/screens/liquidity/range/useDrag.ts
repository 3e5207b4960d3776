import { type KeyboardEvent, type PointerEvent, useRef } from 'react'
import {
  type Bound,
  fullRange,
  movedRange,
  nudgedBound,
  type Range,
  sameRange,
  tickOf,
  withBound,
} from '../../../domain/liquidity/range'

export type DragOptions = {
  readonly range: Range
  readonly spacing: number
  readonly tickUnder: (clientY: number) => number
  readonly onChange: (range: Range) => void
  /** Called on every step of a drag; `undefined` at its end. */
  readonly onDrag: (range: Range | undefined) => void
  /** Called with true when a handle is grabbed, with false when it is released. */
  readonly onHold: ((isHeld: boolean) => void) | undefined
}

/** Moves a range by pointer and keyboard. The new range is reported on release. */
export function useDrag({ range, spacing, tickUnder, onChange, onDrag, onHold }: DragOptions) {
  /** Set between pointerdown and pointerup: the start of the drag, and its latest range. */
  const gesture = useRef<Drag & { now: Range }>(undefined)

  const finish = (isKept: boolean) => {
    const held = gesture.current
    if (!held) return
    gesture.current = undefined
    onHold?.(false)
    onDrag(undefined)
    if (isKept && !sameRange(held.now, range)) onChange(held.now)
  }

  return (grip: Grip) => ({
    onPointerDown: ({ button, currentTarget, pointerId, clientY }: PointerEvent<HTMLElement>) => {
      if (button !== 0) return
      currentTarget.setPointerCapture(pointerId)
      gesture.current = { grip, from: tickUnder(clientY), range, now: range }
      onHold?.(true)
    },
    onPointerMove: ({ clientY }: PointerEvent<HTMLElement>) => {
      const held = gesture.current
      if (!held) return
      const next = draggedRange(held, tickUnder(clientY), spacing)
      if (sameRange(next, held.now)) return
      held.now = next
      onDrag(next)
    },
    onPointerUp: () => finish(true),
    onPointerCancel: () => finish(false),
    onLostPointerCapture: () => finish(true),
    onKeyDown: (event: KeyboardEvent<HTMLElement>) => {
      if (event.key === 'Escape') return finish(false)
      if (event.altKey || event.ctrlKey || event.metaKey) return
      const next = rangeForKey(range, grip, { name: event.key, isShift: event.shiftKey }, spacing)
      if (!next) return
      event.preventDefault()
      if (!sameRange(next, range)) onChange(next)
    },
  })
}

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
