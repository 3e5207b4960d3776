import { render } from '@testing-library/react'
import { expect, test } from 'vitest'
import { poolOf } from '../../../../test/builders/liquidity'
import { PriceAndRange } from './PriceAndRange'

const hour = 3_600_000
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
  const line = container.querySelector('polyline')?.getAttribute('points') ?? ''
  expect(line.split(' ').map((point) => Number(point.split(',')[0]))).toEqual([0, 200, 400])
})
