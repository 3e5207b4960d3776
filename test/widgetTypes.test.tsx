import { render } from '@testing-library/react'
import { createRef } from 'react'
import { expect, test } from 'vitest'
import type { TidegateErrorDetail, TidegateOrderDetail, TidegateSwapElement } from '../src/widget/tidegate-swap'

/* `tidegate-swap.d.ts` is checked here by the compiler, as pages use it; the element itself runs in the browser stories. */

test('the types of the widget fit a page of React and a plain script', () => {
  const orders: TidegateOrderDetail[] = []
  const problems: TidegateErrorDetail['problem'][] = []
  const ref = createRef<TidegateSwapElement>()
  render(<tidegate-swap ref={ref} gateway="https://swap.example" from="1:native" amount={1} theme="dark" />)
  const element = document.querySelector('tidegate-swap')!
  expect(ref.current).toBe(element)
  expect(element.getAttribute('amount')).toBe('1')
  element.provider = { request: async ({ method }) => method }
  element.addEventListener('tidegate-order', ({ detail }) => orders.push(detail))
  element.addEventListener('tidegate-error', ({ detail }) => problems.push(detail.problem))
  element.dispatchEvent(new CustomEvent('tidegate-order', { detail: { id: 'order-1', phase: 'done' } }))
  element.dispatchEvent(new CustomEvent('tidegate-error', { detail: { problem: 'refused' } }))
  expect(orders).toEqual([{ id: 'order-1', phase: 'done' }])
  expect(problems).toEqual(['refused'])
})
