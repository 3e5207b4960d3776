import { type KeyboardEvent, type PointerEvent, useEffect, useLayoutEffect, useRef } from 'react'
import { type TickWindow, tickAt, windowShare } from '../../../components/positions/rangeWindow'
import { fullRange, type Range, sameRange, tickOf } from '../../../domain/liquidity/range'
import {
  baseOf,
  boundText,
  distanceBps,
  type PriceDirection,
  quoteOf,
  unboundedEnd,
} from '../../../domain/prices/priceDirection'
import type { RangeMessages } from './messages'
import { type Drag, draggedRange, type Grip, rangeForKey } from './rangeMoves'

export type DragParts = ReturnType<typeof useDrag>

type DragOptions = {
  readonly direction: PriceDirection
  readonly range: Range
  readonly onChange: (range: Range) => void
  readonly onPreview: (range: Range | undefined) => void
  readonly onHold: ((isHeld: boolean) => void) | undefined
  readonly window: TickWindow
  readonly plot: { readonly current: HTMLDivElement | null }
  readonly messages: RangeMessages
}

/** Moves a range by pointer and keyboard. `RangeChart` explains what React renders and what a drag writes to the DOM. */
export function useDrag(options: DragOptions) {
  const { direction, range, window, plot, messages, onChange, onPreview, onHold } = options
  const { textOf, percentAt } = sliderTexts(direction, messages)
  const parts = useParts()
  const { body } = parts
  /** Set between pointerdown and pointerup: the gesture, its latest range, and the requested animation frame. */
  const gesture = useRef<(Drag & { now: Range; y: number; frame: number }) | undefined>(undefined)

  const paint = (shown: Range, painted?: Range) =>
    paintRange(parts, { shown, painted, window, isBodyHeld: gesture.current?.grip === 'body', percentAt, messages })

  useLayoutEffect(() => paint(gesture.current?.now ?? range))
  useEffect(() => () => cancelAnimationFrame(gesture.current?.frame ?? 0), [])

  const tickUnder = (y: number) => {
    const { bottom, height } = plot.current!.getBoundingClientRect()
    return tickAt((bottom - y) / height, window)
  }

  const showFrame = () => {
    const held = gesture.current
    if (!held) return
    held.frame = 0
    const next = draggedRange(held, tickUnder(held.y), direction.spacing)
    if (sameRange(next, held.now)) return
    const before = held.now
    held.now = next
    paint(next, before)
    // Only the dragged handle moves; React is updated when it is released.
    if (held.grip === 'body') tell(body.current?.firstElementChild, middle(next), textOf('body', next))
    for (const bound of bounds)
      if (tickOf(bound, next) !== tickOf(bound, before))
        tell(parts[bound].current?.firstElementChild, tickOf(bound, next), textOf(bound, next))
    onPreview(next)
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
    onPreview(undefined)
    if (isKept && !sameRange(held.now, range)) return onChange(held.now)
    paint(range)
  }

  const handlers = (grip: Grip) => ({
    onPointerDown: (event: PointerEvent<HTMLElement>) => {
      if (event.button !== 0) return
      event.currentTarget.setPointerCapture(event.pointerId)
      gesture.current = { grip, from: tickUnder(event.clientY), range, now: range, y: event.clientY, frame: 0 }
      onHold?.(true)
    },
    onPointerMove: (event: PointerEvent<HTMLElement>) => {
      const held = gesture.current
      if (!held) return
      held.y = event.clientY
      if (!held.frame) held.frame = requestAnimationFrame(showFrame)
    },
    onPointerUp: () => finish(true),
    onPointerCancel: () => finish(false),
    onLostPointerCapture: () => finish(true),
    onKeyDown: (event: KeyboardEvent<HTMLElement>) => {
      if (event.key === 'Escape' && gesture.current) return finish(false)
      if (event.altKey || event.ctrlKey || event.metaKey) return
      const next = rangeForKey(range, grip, { name: event.key, isShift: event.shiftKey }, direction.spacing)
      if (!next) return
      event.preventDefault()
      if (!sameRange(next, range)) onChange(next)
    },
  })

  const valuesOf = (grip: Grip) => ({ ...limitsOf(grip, range, direction.spacing), text: textOf(grip, range) })

  return { parts, handlers, valuesOf }
}

