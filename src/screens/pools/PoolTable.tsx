import { memo, type Ref, useImperativeHandle, useRef } from 'react'
import { flushSync } from 'react-dom'
import { Link } from 'wouter'
import type { Pool } from '../../domain/pool'
import { Address } from '../../ui/Address'
import { IconButton } from '../../ui/Button'
import { classes } from '../../ui/classes'
import { Icon } from '../../ui/Icon'
import { useWords } from '../../ui/words'
import type { Column } from './columns'
import { FigureCell } from './FigureCell'
import { type PoolRow, poolPath } from './row'
import { useNarrow } from './useNarrow'
import { useWindowed } from './useWindowed'
import type { Sort } from './view'
import { poolsWords } from './words'

export type PoolTableProps = {
  readonly rows: readonly PoolRow[]
  readonly shown: readonly Column[]
  readonly sort: Sort
  readonly favourites: ReadonlySet<string>
  readonly compared: ReadonlySet<string>
  /** Whether figures of a class are too old to be taken for current. */
  readonly isOld: (row: PoolRow, ages: Column['ages']) => boolean
  readonly onSort: (sort: Sort) => void
  readonly onFavourite: (row: PoolRow) => void
  readonly onCompare: (row: PoolRow) => void
  readonly ref?: Ref<PoolTableHandle>
}

/** What keys do to the table from outside of it. */
export type PoolTableHandle = {
  /** Puts the focus on a row's link, wherever it is. */
  readonly focusRow: (index: number) => void
}

const rowHeight = 48
const headHeight = 44

/**
 * Ten thousand rows of which only those in sight are drawn. On narrow screens the same table is shown as cards; its
 * roles are written out, because a table that is laid out otherwise is none to a screen reader.
 */
export function PoolTable({ rows, shown, sort, onSort, ref, ...rest }: PoolTableProps) {
  const words = useWords(poolsWords)
  const isNarrow = useNarrow()
  const box = useRef<HTMLDivElement>(null)
  const cardHeight = 58 + Math.ceil((shown.length - 1) / 2) * 43
  const height = isNarrow ? cardHeight : rowHeight
  const windowed = useWindowed(box, rows.length, height, isNarrow ? 0 : headHeight)
  useImperativeHandle(ref, () => ({
    focusRow(index) {
      flushSync(() => windowed.reveal(index))
      box.current?.querySelector<HTMLElement>(`[data-row="${index}"] a`)?.focus({ preventScroll: true })
    },
  }))
  const width = shown.reduce((sum, column) => sum + column.width, marksWidth)

  return (
    <div
      ref={box}
      onScroll={windowed.onScroll}
      className="max-h-[calc(100dvh-11rem)] relative min-h-24 overflow-auto overscroll-x-contain rounded-control border border-line bg-sheet"
    >
      <table
        {...as.table}
        aria-label={words.table}
        aria-rowcount={rows.length + 1}
        className="w-full table-fixed border-separate border-spacing-0 text-fine max-sm:block"
        style={isNarrow ? undefined : { minWidth: width }}
      >
        <colgroup>
          <col style={{ width: marksWidth }} />
          {shown.map(({ id, width }) => (
            <col key={id} style={id === 'pair' ? undefined : { width }} />
          ))}
        </colgroup>
        <thead {...as.rowgroup} className="max-sm:sr-only">
          <tr {...as.row} aria-rowindex={1}>
            <th {...as.columnheader} scope="col" className={classes(head, 'start-0')}>
              <span className="sr-only">{words.marks}</span>
            </th>
            {shown.map((column) => (
              <SortHead key={column.id} column={column} sort={sort} onSort={onSort} />
            ))}
          </tr>
        </thead>
        <tbody {...as.rowgroup} className="max-sm:block">
          <Room height={windowed.before} />
          {rows.slice(windowed.first, windowed.end).map((row, place) => (
            <Line
              key={row.key}
              row={row}
              index={windowed.first + place}
              shown={shown}
              height={height}
              isFavourite={rest.favourites.has(row.key)}
              isCompared={rest.compared.has(row.key)}
              isOldLive={rest.isOld(row, 'live')}
              isOldHourly={rest.isOld(row, 'hourly')}
              onFavourite={rest.onFavourite}
              onCompare={rest.onCompare}
            />
          ))}
          <Room height={windowed.after} />
        </tbody>
      </table>
    </div>
  )
}

type LineProps = Pick<PoolTableProps, 'shown' | 'onFavourite' | 'onCompare'> & {
  readonly row: PoolRow
  readonly index: number
  readonly height: number
  readonly isFavourite: boolean
  readonly isCompared: boolean
  readonly isOldLive: boolean
  readonly isOldHourly: boolean
}

