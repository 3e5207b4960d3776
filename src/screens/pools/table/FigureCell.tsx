import type { ReactNode } from 'react'
import { Icon } from '../../../ui/Icon'
import { useWords } from '../../../ui/messages'
import { poolsWords } from '../messages'
import type { CellFigure } from './cell'

/** Missing, zero, unclear and old are four cells nobody takes for one another. */
export function FigureCell({ cell, isOld = false }: { cell: CellFigure; isOld?: boolean }) {
  return figureIn(cell, isOld, useWords(poolsWords))
}

/** The same without a component of its own, for tables of very many. */
export function figureIn(cell: CellFigure, isOld: boolean, words: Words): ReactNode {
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
  const { exact, text } = cell
  const title = exact === text ? undefined : exact
  if (!isOld)
    return (
      <data data-cell={cell.isZero ? 'zero' : 'known'} value={exact} title={title}>
        {text}
      </data>
    )
  return (
    <span data-cell="stale" className="text-quiet">
      <Icon name="clock" className="me-1 inline size-3.5 align-[-2px] text-amber" />
      <span className="sr-only">{words.old} </span>
      <data value={exact} title={title}>
        {text}
      </data>
    </span>
  )
}

type Words = ReturnType<typeof useWords<(typeof poolsWords)['english']>>
