import { act, render } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { LiveMessage } from './LiveMessage'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

const pass = (milliseconds: number) => act(() => vi.advanceTimersByTime(milliseconds))

test('a sentence is announced once it has been unchanged for a while, and is no second copy on the page afterwards', () => {
  const { container, rerender } = render(<LiveMessage>Sent</LiveMessage>)
  pass(1_000)
  rerender(<LiveMessage>Confirming</LiveMessage>)
  pass(1_000)
  expect(container.textContent).toBe('')
  pass(600)
  expect(container.querySelector('[aria-live=polite]')).toHaveTextContent(/^Confirming$/)
  pass(5_000)
  expect(container.textContent).toBe('')
})