const Line = memo(function Line(props: LineProps) {
  const { row, index, shown, height, isFavourite, isCompared, isOldLive, isOldHourly, onFavourite, onCompare } = props
  const words = useWords(poolsWords)
  const isOld = { live: isOldLive, hourly: isOldHourly, never: false }
  return (
    <tr
      {...as.row}
      aria-rowindex={index + 2}
      data-row={index}
      style={{ height }}
      className="group focus-within:bg-well hover:bg-well max-sm:relative max-sm:grid max-sm:grid-cols-2 max-sm:content-start max-sm:gap-x-3 max-sm:border-b max-sm:border-line max-sm:p-3"
    >
      <td {...as.cell} className={classes(cell, 'ps-1 pe-0 max-sm:absolute max-sm:end-2 max-sm:top-2 max-sm:p-0')}>
        <span className="flex">
          <IconButton
            size="small"
            icon="star"
            label={words.favourite(row.pair)}
            aria-pressed={isFavourite}
            data-on={isFavourite}
            onClick={() => onFavourite(row)}
          />
          <input
            type="checkbox"
            aria-label={words.compare(row.pair)}
            title={words.compare(row.pair)}
            checked={isCompared}
            onChange={() => onCompare(row)}
            className="m-2 size-4 accent-tide"
          />
        </span>
      </td>
      {shown.map((column) => (
        <td
          key={column.id}
          {...(column.id === 'pair' ? as.rowheader : as.cell)}
          className={classes(
            cell,
            column.measure ? 'sm:text-end sm:tabular-nums' : '',
            column.id === 'pair' && 'max-sm:col-span-2 max-sm:pe-20',
          )}
        >
          {column.id !== 'pair' && (
            <span aria-hidden="true" className="block text-quiet sm:hidden">
              {words.column[column.id]}
            </span>
          )}
          <Content row={row} column={column} isOld={isOld[column.ages]} />
        </td>
      ))}
    </tr>
  )
})

function Content({ row, column, isOld }: { row: PoolRow; column: Column; isOld: boolean }) {
  if (column.id === 'pair')
    return (
      <Link
        href={poolPath(row.network, row.pool.id)}
        className="font-medium text-tide underline-offset-4 hover:underline max-sm:text-body"
      >
        <bdi>{row.pair}</bdi>
      </Link>
    )
  if (column.id === 'address') return <Address value={addressOf(row.pool)} />
  return <FigureCell cell={column.cell(row)} isOld={isOld} />
}

function SortHead({ column, sort, onSort }: { column: Column; sort: Sort; onSort: (sort: Sort) => void }) {
  const words = useWords(poolsWords)
  const isSorted = sort.column === column.id
  const isFigure = column.measure !== undefined
  return (
    <th
      {...as.columnheader}
      scope="col"
      aria-sort={isSorted ? (sort.isDescending ? 'descending' : 'ascending') : 'none'}
      className={classes(head, isFigure ? 'text-end' : 'text-start')}
    >
      <button
        type="button"
        onClick={() => onSort({ column: column.id, isDescending: isSorted ? !sort.isDescending : isFigure })}
        className={classes(
          'inline-flex min-h-6 max-w-full items-center gap-1 truncate hover:text-ink',
          isFigure && 'flex-row-reverse',
        )}
      >
        {words.column[column.id]}
        <Icon
          name="chevron"
          className={classes('size-3.5', isSorted ? (sort.isDescending ? '' : 'rotate-180') : 'opacity-0')}
        />
      </button>
    </th>
  )
}

/** The room of rows that are not drawn. */
function Room({ height }: { height: number }) {
  if (height <= 0) return null
  return (
    <tr {...unseen} className="max-sm:block" style={{ height }}>
      <td className="p-0 max-sm:block" />
    </tr>
  )
}

function addressOf({ address, id }: Pool): string {
  return address.is === 'known' ? address.value : id
}

/** A table that is laid out as cards loses its roles, so they are written out. */
const as = {
  table: { role: 'table' },
  rowgroup: { role: 'rowgroup' },
  row: { role: 'row' },
  columnheader: { role: 'columnheader' },
  rowheader: { role: 'rowheader' },
  cell: { role: 'cell' },
} as const
const unseen = { 'aria-hidden': true } as const

const marksWidth = 76
const head = 'sticky top-0 z-10 h-11 border-b border-line bg-sheet px-3 font-medium whitespace-nowrap text-quiet'
const cell = 'truncate border-b border-line px-3 py-1 text-ink max-sm:block max-sm:border-0 max-sm:px-0 max-sm:py-0.5'
