import { render, screen } from '@testing-library/react'
import { beforeAll, expect, test } from 'vitest'
import { wrapTexts } from '../../test/translator'
import { tolerateForeignEdits } from './foreignEdits'

/* React with the edits of translators: texts replaced by an element, moved into one, or removed and added one by one. */

beforeAll(() => tolerateForeignEdits(document.body))

type Shown = { readonly note?: string; readonly amount: string; readonly list: readonly string[] }

/** Text among other children, text as the only child of an element, and a list whose items are bare texts. */
function Panel({ note, amount, list }: Shown) {
  return (
    <main>
      {note}
      <b>You pay</b> {amount} USDC
      <p>{amount}</p>
      {list.map((item) => `[${item}]`)}
      {note !== undefined && <i>end</i>}
    </main>
  )
}

const moved = (root: Element) => {
  for (const node of [...root.childNodes]) {
    if (node instanceof Text) {
      const font = document.createElement('font')
      node.before(font)
      font.append(node)
    } else if (node instanceof Element) moved(node)
  }
}

const stepwise = (root: Element) => {
  for (const node of [...root.childNodes]) {
    if (node instanceof Text) {
      const font = document.createElement('font')
      font.textContent = node.data
      node.before(font)
      node.remove()
    } else if (node instanceof Element) stepwise(node)
  }
}

const translators: [string, (root: Element) => void][] = [
  ['replaces texts', (root) => wrapTexts(root, (text) => text.toUpperCase())],
  ['moves texts into elements', moved],
  ['adds its element before it removes the text', stepwise],
]

const shown = () => screen.getByRole('main').textContent?.toLowerCase().replaceAll(/\s+/g, ' ')

test.each(translators)('a panel updates, loses and gains texts while a translator %s', async (_, translate) => {
  const { rerender } = render(<Panel note="Old note" amount="25" list={['a', 'b']} />)
  const change = (next: Shown) => rerender(<Panel {...next} />)
  const root = screen.getByRole('main')
  translate(root)
  change({ amount: '1000', list: ['c'] })
  await Promise.resolve()
  expect(shown()).toBe('you pay 1000 usdc1000[c]')
  translate(root)
  change({ note: 'New note', amount: '7', list: ['c', 'd', 'e'] })
  await Promise.resolve()
  expect(shown()).toBe('new noteyou pay 7 usdc7[c][d][e]end')
  translate(root)
  translate(root)
  change({ amount: '8', list: [] })
  await Promise.resolve()
  expect(shown()).toBe('you pay 8 usdc8')
})

test('an error of other code stays an error: removing what was never there', () => {
  const stranger = document.createElement('div')
  expect(() => document.createElement('p').removeChild(stranger)).toThrow()
})
