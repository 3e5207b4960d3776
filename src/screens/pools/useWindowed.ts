import {
  type RefObject,
  startTransition,
  type UIEvent,
  useCallback,
  useDeferredValue,
  useLayoutEffect,
  useRef,
  useState,
} from 'react'

/** The stretch of a long list that has to be drawn, and the room that the rest takes. */
export type Windowed = {
  readonly first: number
  /** Behind the last one drawn. */
  readonly end: number
  readonly before: number
  readonly after: number
  readonly onScroll: (event: UIEvent<HTMLElement>) => void
  /** Brings a row into sight and draws it. */
  readonly reveal: (index: number) => void
}

/**
 * Rows of one height in a box that scrolls. Drawing follows in strides, so that most scroll events cost nothing. When
 * another `list` is to be shown, the rows in sight come first and those around them a moment later.
 */
export function useWindowed(
  box: RefObject<HTMLElement | null>,
  list: string | undefined,
  count: number,
  rowHeight: number,
  headHeight: number,
): Windowed {
  const isThere = useDeferredValue(list, '') === list
  const [top, setTop] = useState(0)
  const [height, setHeight] = useState(800)

  useLayoutEffect(() => {
    const element = box.current
    if (!element) return
    const measure = () => setHeight(element.clientHeight || 800)
    measure()
    const watcher = new ResizeObserver(measure)
    watcher.observe(element)
    return () => watcher.disconnect()
  }, [box])

  const stride = rowHeight * strideRows
  const seen = useRef(0)
  const onScroll = useCallback(
    ({ currentTarget: { scrollTop, clientHeight } }: UIEvent<HTMLElement>) => {
      const draw = () => setTop(Math.floor(scrollTop / stride) * stride)
      // Whoever drags through thousands reads nothing on the way: moving on comes before drawing.
      if (Math.abs(scrollTop - seen.current) > clientHeight) startTransition(draw)
      else draw()
      seen.current = scrollTop
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
      setTop(Math.floor(element.scrollTop / stride) * stride)
    },
    [box, rowHeight, headHeight, stride],
  )

  const reached = Math.min(top, Math.max(0, count * rowHeight - height))
  const above = isThere ? spare : 0
  const below = strideRows + above
  const first = Math.max(0, Math.floor(reached / rowHeight) - above)
  const end = Math.min(count, Math.ceil((reached + height) / rowHeight) + below)
  return { first, end, before: first * rowHeight, after: (count - end) * rowHeight, onScroll, reveal }
}

/** Rows scrolled before others are drawn, and rows drawn beyond them. */
const strideRows = 4
const spare = 3
