import { type RefObject, useLayoutEffect, useState } from 'react'

/**
 * By how much the columns of a table too wide for its box are widened, so that one of them ends where the box does: half
 * a figure reads as another figure. The widths are in pixels, those that are always in sight first.
 */
export function useColumnStretch(box: RefObject<HTMLElement | null>, widths: readonly number[]): number {
  const [width, setWidth] = useState(0)
  useLayoutEffect(() => {
    const element = box.current
    if (!element) return
    const measure = () => setWidth(element.clientWidth)
    // At once: were it left to the observer, the columns would move after the first frame.
    measure()
    const size = new ResizeObserver(measure)
    size.observe(element)
    return () => size.disconnect()
  }, [box])
  return stretchOf(width, widths)
}

/** 1 when all columns have room, or not even the first. */
export function stretchOf(room: number, widths: readonly number[]): number {
  let taken = 0
  for (const width of widths) {
    if (taken + width > room) return taken > 0 ? room / taken : 1
    taken += width
  }
  return 1
}
