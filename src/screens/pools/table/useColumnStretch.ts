import { type RefObject, useLayoutEffect, useState } from 'react'
import { stretchOf } from './tableSize'

/** `stretchOf` the box as wide as it is. The widths are in pixels, those that are always in sight first. */
export function useColumnStretch(box: RefObject<HTMLElement | null>, widths: readonly number[]): number {
  const [width, setWidth] = useState(0)
  useLayoutEffect(() => {
    const element = box.current
    if (!element) return
    const measure = () => setWidth(element.clientWidth)
    // Measured immediately: with an observer, the columns would move after the first frame.
    measure()
    const size = new ResizeObserver(measure)
    size.observe(element)
    return () => size.disconnect()
  }, [box])
  return stretchOf(width, widths)
}
