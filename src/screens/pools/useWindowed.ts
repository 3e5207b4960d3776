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
 * another `list` is to be shown, the rows that stand in the window come first and those around them a moment later.
 */
export function useWindowed(
  box: RefObject<HTMLElement | null>,
  list: string | undefined,
  count: number,
  rowHeight: number,
  headHeight: number,
): Windowed {
  const [{ top, jumps }, setPlace] = useState({ top: 0, jumps: 0 })
  const [height, setHeight] = useState(() => window.innerHeight - outside)
  const sight = `${jumps} ${list}`
  const isThere = useDeferredValue(sight, '') === sight
  /** How much of the box stands in the window: before anybody has looked, about what is left below the page's head. */
  const inSight = useRef(window.innerHeight - above)

  useLayoutEffect(() => {
    const element = box.current
    if (!element) return
    // Both are told before the next frame is painted: asking now would lay the page out twice.
    const size = new ResizeObserver(() => element.clientHeight > 0 && setHeight(element.clientHeight))
    const sight = new IntersectionObserver((seen) => {
      const { height } = seen.at(-1)!.intersectionRect
      if (height > 0) inSight.current = height
    }, steps)
    size.observe(element)
    sight.observe(element)
    return () => {
      size.disconnect()
      sight.disconnect()
    }
  }, [box])

  const stride = rowHeight * strideRows
  const seen = useRef({ top: 0, jumpedAt: 0 })
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
        const top = Math.floor(element.scrollTop / stride) * stride
        setPlace((before) => (before.top === top ? before : { top, jumps: before.jumps + (isJump ? 1 : 0) }))
      }
      // Whoever drags through thousands reads nothing on the way: moving on comes before drawing.
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
      const top = Math.floor(element.scrollTop / stride) * stride
      setPlace(({ jumps }) => ({ top, jumps }))
    },
    [box, rowHeight, headHeight, stride],
  )

  const reached = Math.min(top, Math.max(0, count * rowHeight - height))
  const drawn = isThere ? height : Math.min(height, inSight.current - headHeight)
  const around = isThere ? spare : 0
  const first = Math.max(0, Math.floor(reached / rowHeight) - around)
  const end = Math.min(count, Math.ceil((reached + drawn) / rowHeight) + (isThere ? strideRows + spare : 1))
  return { first, end, before: first * rowHeight, after: (count - end) * rowHeight, onScroll, reveal }
}

/** Pixels of a window that the box leaves to the frame around it when it is as high as can be: 11rem. */
const outside = 176
/** Pixels that usually stand above the box. */
const above = 280
/** The observer speaks when about another row came into sight, in a box of usual height. */
const steps = { threshold: Array.from({ length: 21 }, (_, step) => step / 20) }
/** Milliseconds in which somebody who drags gets to see one place at most. */
const restBetweenJumps = 100
/** Rows scrolled before others are drawn, and rows drawn beyond them. */
const strideRows = 4
const spare = 3
