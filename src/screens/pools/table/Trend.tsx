import { useMessages } from '../../../ui/messages'
import { poolsMessages } from '../messages'
import type { CellFigure } from './cell'

type Messages = ReturnType<typeof useMessages<(typeof poolsMessages)['english']>>

/** Past prices as a line. Time runs to the right in every language. */
export function Trend({ cell }: { readonly cell: CellFigure }) {
  const messages = useMessages(poolsMessages)
  const { points, text } = trendOf(cell, messages)
  return (
    <span dir="ltr" className="block">
      <svg viewBox="0 0 100 24" preserveAspectRatio="none" aria-hidden="true" className="h-6 w-full">
        <polyline
          points={points}
          className="fill-none stroke-action"
          strokeWidth="1.5"
          vectorEffect="non-scaling-stroke"
        />
      </svg>
      <span className="sr-only">{text}</span>
    </span>
  )
}

/** The line in a box of 100 × 24, from the lowest to the highest price, and the same in words. */
function trendOf(cell: CellFigure, messages: Messages): { readonly points: string; readonly text: string } {
  const prices = cell.is === 'figure' && cell.exact !== '' ? cell.exact.split(' ').map(Number) : []
  const [first, last] = [prices[0], prices.at(-1)]
  if (first === undefined || last === undefined) return { points: '', text: messages.unknown }
  const [low, high] = [Math.min(...prices), Math.max(...prices)]
  const points = prices.map((price, at) => {
    const x = (at / Math.max(prices.length - 1, 1)) * 100
    return `${x.toFixed(1)},${(high === low ? 12 : 22 - ((price - low) / (high - low)) * 20).toFixed(1)}`
  })
  return { points: points.join(' '), text: messages.trend(first, last) }
}
