import { cleanup, fireEvent, render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { useRef, useState } from 'react'
import { expect, test } from 'vitest'
import { chooseLocale } from '../../domain/text/locale'
import { groupDigits, useGroupedDigits } from './useGroupedDigits'

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

test('thousands of a plain number are grouped, and other notations stay as they are', () => {
  expect(['999', '1000', '1234567.8901'].map(groupDigits)).toEqual(['999', '1,000', '1,234,567.8901'])
  for (const kept of ['1,000.5', '1 000', '1e5', '', '.5', 'abc', '1234,5']) expect(groupDigits(kept)).toBe(kept)
})

test('a pasted number is written like a typed one, and one that may be two numbers is left for the question', async () => {
  for (const [pasted, text, shown] of [
    ['1.234.567,5', '1234567.5', '1,234,567.5'],
    ['１２３４．５', '1234.5', '1,234.5'],
    ['1\u202f234', '1234', '1,234'],
    ['25,000', '25,000', '25,000'],
  ] as const) {
    const { field, typed } = show()
    field.focus()
    await userEvent.paste(pasted)
    expect([typed(), field.value]).toEqual([text, shown])
    cleanup()
  }
})

test('a comma that is typed after grouped digits is kept as a decimal mark', async () => {
  const { field, typed } = show('1234')
  await userEvent.type(field, ',5')
  expect([typed(), field.value]).toEqual(['1234,5', '1234,5'])
})

test('the typed value is kept without separators', async () => {
  const { field, typed } = show()
  await userEvent.type(field, '1234567.5')
  expect(field).toHaveValue('1,234,567.5')
  expect(typed()).toBe('1234567.5')
})

test('the caret stays at its digit while separators come and go', async () => {
  const { field, typed } = show('1234')
  await userEvent.type(field, '9', { initialSelectionStart: 3, initialSelectionEnd: 3 })
  expect(typed()).toBe('12934')
  expect([field.value, field.selectionStart]).toEqual(['12,934', 4])
  await userEvent.type(field, '{Backspace}{Backspace}', { initialSelectionStart: 4, initialSelectionEnd: 4 })
  expect(typed()).toBe('134')
  expect(field.selectionStart).toBe(1)
})

test('deleting a separator deletes the digit next to it', async () => {
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

test('in a language with decimal commas the field shows commas, and the text stays the same number', async () => {
  chooseLocale({ group: '.', point: ',' })
  try {
    const { field, typed } = show()
    await userEvent.type(field, '1234567,5')
    expect([typed(), field.value]).toEqual(['1234567.5', '1.234.567,5'])
    await userEvent.type(field, '{Backspace}{Backspace}8.9')
    expect([typed(), field.value]).toEqual(['12345678.9', '12.345.678,9'])
    for (const [pasted, text, shown] of [
      ['1.234,56', '1234.56', '1.234,56'],
      ['0,5', '0.5', '0,5'],
      ['0.5', '0.5', '0,5'],
      ['25.000', '25,000', '25,000'],
    ] as const) {
      cleanup()
      const { field, typed } = show()
      field.focus()
      await userEvent.paste(pasted)
      expect([typed(), field.value]).toEqual([text, shown])
    }
  } finally {
    chooseLocale({})
  }
})
