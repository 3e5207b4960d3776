import {
  type RefObject,
  type UIEvent,
  useCallback,
  useDeferredValue,
  useEffect,
  useLayoutEffect,
  useRef,
  useState,
} from 'react'

/** The rows of a long list to render, and the space that the others take. */
export type VirtualRows = {
  readonly first: number
  /** Exclusive. */
  readonly end: number
  readonly before: number
  readonly after: number
  readonly onScroll: (event: UIEvent<HTMLElement>) => void
  /** Scrolls to a row and renders it. */
  readonly reveal: (index: number) => void
}

/**
 * Virtual rows of equal height in a scrolling box. The rendered range moves in strides, so that most scroll events cost
 * nothing. When another query is `asked` for, the visible rows are rendered first and those around them a moment later.
 */
export function useVirtualRows(
  box: RefObject<HTMLElement | null>,
  queryKey: string,
  count: number,
  rowHeight: number,
  headHeight: number,
): VirtualRows {
  const [{ top, jumps }, setPlace] = useState({ top: 0, jumps: 0 })
  const [height, setHeight] = useState(() => window.innerHeight - outside)
  const wanted = `${jumps} ${queryKey}`
  const isThere = useDeferredValue(wanted, '') === wanted
  /** Height of the box that is inside the window, in pixels; a guess until the observer reports. */
  const view = useRef(window.innerHeight - above)

  useLayoutEffect(() => {
    const element = box.current
    if (!element) return
    // Both observers report before the next frame: measuring now would force a second layout.
    const size = new ResizeObserver(() => element.clientHeight > 0 && setHeight(element.clientHeight))
    const observer = new IntersectionObserver((entries) => {
      const { intersectionRatio, intersectionRect, boundingClientRect } = entries.at(-1)!
      // The observer does not report growth of a box that is fully visible.
      view.current =
        intersectionRatio === 1 ? Number.POSITIVE_INFINITY : intersectionRect.bottom - boundingClientRect.top
    }, steps)
    size.observe(element)
    observer.observe(element)
    return () => {
      size.disconnect()
      observer.disconnect()
    }
  }, [box])

  const stride = rowHeight * strideRows
  const seen = useRef({ top: 0, jumpedAt: 0 })
  // Cards and rows differ in height, so the rendered range of one is not that of the other.
  useLayoutEffect(() => {
    const top = downTo(seen.current.top, stride)
    setPlace((before) => (before.top === top ? before : { ...before, top }))
  }, [stride])
  const later = useRef<ReturnType<typeof setTimeout>>(undefined)
  useEffect(() => () => clearTimeout(later.current), [])
  const onScroll = useCallback(
    ({ currentTarget: element, timeStamp: now }: UIEvent<HTMLElement>) => {
      const { scrollTop, clientHeight } = element
      const { top, jumpedAt } = seen.current
      const isJump = Math.abs(scrollTop - top) > clientHeight
      seen.current = { top: scrollTop, jumpedAt: isJump ? now : jumpedAt }
      const draw = () => {
        later.current = undefined
        const top = downTo(element.scrollTop, stride)
        setPlace((before) => (before.top === top ? before : { top, jumps: before.jumps + (isJump ? 1 : 0) }))
      }
      // Dragging the scrollbar through thousands of rows: scroll first, render at most every 100 ms.
      if (isJump && now - jumpedAt < restBetweenJumps) later.current ??= setTimeout(draw, restBetweenJumps)
      else if (later.current === undefined) draw()
    },
    [stride],
  )
  const reveal = useCallback(
    (index: number) => {
      const element = box.current
      if (!element) return
      const [from, to] = [index * rowHeight, (index + 1) * rowHeight + headHeight]
      if (from < element.scrollTop) element.scrollTop = from
      else if (to > element.scrollTop + element.clientHeight) element.scrollTop = to - element.clientHeight
      setPlace(({ jumps }) => ({ top: downTo(element.scrollTop, stride), jumps }))
    },
    [box, rowHeight, headHeight, stride],
  )

  const reached = Math.min(top, Math.max(0, count * rowHeight - height))
  const around = isThere ? spare : 0
  const first = Math.max(0, Math.floor(reached / rowHeight) - around)
  // The rendered range follows the scroll position with a lag of less than a stride.
  const from = Math.min(Math.max(seen.current.top, reached), reached + stride)
  const drawn = isThere ? reached + height : from + Math.min(height, view.current - headHeight)
  const below = isThere ? strideRows + spare : 1
  const end = Math.min(count, Math.max(first, Math.ceil(drawn / rowHeight)) + below)
  return { first, end, before: first * rowHeight, after: (count - end) * rowHeight, onScroll, reveal }
}

/** The start of the stride that contains a scroll position. */
function downTo(index: number, stride: number): number {
  return Math.floor(index / stride) * stride
}

/** Pixels of the window outside the box at its greatest height: 11rem. */
const outside = 176
/** Pixels that are usually above the box. */
const above = 280
/** About one row apart in a box of usual height. */
const steps = { threshold: Array.from({ length: 21 }, (_, step) => step / 20) }
/** Milliseconds between two renders while the scrollbar is dragged. */
const restBetweenJumps = 100
/** Rows scrolled before the range moves, and rows rendered beyond the visible ones. */
const strideRows = 4
const spare = 3
