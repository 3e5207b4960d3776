import { act, renderHook } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { navigate } from 'wouter/use-browser-location'
import { useFormInUrl } from './useFormInUrl'

beforeEach(() => {
  vi.useFakeTimers()
  window.history.replaceState(null, '', '/swap')
})
afterEach(() => {
  vi.useRealTimers()
})

const link = {
  path: '/swap',
  read: (search: string) => ({ amount: new URLSearchParams(search).get('amount') ?? '' }),
  write: ({ amount }: { amount: string }) => (amount === '' ? '' : `amount=${amount}`),
}

function open() {
  return renderHook(() => useFormInUrl(link)).result
}

function typed(amount: string) {
  const form = open()
  act(() => form.current[1]({ amount }))
  return form
}

const address = () => window.location.pathname + window.location.search

test('the address follows the form', () => {
  typed('5')
  expect(address()).toBe('/swap')
  act(() => vi.advanceTimersByTime(400))
  expect(address()).toBe('/swap?amount=5')
})

test('a screen that is opened right after a change stays open, although it is still loading or being drawn', () => {
  typed('5')
  window.history.pushState(null, '', '/activity')
  act(() => vi.advanceTimersByTime(400))
  expect(address()).toBe('/activity')
})

test('a link that is followed while the form is open replaces its content', () => {
  const form = typed('5')
  act(() => vi.advanceTimersByTime(400))
  act(() => navigate('/swap?amount=7'))
  expect(form.current[0]).toEqual({ amount: '7' })
})

test("going back immediately restores the form's last entry", () => {
  const form = typed('5')
  act(() => vi.advanceTimersByTime(400))
  act(() => navigate('/swap?amount=7'))
  act(() => navigate('/swap?amount=5'))
  expect(form.current[0]).toEqual({ amount: '5' })
  act(() => vi.advanceTimersByTime(400))
  expect(address()).toBe('/swap?amount=5')
})

test.each(['1 000', "1'000", '1’000', '50%', '%41', 'josé.eth'])(
  '%s stays, with all that the link leaves out',
  (text) => {
    const written = { ...link, write: ({ amount }: { amount: string }) => `amount=${encodeURIComponent(amount)}` }
    const form = renderHook(() =>
      useFormInUrl({ ...written, read: (search) => ({ ...link.read(search), isMine: false }) }),
    )
    act(() => form.result.current[1]({ amount: text, isMine: true }))
    act(() => vi.advanceTimersByTime(400))
    expect(new URLSearchParams(window.location.search).get('amount')).toBe(text)
    expect(form.result.current[0]).toEqual({ amount: text, isMine: true })
    const replaceState = vi.spyOn(window.history, 'replaceState')
    act(() => vi.advanceTimersByTime(4_000))
    expect(replaceState).not.toHaveBeenCalled()
    replaceState.mockRestore()
  },
)
