import { act, render } from '@testing-library/react'
import { useRef } from 'react'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { useVirtualRows } from './useVirtualRows'

/** A box of empty rows, and the most rows that were in it at once. */
function open(count: number, options: { asked?: string; rowHeight?: number } = {}) {
  let most = 0
  const Rows = ({ count, asked = '', rowHeight = 48 }: { count: number; asked?: string; rowHeight?: number }) => {
    const box = useRef<HTMLDivElement>(null)
    const { first, end, onScroll } = useVirtualRows(box, asked, count, rowHeight, 44)
    most = Math.max(most, end - first)
    return (
      <div ref={box} data-testid="box" onScroll={onScroll}>
        {Array.from({ length: end - first }, (_, index) => String(first + index)).map((row) => (
          <button type="button" key={row}>
            {row}
          </button>
        ))}
      </div>
    )
  }
  const { getByTestId, rerender } = render(<Rows count={count} {...options} />)
  const box = getByTestId('box')
  Object.defineProperty(box, 'clientHeight', { value: 724 })
  return {
    drawn: () => [...box.children].map(({ textContent }) => Number(textContent)),
    button: (index: number) =>
      [...box.children].find(({ textContent }) => textContent === String(index)) as HTMLElement,
    scroll: (to: number) => act(() => void Object.assign(box, { scrollTop: to }).dispatchEvent(new Event('scroll'))),
    again: (count: number, options: { asked?: string; rowHeight?: number } = {}) =>
      rerender(<Rows count={count} {...options} />),
    most: () => most,
  }
}

const usual = window.innerHeight
beforeEach(() => setHeight(900))
afterEach(() => setHeight(usual))

function setHeight(height: number) {
  window.innerHeight = height
}

test.each([900, 300, 228, 200, 100, 0])('in a window %i pixels high no more rows are rendered than fit', (height) => {
  setHeight(height)
  const rows = open(2_000)
  rows.again(2_000, { asked: 'else' })
  rows.again(1_999)
  expect(rows.most()).toBeLessThan(Math.max(0, height - 176) / 48 + 12)
  expect(rows.drawn()[0]).toBe(0)
})

test('visible rows keep their place and focus while the list grows and shrinks', () => {
  const rows = open(2_000)
  for (const scrolled of [0, 144, 191, 192, 5_000]) {
    rows.scroll(scrolled)
    const seen = rows.drawn().filter((row) => row * 48 >= scrolled && (row + 1) * 48 <= scrolled + 724)
    expect(seen.length).toBeGreaterThan(13)
    for (const [turn, row] of seen.entries()) {
      rows.button(row).focus()
      rows.again(2_001 - (turn % 2))
      expect(document.activeElement).toBe(rows.button(row))
    }
  }
})

test('rows rendered for another query cover everything visible', () => {
  const rows = open(2_000)
  rows.scroll(191)
  rows.again(2_000, { asked: 'else' })
  expect(rows.drawn()).toEqual(expect.arrayContaining([4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14]))
})

test('when rows become cards, or cards rows, the visible ones are rendered', () => {
  const rows = open(2_000, { rowHeight: 230 })
  rows.scroll(7_300)
  rows.again(2_000, { rowHeight: 48 })
  const seen = Array.from({ length: 14 }, (_, index) => 153 + index)
  expect(rows.drawn()).toEqual(expect.arrayContaining(seen))
})
