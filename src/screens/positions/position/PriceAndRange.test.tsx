import { render } from '@testing-library/react'
import { expect, test } from 'vitest'
import { poolOf } from '../../../../test/builders/liquidity'
import { tickToSqrtPriceX96 } from '../../../domain/liquidity/tick'
import { priceFigureAt } from '../../../domain/prices/priceDirection'
import { priceDirectionOf } from '../../../preparation/liquidity/liquidityPool'
import { PriceAndRange } from './PriceAndRange'

const hour = 3_600_000
const bandOf = (container: HTMLElement) => {
  const band = container.querySelector('rect')
  return { top: Number(band?.getAttribute('y')), height: Number(band?.getAttribute('height')) }
}
const samples = [0, 1, 2].map((hours) => ({ at: hours * hour, tick: hours * 100 }))

test.each([
  ['the oldest', samples],
  ['the newest', samples.toReversed()],
])('the past of a price runs from left to right, also where the service lists %s first', (_, history) => {
  const { container } = render(
    <PriceAndRange pool={poolOf({ history: [...history] })} range={{ tickLower: -60, tickUpper: 600 }} />,
  )
  // Both dates have room on one line of a phone.
  expect(container).toHaveTextContent('1 Jan 19701 Jan 1970')
  const line = container.querySelector('polyline:not([stroke-dasharray])')?.getAttribute('points') ?? ''
  expect(line.split(' ').map((point) => Number(point.split(',')[0]))).toEqual([0, 500, 1000])
})

test('both bounds of an ordinary range are inside the chart, and those of the full range are not', () => {
  const history = [0, 1, 2].map((hours) => ({ at: hours * hour, tick: hours * 10 }))
  const pool = poolOf({ history, tick: 10, sqrtPriceX96: tickToSqrtPriceX96(10) })
  const ordinary = render(<PriceAndRange pool={pool} range={{ tickLower: -960, tickUpper: 1_020 }} />)
  const { top, height } = bandOf(ordinary.container)
  expect(top).toBeGreaterThan(0)
  expect(top + height).toBeLessThan(1_000)
  // A dashed line and a price at each.
  expect(ordinary.container.querySelectorAll('[stroke-dasharray]')).toHaveLength(2)
  const direction = priceDirectionOf(pool, false)
  const prices = [1_020, -960, 10].map((tick) => priceFigureAt(tick, direction))
  expect(ordinary.container).toHaveTextContent(prices.join(''))
  const full = render(<PriceAndRange pool={pool} range={{ tickLower: -887_220, tickUpper: 887_220 }} />)
  expect(bandOf(full.container)).toEqual({ top: 0, height: 1_000 })
  expect(full.container.querySelectorAll('[stroke-dasharray]')).toHaveLength(0)
})
