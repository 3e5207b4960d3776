import { fireEvent, render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { useRef, useState } from 'react'
import { expect, test } from 'vitest'
import { groupDigits, ungroupDigits, useGroupedDigits } from './useGroupedDigits'

function Amount({ start = '' }: { start?: string }) {
  const field = useRef<HTMLInputElement>(null)
  const [text, setText] = useState(start)
  return (
    <>
      <input ref={field} aria-label="Amount" {...useGroupedDigits(field, text, setText)} />
      <output>{text}</output>
    </>
  )
}

function show(start?: string) {
  render(<Amount start={start ?? ''} />)
  const field = screen.getByRole<HTMLInputElement>('textbox', { name: 'Amount' })
  return { field, typed: () => screen.getByRole('status').textContent }
}

const spaced = (text: string) => text.replaceAll(' ', '\u202f')

test('thousands are grouped with the person’s own decimal mark, and nothing else is', () => {
  expect(['999', '1000', '1234567.8901', '1234,5'].map(groupDigits)).toEqual(
    ['999', '1 000', '1 234 567.8901', '1 234,5'].map(spaced),
  )
  for (const kept of ['1,000.5', '1 000', '1e5', '', '.5', 'abc']) expect(groupDigits(kept)).toBe(kept)
  for (const text of ['1000', '98765432.1', '1234,5']) expect(ungroupDigits(groupDigits(text))).toBe(text)
})

test('what is typed is kept without separators', async () => {
  const { field, typed } = show()
  await userEvent.type(field, '1234567.5')
  expect(field).toHaveValue(spaced('1 234 567.5'))
  expect(typed()).toBe('1234567.5')
})

test('the caret stays at its digit while separators come and go', async () => {
  const { field, typed } = show('1234')
  await userEvent.type(field, '9', { initialSelectionStart: 3, initialSelectionEnd: 3 })
  expect(typed()).toBe('12934')
  expect([field.value, field.selectionStart]).toEqual([spaced('12 934'), 4])
  await userEvent.type(field, '{Backspace}{Backspace}', { initialSelectionStart: 4, initialSelectionEnd: 4 })
  expect(typed()).toBe('134')
  expect(field.selectionStart).toBe(1)
})

test('deleting a separator deletes the digit beside it', async () => {
  const { field, typed } = show('1234567')
  await userEvent.type(field, '{Backspace}', { initialSelectionStart: 2, initialSelectionEnd: 2 })
  expect(typed()).toBe('234567')
  await userEvent.type(field, '{Delete}', { initialSelectionStart: 3, initialSelectionEnd: 3 })
  expect(typed()).toBe('23467')
})

test('copied and cut amounts are exact: no separators', () => {
  const { field, typed } = show('1234567.5')
  field.setSelectionRange(0, field.value.length)
  const copied = new Map<string, string>()
  const clipboardData = { setData: (kind: string, text: string) => copied.set(kind, text) }
  fireEvent.copy(field, { clipboardData })
  expect(copied.get('text/plain')).toBe('1234567.5')
  field.setSelectionRange(1, 5)
  fireEvent.cut(field, { clipboardData })
  expect(copied.get('text/plain')).toBe('234')
  expect(typed()).toBe('1567.5')
})
