import { render } from '@testing-library/react'
import { expect, test } from 'vitest'
import { Plot, PlotLine, trendPoints } from './Plot'

test('a trend runs from the first to the last moment, with the highest figure at the top', () => {
  const figures = [1, 3, 2].map((value, index) => ({ at: index * 5, value }))
  const points = trendPoints(figures).map((point) => point.map((share) => Number(share.toFixed(3))))
  expect(points).toEqual([
    [0, 0.9],
    [0.5, 0.1],
    [1, 0.5],
  ])
})

test('a trend of equal figures is level, and one figure is no trend', () => {
  expect(trendPoints([0, 4].map((at) => ({ at, value: 7 })))).toEqual([
    [0, 0.5],
    [1, 0.5],
  ])
  expect(trendPoints([{ at: 0, value: 7 }])).toEqual([])
})

test('a line of shares fills its drawing, which no screen reader reads', () => {
  const { container } = render(
    <Plot>
      <PlotLine
        points={[
          [0, 1],
          [0.25, 0.5],
        ]}
      />
    </Plot>,
  )
  expect(container.querySelector('polyline')?.getAttribute('points')).toBe('0.0,1000.0 250.0,500.0')
  expect(container.querySelector('svg')).toHaveAttribute('aria-hidden', 'true')
})
