import { render, screen } from '@testing-library/react'
import { useRef } from 'react'
import { afterEach, expect, test, vi } from 'vitest'
import { useRollingDigits } from './useRollingDigits'

function Figure({ text }: { text: string }) {
  const place = useRef<HTMLSpanElement>(null)
  useRollingDigits(place, text)
  return (
    <output>
      <span ref={place}>{text}</span>
    </output>
  )
}

/** Animations that end when the test ends them. */
function animations() {
  const started: { of: Element; keyframes: unknown; duration: unknown; onfinish?: () => void }[] = []
  Element.prototype.animate = function (keyframes, options) {
    const animation = { of: this, keyframes, duration: typeof options === 'object' ? options.duration : options }
    started.push(animation)
    return animation as unknown as Animation
  }
  return started
}

afterEach(() => {
  Reflect.deleteProperty(Element.prototype, 'animate')
  vi.unstubAllGlobals()
})

const output = () => screen.getByRole('status')
const cover = () => output().querySelector<HTMLElement>('[aria-hidden=true]')
/** The text for screen readers. */
const read = () => output().firstElementChild?.firstChild?.nodeValue

test('only the changed digits of a new figure roll, for 150 ms, in a cover that is not read', () => {
  const started = animations()
  const { rerender } = render(<Figure text="2,985.10" />)
  rerender(<Figure text="2,991.10" />)
  expect(read()).toBe('2,991.10')
  expect([...(cover()?.children ?? [])].map(({ textContent }) => textContent)).toEqual([
    ...['2', ',', '9', '8\n9', '5\n1', '.', '1', '0'],
  ])
  expect(started.map(({ of }) => of.textContent)).toEqual(['8\n9', '5\n1', expect.stringContaining('2,991.10')])
  expect(new Set(started.map(({ duration }) => duration))).toEqual(new Set([150]))
  started.at(-1)?.onfinish?.()
  expect(output().innerHTML).toBe('<span>2,991.10</span>')
})

test('digits of any language keep their order from right to left', () => {
  animations()
  const { rerender } = render(<Figure text="١٬٢٣٤" />)
  rerender(<Figure text="١٬٢٣٥" />)
  expect(cover()?.dir).toBe('ltr')
  expect(cover()?.lastElementChild).toHaveTextContent('٤ ٥')
})

test('a figure that changes while another rolls is one plain number again', () => {
  const started = animations()
  const { rerender } = render(<Figure text="10" />)
  for (const text of ['11', '12', '9']) rerender(<Figure text={text} />)
  expect(output().innerHTML).toBe('<span>9</span>')
  for (const { onfinish } of started) onfinish?.()
  expect(output().innerHTML).toBe('<span>9</span>')
})

test.each([
  ['with another length', '999', '1,000'],
  ['that is the first', '', '5'],
  ['that is the same', '7', '7'],
])('a figure %s does not roll', (_, before, after) => {
  const started = animations()
  const { rerender } = render(<Figure text={before} />)
  rerender(<Figure text={after} />)
  expect(started).toEqual([])
})

test('nothing rolls with reduced motion', () => {
  const started = animations()
  vi.stubGlobal('matchMedia', (query: string) => ({ matches: query.includes('reduced-motion') }))
  const { rerender } = render(<Figure text="10" />)
  rerender(<Figure text="11" />)
  expect(started).toEqual([])
  expect(output().innerHTML).toBe('<span>11</span>')
})
