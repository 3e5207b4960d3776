import { type KeyboardEvent, type PointerEvent, useRef } from 'react'
import { type Range, sameRange } from '../../../domain/liquidity/range'
import { type Drag, draggedRange, type Grip, rangeForKey } from './rangeMoves'

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
