import { type KeyboardEvent, type PointerEvent, useEffect, useLayoutEffect, useRef } from 'react'
import {
  baseOf,
  boundText,
  distanceBps,
  endlessOf,
  type Facing,
  quoteOf,
} from '../../../components/positions/priceDirection'
import { shareOf, tickAt, type Window } from '../../../components/positions/rangeWindow'
import { fullRange, type Range } from '../../../domain/range'
import type { Wording } from '../../../ui/messages'
import type { rangeWords } from './messages'
import { type Drag, dragged, type Grip, keyed } from './rangeMoves'

export type DragParts = ReturnType<typeof useDrag>

type DragOptions = {
  readonly facing: Facing
  readonly range: Range
  readonly onChange: (range: Range) => void
  readonly onPreview?: (range: Range | undefined) => void
  readonly onHold?: (isHeld: boolean) => void
  readonly window: Window
  readonly plot: { readonly current: HTMLDivElement | null }
  readonly words: Wording<typeof rangeWords.english>
}

/** Moves a range by pointer and keyboard. See `RangeChart` for what is rendered and what is only painted. */
export function useDrag(options: DragOptions) {
  const { facing, range, window, plot, words, onChange, onPreview, onHold } = options
  const before = useRef<HTMLDivElement>(null)
  const after = useRef<HTMLDivElement>(null)
  const body = useRef<HTMLDivElement>(null)
  const lower = useRef<HTMLDivElement>(null)
  const upper = useRef<HTMLDivElement>(null)
  const lowerFlag = useRef<HTMLSpanElement>(null)
  const upperFlag = useRef<HTMLSpanElement>(null)
  /** Alive between pointer down and up: the gesture, its latest range, and the frame that will show it. */
  const gesture = useRef<(Drag & { now: Range; x: number; frame: number }) | undefined>(undefined)

  const textOf = (grip: Grip, { tickLower, tickUpper }: Range) => {
    const [quote, base] = [quoteOf(facing).symbol, baseOf(facing).symbol]
    const price = (tick: number) => boundText(tick, facing)
    if (grip === 'body') return words.bodyText(price(tickLower), price(tickUpper), quote, base)
    const tick = grip === 'lower' ? tickLower : tickUpper
    if (endlessOf(tick, facing)) return words.endText(grip, quote, base)
    return words.valueText(grip, price(tick), quote, base, distanceBps(tick, facing))
  }

  const percentAt = (tick: number) =>
    endlessOf(tick, facing) ? boundText(tick, facing) : words.percent(distanceBps(tick, facing))

  /** Paints what differs from what is painted already; all of it where that is not known. */
  const paint = (shown: Range, painted?: Range) => {
    const from = clamped(shareOf(shown.tickLower, window))
    const to = clamped(shareOf(shown.tickUpper, window))
    // Its place is a matter of layout, and nobody sees it while an end is dragged.
    if (!painted || gesture.current?.grip === 'body') place(body.current, from, to)
    if (shown.tickLower !== painted?.tickLower) {
      move(before.current, `scaleX(${from})`)
      move(lower.current, `translateX(${from * 100}%)`)
      flag(lowerFlag.current, percentAt(shown.tickLower), from < flagShare)
    }
    if (shown.tickUpper !== painted?.tickUpper) {
      move(after.current, `scaleX(${1 - to})`)
      move(upper.current, `translateX(${to * 100}%)`)
      flag(upperFlag.current, percentAt(shown.tickUpper), to > 1 - flagShare)
    }
  }

  useLayoutEffect(() => paint(gesture.current?.now ?? range))
  useEffect(() => () => cancelAnimationFrame(gesture.current?.frame ?? 0), [])

  const tickUnder = (x: number) => {
    const { left, width } = plot.current!.getBoundingClientRect()
    return tickAt((x - left) / width, window)
  }

  const showFrame = () => {
    const held = gesture.current
    if (!held) return
    held.frame = 0
    const next = dragged(held, tickUnder(held.x), facing.spacing)
    if (sameRange(next, held.now)) return
    const before = held.now
    held.now = next
    paint(next, before)
    // Only what is held has moved; the rest is told when it is let go.
    if (held.grip === 'body') tell(body.current, middle(next), textOf('body', next))
    if (next.tickLower !== before.tickLower)
      tell(lower.current?.firstElementChild, next.tickLower, textOf('lower', next))
    if (next.tickUpper !== before.tickUpper)
      tell(upper.current?.firstElementChild, next.tickUpper, textOf('upper', next))
    onPreview?.(next)
  }

  const finish = (isKept: boolean) => {
    const held = gesture.current
    if (!held) return
    if (held.frame) {
      cancelAnimationFrame(held.frame)
      showFrame()
    }
    gesture.current = undefined
    onHold?.(false)
    onPreview?.(undefined)
    if (isKept && !sameRange(held.now, range)) return onChange(held.now)
    paint(range)
  }

  const handlers = (grip: Grip) => ({
    onPointerDown: (event: PointerEvent<HTMLElement>) => {
      if (event.button !== 0) return
      event.currentTarget.setPointerCapture(event.pointerId)
      gesture.current = { grip, from: tickUnder(event.clientX), range, now: range, x: event.clientX, frame: 0 }
      onHold?.(true)
    },
    onPointerMove: (event: PointerEvent<HTMLElement>) => {
      const held = gesture.current
      if (!held) return
      held.x = event.clientX
      if (!held.frame) held.frame = requestAnimationFrame(showFrame)
    },
    onPointerUp: () => finish(true),
    onPointerCancel: () => finish(false),
    onLostPointerCapture: () => finish(true),
    onKeyDown: (event: KeyboardEvent<HTMLElement>) => {
      if (event.key === 'Escape' && gesture.current) return finish(false)
      if (event.altKey || event.ctrlKey || event.metaKey) return
      const next = keyed(range, grip, { name: event.key, isShift: event.shiftKey }, facing.spacing)
      if (!next) return
      event.preventDefault()
      if (!sameRange(next, range)) onChange(next)
    },
  })

  const valuesOf = (grip: Grip) => ({ ...limitsOf(grip, range, facing.spacing), text: textOf(grip, range) })

  return {
    parts: { before, after, body, lower, upper },
    flags: { lower: lowerFlag, upper: upperFlag },
    handlers,
    valuesOf,
  }
}

