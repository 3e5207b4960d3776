import { type RefObject, useLayoutEffect, useRef } from 'react'

/**
 * Rolls the changed digits of a figure for 150 ms, if the new one has the same shape. The element keeps its text, one
 * plain number; the digits roll in a cover, which no screen reader reads.
 */
export function useRollingDigits(place: RefObject<HTMLElement | null>, text: string): void {
  const shown = useRef(text)
  useLayoutEffect(() => {
    const former = shown.current
    shown.current = text
    const figure = place.current
    if (figure?.animate && former !== text && shapeOf(former) === shapeOf(text) && !isMotionReduced())
      roll(figure, former, text)
  }, [place, text])
}

/** A figure with other groups or another length is another shape: its digits change their places. */
export function shapeOf(text: string): string {
  return text.replace(/\p{Nd}/gu, '0')
}

const duration = 150

function roll(figure: HTMLElement, former: string, text: string): void {
  const cover = document.createElement('span')
  cover.ariaHidden = 'true'
  // In a flex box from right to left the first digit would be the last.
  cover.dir = 'ltr'
  cover.className = 'absolute inset-0 flex items-start overflow-hidden text-ink'
  cover.style.whiteSpace = 'pre'
  for (const [place, digit] of [...text].entries()) {
    const column = document.createElement('span')
    const before = [...former][place]
    column.textContent = before === digit ? digit : `${before}\n${digit}`
    cover.append(column)
    if (before !== digit)
      column.animate({ translate: ['0', '0 -50%'] }, { duration, easing: 'ease-out', fill: 'forwards' })
  }
  figure.append(cover)
  figure.animate({ color: ['transparent', 'transparent'] }, duration).onfinish = () => cover.remove()
}

function isMotionReduced(): boolean {
  return matchMedia('(prefers-reduced-motion: reduce)').matches
}
