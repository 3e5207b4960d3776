import { type KeyboardEvent, type PointerEvent, type ReactNode, type RefObject, useRef } from 'react'
import { type TickWindow, tickAt, windowShare } from '../../../components/positions/rangeWindow'
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
import {
  baseOf,
  boundText,
  distanceBps,
  type PriceDirection,
  quoteOf,
  unboundedEnd,
} from '../../../domain/prices/priceDirection'
import { classes } from '../../../ui/classes'
import { useMessages } from '../../../ui/messages'
import { type RangeMessages, rangeMessages } from './messages'

export type RangeHandlesProps = {
  readonly direction: PriceDirection
  readonly range: Range
  /** While a handle is held; in shown ticks, like all ticks in this chart. */
  readonly dragged: Range | undefined
  readonly window: TickWindow
  readonly plot: RefObject<HTMLDivElement | null>
  readonly onChange: (range: Range) => void
  /** Called on every step of a drag; `undefined` at its end. */
  readonly onDrag: (range: Range | undefined) => void
  /** Called with true when a handle is grabbed, with false when it is released. */
  readonly onHold: ((isHeld: boolean) => void) | undefined
}

/** The range over the chart: prices outside are shaded, and its ends and the whole are moved by pointer and keyboard. */
export function RangeHandles(props: RangeHandlesProps) {
  const { direction, range, dragged, window } = props
  const messages = useMessages(rangeMessages)
  const handlers = useDrag(props)
  const shown = dragged ?? range
  const shareOf = (bound: Bound) => windowShare(tickOf(bound, shown), window)
  const [from, to] = [clamped(shareOf('lower')), clamped(shareOf('upper'))]
  const slider = (grip: Grip, className: string, children?: ReactNode) => {
    const { now, min, max, text } = sliderValues(grip, shown, direction, messages)
    return (
      <div
        role="slider"
        tabIndex={0}
        aria-label={grip === 'body' ? messages.body : messages.price[grip]}
        aria-orientation="vertical"
        aria-valuenow={now}
        aria-valuemin={min}
        aria-valuemax={max}
        aria-valuetext={text}
        {...handlers(grip)}
        className={`${held} ${className}`}
      >
        {children}
      </div>
    )
  }
  const handle = (bound: Bound, at: number) => {
    const isBeyond = shareOf(bound) !== at
    const away = distanceText(tickOf(bound, shown), direction, messages)
    const isInward = bound === 'lower' ? at < flagShare : at > 1 - flagShare
    return (
      // A bound outside the window is not at its edge: an arrow shows its direction.
      <div
        className="group/handle pointer-events-none absolute inset-0"
        data-beyond={isBeyond || undefined}
        style={{ transform: `translateY(${(1 - at) * 100}%)` }}
      >
        {slider(
          bound,
          'group -top-3 z-10 h-6 cursor-ns-resize pointer-coarse:-top-5.5 pointer-coarse:h-11',
          <>
            <span className="absolute end-0 top-1/2 h-0.5 w-screen -translate-y-1/2 bg-action group-data-beyond/handle:invisible forced-colors:bg-[Highlight]" />
            <span className="absolute end-0 top-1/2 h-4 w-11 -translate-y-1/2 rounded-full border-2 border-action bg-sheet group-focus-visible:bg-action group-active:bg-action group-data-beyond/handle:border-dashed forced-colors:border-[Highlight]" />
            <span
              aria-hidden="true"
              className={classes(
                'absolute end-12 my-1 rounded-small bg-action px-1.5 text-fine whitespace-nowrap text-on-action tabular-nums',
                (bound === 'lower') === isInward ? 'bottom-1/2' : 'top-1/2',
              )}
            >
              {isBeyond ? messages.beyond(away, bound) : away}
            </span>
          </>,
        )}
      </div>
    )
  }
  return (
    <>
      <div className="pointer-events-none absolute inset-0 overflow-hidden">
        <div className={`${shade} origin-bottom`} style={{ transform: `scaleY(${from})` }} />
        <div className={`${shade} origin-top`} style={{ transform: `scaleY(${1 - to})` }} />
      </div>
      <div
        className="pointer-events-none absolute inset-x-0"
        style={{ bottom: `${from * 100}%`, height: `${(to - from) * 100}%` }}
      >
        {slider('body', 'inset-y-0 cursor-grab')}
      </div>
      {handle('lower', from)}
      {handle('upper', to)}
    </>
  )
}

/** The range in words and numbers, for assistive technology. */
function sliderValues(grip: Grip, range: Range, direction: PriceDirection, messages: RangeMessages) {
  const { tickLower, tickUpper } = range
  const full = fullRange(direction.spacing)
  const [quote, base] = [quoteOf(direction).symbol, baseOf(direction).symbol]
  const [low, high] = [boundText('lower', tickLower, direction), boundText('upper', tickUpper, direction)]
  const limits = {
    min: grip === 'upper' ? tickLower + direction.spacing : full.tickLower,
    max: grip === 'lower' ? tickUpper - direction.spacing : full.tickUpper,
  }
  if (grip === 'body') return { ...limits, now: middle(range), text: messages.bodyText(low, high, quote, base) }
  const now = tickOf(grip, range)
  const text = unboundedEnd(now, direction)
    ? messages.endText(grip, quote, base)
    : messages.valueText(grip, grip === 'lower' ? low : high, quote, base, distanceBps(now, direction))
  return { ...limits, now, text }
}

function distanceText(tick: number, direction: PriceDirection, messages: RangeMessages): string {
  const endless = unboundedEnd(tick, direction)
  if (endless) return endless === 'lowest' ? '0' : '∞'
  return messages.percent(distanceBps(tick, direction))
}

function clamped(share: number): number {
  return Math.min(Math.max(share, 0), 1)
}

export function middle({ tickLower, tickUpper }: Range): number {
  return Math.round((tickLower + tickUpper) / 2)
}

/** The label's height as a fraction of the chart: nearer to an edge it is placed inward, where it fits. */
const flagShare = 0.1
/** On touch screens a page scrolls by any place but the right edge. */
const held =
  'pointer-events-auto absolute end-0 w-full touch-none rounded-small active:cursor-grabbing pointer-coarse:w-24'
const shade = 'absolute inset-0 bg-sheet/75 will-change-transform'

/** Moves a range by pointer and keyboard. The new range is reported on release. */
function useDrag({ range, direction, window, plot, onChange, onDrag, onHold }: RangeHandlesProps) {
  const { spacing } = direction
  const tickUnder = (clientY: number) => {
    const { bottom, height } = plot.current!.getBoundingClientRect()
    return tickAt((bottom - clientY) / height, window)
  }
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