function limitsOf(grip: Grip, { tickLower, tickUpper }: Range, spacing: number) {
  const { tickLower: least, tickUpper: most } = fullRange(spacing)
  switch (grip) {
    case 'lower':
      return { now: tickLower, min: least, max: tickUpper - spacing }
    case 'upper':
      return { now: tickUpper, min: tickLower + spacing, max: most }
    case 'body':
      return { now: middle({ tickLower, tickUpper }), min: least, max: most }
  }
}

function move(element: HTMLElement | null, transform: string): void {
  if (element) element.style.transform = transform
}

function place(element: HTMLElement | null, from: number, to: number): void {
  if (!element) return
  element.style.left = `${from * 100}%`
  element.style.width = `${(to - from) * 100}%`
}

/** Near an edge a flag hangs inward, where there is room for it. */
function flag(element: HTMLElement | null, text: string, isInward: boolean): void {
  if (!element) return
  element.textContent = text
  element.toggleAttribute('data-inward', isInward)
}

/** As much of a narrow phone as a flag is wide. */
const flagShare = 0.2

function tell(slider: Element | null | undefined, value: number, text: string): void {
  slider?.setAttribute('aria-valuenow', `${value}`)
  slider?.setAttribute('aria-valuetext', text)
}

function clamped(share: number): number {
  return Math.min(Math.max(share, 0), 1)
}

export function middle({ tickLower, tickUpper }: Range): number {
  return Math.round((tickLower + tickUpper) / 2)
}

function sameRange(a: Range, b: Range): boolean {
  return a.tickLower === b.tickLower && a.tickUpper === b.tickUpper
}
