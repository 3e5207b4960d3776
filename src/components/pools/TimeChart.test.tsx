import { render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test, vi } from 'vitest'
import { priceText, TimeChart, valueSpan } from './TimeChart'

const points = [1, 2, 3].map((value) => ({ at: value * 60_000, value, text: String(value) }))

test('a chart that goes, as when its figures are read again, leaves no past figure in the lead', async () => {
  const onPoint = vi.fn()
  const { unmount } = render(<TimeChart name="Price" points={points} write={priceText} onPoint={onPoint} />)
  screen.getByRole('slider', { name: 'Price' }).focus()
  await userEvent.keyboard('{ArrowLeft}')
  expect(onPoint).toHaveBeenLastCalledWith(points[1])
  unmount()
  expect(onPoint).toHaveBeenLastCalledWith(undefined)
})

test('a price that moved fills the chart, with a little room above and below', () => {
  expect(valueSpan(100, 200, false)).toEqual([95, 205])
})

test('one that moved by less than its last digit is level, and in the middle', () => {
  const [floor, top] = valueSpan(3214.43177, 3214.43178, false)
  const height = top - floor
  expect((3214.43178 - 3214.43177) / height).toBeLessThan(0.001)
  expect((3214.43177 - floor) / height).toBeCloseTo(0.5, 2)
})

test('bars begin at zero, also where all are the same', () => {
  expect(valueSpan(50, 100, true)).toEqual([0, 102.5])
  expect(valueSpan(0, 0, true)[0]).toBe(0)
  expect(valueSpan(0, 0, true)[1]).toBeGreaterThan(0)
})
