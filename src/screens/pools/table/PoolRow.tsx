import { lazy, memo, Suspense, useState } from 'react'
import { Link } from 'wouter'
import { poolPath } from '../../../components/pools/poolPath'
import { pairOf } from '../../../components/pools/poolToken'
import { PairMark } from '../../../components/tokens/PairMark'
import { Address } from '../../../ui/Address'
import { Boundary } from '../../../ui/Boundary'
import { IconButton } from '../../../ui/Button'
import { classes } from '../../../ui/classes'
import { useMessages } from '../../../ui/messages'
import { Plot, PlotLine, trendPoints } from '../../../ui/Plot'
import { toggleFavourite, useIsFavourite } from '../favourites'
import { poolsMessages } from '../messages'
import type { CellFigure } from './cell'
import { type Column, figuresInLine } from './columns'
import { FigureCell } from './FigureCell'
import type { PoolRowModel } from './poolRows'

const RowTrades = lazy(() => import('./RowTrades'))

export type PoolRowProps = {
  readonly row: PoolRowModel
  readonly index: number
  readonly height: number
  readonly shown: readonly Column[]
  /** Shown as a card: every figure with its name. */
  readonly isCard: boolean
  readonly isCompared: boolean
  readonly isOldLive: boolean
  readonly isOldHourly: boolean
  readonly isMenuOpen: boolean
  readonly onCompare: (row: PoolRowModel) => void
  readonly onMenu: (row: PoolRowModel, button: HTMLElement) => void
}

/** One row of the table, or one card. */
export const PoolRow = memo(function PoolRow(props: PoolRowProps) {
  const { row, index, height, shown, isCard, isCompared, isMenuOpen, onCompare, onMenu } = props
  const messages = useMessages(poolsMessages)
  const { pair, pool, network } = row
  const isFavourite = useIsFavourite(row.key)
  const [isNear, setNear] = useState(false)
  return (
    <tr
      {...tableRoles.row}
      onPointerEnter={() => setNear(true)}
      onPointerLeave={() => setNear(false)}
      aria-rowindex={index + 2}
      data-row={index}
      style={{ height }}
      className={classes(line, figuresInLine(shown) === 3 ? 'max-sm:grid-cols-3' : 'max-sm:grid-cols-2')}
    >
      <td {...tableRoles.cell} className={marksCell}>
        <span className="flex [&>[aria-pressed=true]]:text-action [&>[aria-pressed=true]>svg]:fill-current">
          <IconButton
            size="small"
            icon="star"
            label={messages.favourite(pair)}
            aria-pressed={isFavourite}
            tabIndex={-1}
            onClick={() => toggleFavourite(row.key)}
          />
          {/* Its label is what a finger hits: as large as the button next to it. */}
          <label title={messages.compare(pair)} className="grid size-8 place-items-center pointer-coarse:size-11">
            <input
              type="checkbox"
              tabIndex={-1}
              aria-label={messages.compare(pair)}
              checked={isCompared}
              onChange={() => onCompare(row)}
              className="size-4 accent-action"
            />
          </label>
        </span>
      </td>
      {shown.map((column) =>
        column.id === 'pair' ? (
          <td key="pair" {...tableRoles.rowheader} className={pairCell}>
            <span className="me-2.5 max-[22.5rem]:hidden">
              <PairMark tokens={pairOf(pool)} chain={row.chain} />
            </span>
            <Link
              href={poolPath(network, pool.id)}
              className="inline-block min-h-6 font-medium text-action underline-offset-4 hover:underline max-sm:text-body"
            >
              <bdi translate="no">{pair}</bdi>
            </Link>
          </td>
        ) : (
          <td key={column.id} {...tableRoles.cell} className={classOf(column)}>
            {isCard && column.id !== 'network' && (
              <span aria-hidden="true" className="block text-quiet">
                {messages.column[column.id]}
              </span>
            )}
            {column.id === 'address' ? (
              <Address value={pool.address.is === 'known' ? pool.address.value : pool.id} />
            ) : column.id === 'trend' ? (
              <Trend cell={column.cell(row)} />
            ) : (
              <FigureCell cell={column.cell(row)} isOld={isOld(column, props)} />
            )}
          </td>
        ),
      )}
      <td {...tableRoles.cell} className={actionsCell}>
        {isNear && !isCard && shown.at(-1)?.id === 'trend' && (
          <Boundary>
            <Suspense>
              <RowTrades row={row} />
            </Suspense>
          </Boundary>
        )}
        <IconButton
          size="small"
          icon="more"
          label={messages.actionsOf(pair)}
          aria-haspopup="menu"
          aria-expanded={isMenuOpen}
          onClick={({ currentTarget }) => onMenu(row, currentTarget)}
        />
      </td>
    </tr>
  )
})

/** A table displayed as cards loses its implicit ARIA roles, so they are explicit. */
export const tableRoles = {
  table: { role: 'table' },
  rowgroup: { role: 'rowgroup' },
  row: { role: 'row' },
  columnheader: { role: 'columnheader' },
  rowheader: { role: 'rowheader' },
  cell: { role: 'cell' },
} as const

function isOld({ ages }: Column, { isOldLive, isOldHourly }: PoolRowProps): boolean {
  return ages === 'live' ? isOldLive : ages === 'hourly' && isOldHourly
}

const line =
  'group focus-within:bg-well hover:bg-well max-sm:relative max-sm:grid max-[18rem]:grid-cols-1 max-sm:content-start max-sm:gap-x-3 max-sm:border-b max-sm:border-line max-sm:p-3'
const cell = 'truncate border-b border-line px-3 py-1 text-ink max-sm:block max-sm:border-0 max-sm:px-0 max-sm:py-0.5'
const figureCell = classes(cell, 'tabular-nums sm:text-end')
const wholeLine = 'max-sm:col-span-full'
const networkCell = classes(cell, wholeLine, 'max-sm:text-quiet')
const pairCell = classes(cell, wholeLine, 'max-sm:pe-34 max-[18rem]:pe-0')

function classOf(column: Column): string {
  if (column.id === 'network') return networkCell
  return column.isFigure ? figureCell : cell
}

const actionsCell =
  'border-b border-line px-1 py-1 text-end [&_svg]:stroke-3 sm:sticky sm:end-0 sm:bg-sheet sm:group-focus-within:bg-well sm:group-hover:bg-well max-sm:absolute max-sm:end-22 max-sm:top-2 max-sm:border-0 max-sm:p-0 max-[18rem]:static'
const marksCell = classes(cell, 'ps-1 pe-0 max-sm:absolute max-sm:end-2 max-sm:top-2 max-sm:p-0 max-[18rem]:static')

/** Past prices as a line. Time runs to the right in every language. */
function Trend({ cell }: { readonly cell: CellFigure }) {
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