const bounds = ['lower', 'upper'] as const

type Painting = {
  readonly shown: Range
  /** The state that the DOM shows now. */
  readonly painted: Range | undefined
  readonly window: TickWindow
  readonly isBodyHeld: boolean
  readonly percentAt: (tick: number) => string
  readonly messages: RangeMessages
}

/** Writes what changed since the last write to the DOM; everything when that is unknown. */
function paintRange(parts: ReturnType<typeof useParts>, painting: Painting) {
  const { before, after, body, flags } = parts
  const { shown, painted, window, isBodyHeld, percentAt, messages } = painting
  const [from = 0, to = 1] = bounds.map((bound) => clamped(windowShare(tickOf(bound, shown), window)))
  // Hidden while an end is dragged, and moving it would cause a layout.
  if (!painted || isBodyHeld) place(body.current, from, to)
  for (const bound of bounds) {
    const tick = tickOf(bound, shown)
    if (painted && tick === tickOf(bound, painted)) continue
    const share = windowShare(tick, window)
    const at = clamped(share)
    const text = percentAt(tick)
    if (bound === 'lower') move(before.current, `scaleY(${at})`)
    else move(after.current, `scaleY(${1 - at})`)
    move(parts[bound].current, `translateY(${(1 - at) * 100}%)`)
    // A bound outside the window is not at its edge: an arrow shows its direction.
    mark(parts[bound].current, share !== at)
    const isInward = bound === 'lower' ? at < flagShare : at > 1 - flagShare
    flag(flags[bound].current, share === at ? text : messages.beyond(text, bound), isInward)
  }
}

/** The DOM elements that a drag updates. */
function useParts() {
  return {
    before: useRef<HTMLDivElement>(null),
    after: useRef<HTMLDivElement>(null),
    body: useRef<HTMLDivElement>(null),
    lower: useRef<HTMLDivElement>(null),
    upper: useRef<HTMLDivElement>(null),
    flags: { lower: useRef<HTMLSpanElement>(null), upper: useRef<HTMLSpanElement>(null) },
  }
}

/** Texts for the sliders (range) and their labels (bound). */
function sliderTexts(direction: PriceDirection, messages: RangeMessages) {
  const textOf = (grip: Grip, { tickLower, tickUpper }: Range) => {
    const [quote, base] = [quoteOf(direction).symbol, baseOf(direction).symbol]
    if (grip === 'body')
      return messages.bodyText(
        boundText('lower', tickLower, direction),
        boundText('upper', tickUpper, direction),
        quote,
        base,
      )
    const tick = tickOf(grip, { tickLower, tickUpper })
    if (unboundedEnd(tick, direction)) return messages.endText(grip, quote, base)
    return messages.valueText(grip, boundText(grip, tick, direction), quote, base, distanceBps(tick, direction))
  }
  const percentAt = (tick: number) => {
    const endless = unboundedEnd(tick, direction)
    if (endless) return endless === 'lowest' ? '0' : '∞'
    return messages.percent(distanceBps(tick, direction))
  }
  return { textOf, percentAt }
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
  element.style.bottom = `${from * 100}%`
  element.style.height = `${(to - from) * 100}%`
}

function mark(handle: HTMLElement | null, isBeyond: boolean): void {
  handle?.toggleAttribute('data-beyond', isBeyond)
}

/** Near an edge, the label is placed inward, where it fits. */
function flag(element: HTMLElement | null, text: string, isInward: boolean): void {
  if (!element) return
  element.textContent = text
  element.toggleAttribute('data-inward', isInward)
}

/** The label's height as a fraction of the chart. */
const flagShare = 0.1

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
