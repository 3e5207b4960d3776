import { Icon } from '../../../ui/Icon'
import { useMessages } from '../../../ui/messages'
import { poolsMessages } from '../messages'
import type { CellFigure } from './cell'

/** Missing, zero, unclear and old figures look different. */
export function FigureCell({ cell, isOld = false }: { cell: CellFigure; isOld?: boolean }) {
  const messages = useMessages(poolsMessages)
  if (cell.is === 'missing')
    return (
      <span data-cell="missing" className="text-quiet italic">
        {messages.unknown}
      </span>
    )
  if (cell.is === 'unclear')
    return (
      <span data-cell="unclear" title={messages.unclear(cell.raw, cell.reason)} className="text-amber">
        <Icon name="warn" className="me-1 inline size-3.5 align-[-2px]" />
        {messages.isUnclear}
        <span className="sr-only">: {messages.unclear(cell.raw, cell.reason)}</span>
      </span>
    )
  const { exact, text } = cell
  const title = exact === text ? undefined : exact
  if (!isOld)
    return (
      <data dir="auto" translate="no" data-cell={cell.isZero ? 'zero' : 'known'} value={exact} title={title}>
        {text}
      </data>
    )
  return (
    <span data-cell="stale" className="text-quiet">
      <Icon name="clock" className="me-1 inline size-3.5 align-[-2px] text-amber" />
      <span className="sr-only">{messages.old} </span>
      <data dir="auto" translate="no" value={exact} title={title}>
        {text}
      </data>
    </span>
  )
}
