import { Icon } from '../../ui/Icon'
import { useWords } from '../../ui/words'
import type { CellFigure } from './cell'
import { poolsWords } from './words'

/** Missing, zero, unclear and old are four cells nobody takes for one another. */
export function FigureCell({ cell, isOld = false }: { cell: CellFigure; isOld?: boolean }) {
  const words = useWords(poolsWords)
  if (cell.is === 'missing')
    return (
      <span data-cell="missing" className="text-quiet italic">
        {words.unknown}
      </span>
    )
  if (cell.is === 'unclear')
    return (
      <span data-cell="unclear" title={words.unclear(cell.raw, cell.reason)} className="text-amber">
        <Icon name="warn" className="me-1 inline size-3.5 align-[-2px]" />
        {words.isUnclear}
        <span className="sr-only">: {words.unclear(cell.raw, cell.reason)}</span>
      </span>
    )
  return (
    <span data-cell={isOld ? 'stale' : cell.isZero ? 'zero' : 'known'} className={isOld ? 'text-quiet' : ''}>
      {isOld && (
        <>
          <Icon name="clock" className="me-1 inline size-3.5 align-[-2px] text-amber" />
          <span className="sr-only">{words.old} </span>
        </>
      )}
      <data value={cell.exact} title={cell.exact === cell.text ? undefined : cell.exact}>
        {cell.text}
      </data>
    </span>
  )
}
