import { useMessages } from '../../../ui/messages'
import { Plot, PlotLine, trendPoints } from '../../../ui/Plot'
import { poolsMessages } from '../messages'
import type { CellFigure } from './cell'

/** Past prices as a line. Time runs to the right in every language. */
export function Trend({ cell }: { readonly cell: CellFigure }) {
  const messages = useMessages(poolsMessages)
  const prices = cell.is === 'figure' && cell.exact !== '' ? cell.exact.split(' ').map(Number) : []
  const [first, last] = [prices[0], prices.at(-1)]
  return (
    <span dir="ltr" className="block">
      <Plot className="h-6 w-full">
        <PlotLine
          points={trendPoints(prices.map((value, at) => ({ at, value })))}
          strokeWidth="1.5"
          className="stroke-action"
        />
      </Plot>
      <span className="sr-only">
        {first === undefined || last === undefined ? messages.unknown : messages.trend(first, last)}
      </span>
    </span>
  )
}
