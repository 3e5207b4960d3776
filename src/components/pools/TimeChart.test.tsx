import { render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test, vi } from 'vitest'
import { priceText, TimeChart } from './TimeChart'

const points = [1, 2, 3].map((value) => ({ at: value * 60_000, value, text: String(value) }))

test('a chart that goes, as when its figures are read again, leaves no past figure in the lead', async () => {
  const onPoint = vi.fn()
  const { unmount } = render(
    <TimeChart name="Price" points={points} hasBars={false} write={priceText} onPoint={onPoint} />,
  )
  screen.getByRole('slider', { name: 'Price' }).focus()
  await userEvent.keyboard('{ArrowLeft}')
  expect(onPoint).toHaveBeenLastCalledWith(points[1])
  unmount()
  expect(onPoint).toHaveBeenLastCalledWith(undefined)
})
