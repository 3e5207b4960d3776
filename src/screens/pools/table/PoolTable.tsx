import { lazy, memo, type Ref, Suspense, useImperativeHandle, useMemo, useRef } from 'react'
import { createPortal, flushSync } from 'react-dom'
import { type Column, figuresInLine, isFigureColumn } from '../../../rows/columns'
import type { PoolRowModel } from '../../../rows/poolRowModel'
import type { Sort } from '../../../rows/sortedRows'
import { classes } from '../../../ui/classes'
import { useTextScale } from '../../../ui/hooks/useTextScale'
import { useVirtualRows } from '../../../ui/hooks/useVirtualRows'
import { Icon } from '../../../ui/Icon'
import { MenuItems } from '../../../ui/Menu'
import { useMessages } from '../../../ui/messages'
import { poolsMessages } from '../messages'
import { PoolRow } from './PoolRow'
import { RowTemplate, tableRoles } from './RowTemplate'
import {
  actionsWidth,
  type CardShape,
  cardHeight,
  emptyRows,
  headHeight,
  isLargeText,
  marksWidth,
  rowHeight,
} from './tableSize'
import { useColumnStretch } from './useColumnStretch'
import { useLineKeys } from './useLineKeys'
import { useNarrow } from './useNarrow'
import { useRowActions } from './useRowActions'

const RowMenu = lazy(() => import('./RowMenu'))

export type PoolTableProps = {
  readonly rows: readonly PoolRowModel[]
  /** Identifies the person's query: changes with search, sort or network, not when the service updates figures. */
  readonly queryKey: string
  readonly columns: readonly Column[]
  readonly sort: Sort
  readonly favourites: ReadonlySet<string>
  readonly compared: ReadonlySet<string>
  /** Whether live or hourly figures are too old to count as current. */
  readonly isOld: (row: PoolRowModel, ages: Column['ages']) => boolean
  readonly onSort: (sort: Sort) => void
  readonly onFavourite: (row: PoolRowModel) => void
  readonly onCompare: (row: PoolRowModel) => void
  readonly ref?: Ref<PoolTableHandle>
}

/** Lets keyboard shortcuts control the table from outside. */
export type PoolTableHandle = {
  /** Puts the focus on a row's link, wherever it is. */
  readonly focusRow: (index: number) => void
}

function cardShape(columns: readonly Column[]): CardShape {
  const hasNetwork = columns.some(({ id }) => id === 'network')
  return { figures: columns.length - (hasNetwork ? 2 : 1), inLine: figuresInLine(columns), hasNetwork }
}

/**
 * A virtualized table of ten thousand rows. On narrow screens its rows are cards; ARIA roles are explicit, because CSS
 * `display` on table elements removes their implicit roles.
 */
export const PoolTable = memo(function PoolTable({
  rows,
  queryKey,
  columns,
  sort,
  onSort,
  ref,
  ...rest
}: PoolTableProps) {
  const messages = useMessages(poolsMessages)
  const isNarrow = useNarrow()
  const box = useRef<HTMLDivElement>(null)
  const scale = useTextScale()
  const height = scale * (isNarrow ? cardHeight(cardShape(columns), isLargeText(scale)) : rowHeight)
  const windowed = useVirtualRows(box, queryKey, rows.length, height, isNarrow ? 0 : scale * headHeight)
  const drawn = rows.slice(windowed.first, windowed.end)
  const lines = useLineKeys(
    drawn.map(({ key }) => key),
    queryKey,
  )
  useImperativeHandle(ref, () => ({
    focusRow(index) {
      flushSync(() => windowed.reveal(index))
      box.current?.querySelector<HTMLElement>(`[data-row="${index}"] a`)?.focus({ preventScroll: true })
    },
  }))
  const { onClick, menu, closeMenu } = useRowActions({ queryKey, ...rest })
  // biome-ignore lint/correctness/useExhaustiveDependencies: a changed appearance of rows needs a new template.
  const template = useMemo(() => document.createElement('tbody'), [columns, isNarrow, messages])
  const widths = [marksWidth + actionsWidth, ...columns.map((column) => column.width)]
  const columnScale =
    scale *
    useColumnStretch(
      box,
      widths.map((width) => scale * width),
    )

  return (
    <>
      <div ref={box} onScroll={windowed.onScroll} className={tableBox}>
        <table
          {...tableRoles.table}
          aria-label={messages.table}
          aria-rowcount={rows.length + 1}
          className={tableClass}
          style={isNarrow ? undefined : { minWidth: columnScale * widths.reduce((sum, width) => sum + width) }}
        >
          <TableHead columns={columns} sort={sort} onSort={onSort} scale={columnScale} />
          {createPortal(<RowTemplate shown={columns} isCard={isNarrow} />, template)}
          {/* biome-ignore lint/a11y/useKeyWithClickEvents: the buttons and links inside handle the keyboard. */}
          <tbody {...tableRoles.rowgroup} onClick={onClick} className="max-sm:block">
            <Spacer height={windowed.before} rowHeight={height} columns={columns.length + 2} />
            {drawn.map((row, index) => (
              <PoolRow
                key={lines.get(row.key)}
                row={row}
                index={windowed.first + index}
                shown={columns}
                height={height}
                template={template}
                isFavourite={rest.favourites.has(row.key)}
                isCompared={rest.compared.has(row.key)}
                isOldLive={rest.isOld(row, 'live')}
                isOldHourly={rest.isOld(row, 'hourly')}
              />
            ))}
            <Spacer height={windowed.after} rowHeight={height} columns={columns.length + 2} />
          </tbody>
        </table>
      </div>
      {menu && (
        <Suspense>
          <RowMenu
            key={menu.row.key}
            {...menu}
            isFavourite={rest.favourites.has(menu.row.key)}
            isCompared={rest.compared.has(menu.row.key)}
            onFavourite={rest.onFavourite}
            onCompare={rest.onCompare}
            onClose={closeMenu}
            Items={MenuItems}
          />
        </Suspense>
      )}
    </>
  )
})

type TableHeadProps = Pick<PoolTableProps, 'columns' | 'sort' | 'onSort'> & { readonly scale: number }

/** The widths of the columns, and the headers that sort by them. */
function TableHead({ columns, sort, onSort, scale }: TableHeadProps) {
  const messages = useMessages(poolsMessages)
  return (
    <>
      <colgroup>
        <col style={{ width: scale * marksWidth }} />
        {columns.map(({ id, width }) => (
          <col key={id} style={id === 'pair' ? undefined : { width: scale * width }} />
        ))}
        <col style={{ width: scale * actionsWidth }} />
      </colgroup>
      <thead {...tableRoles.rowgroup} className="max-sm:not-focus-within:sr-only">
        <tr {...tableRoles.row} aria-rowindex={1}>
          <th {...tableRoles.columnheader} scope="col" className={classes(head, 'start-0')}>
            <span className="sr-only">{messages.marks}</span>
          </th>
          {columns.map((column) => (
            <SortHead key={column.id} column={column} sort={sort} onSort={onSort} />
          ))}
          <th {...tableRoles.columnheader} scope="col" className={classes(head, 'end-0')}>
            <span className="sr-only">{messages.rowActions}</span>
          </th>
        </tr>
      </thead>
    </>
  )
}

function SortHead({ column, sort, onSort }: { column: Column; sort: Sort; onSort: (sort: Sort) => void }) {
  const messages = useMessages(poolsMessages)
  const isSorted = sort.column === column.id
  const isFigure = isFigureColumn(column)
  return (
    <th
      {...tableRoles.columnheader}
      scope="col"
      aria-sort={isSorted ? (sort.isDescending ? 'descending' : 'ascending') : 'none'}
      className={classes(head, isFigure ? 'text-end' : 'text-start')}
    >
      <button
        type="button"
        onClick={() => onSort({ column: column.id, isDescending: isSorted ? !sort.isDescending : isFigure })}
        onFocus={({ currentTarget }) => showWhole(currentTarget)}
        className={classes(
          'inline-flex min-h-6 max-w-full items-center gap-1 truncate hover:text-ink',
          isFigure && 'flex-row-reverse',
        )}
      >
        {messages.column[column.id]}
        <Icon
          name="chevron"
          className={classes('size-3.5', isSorted ? (sort.isDescending ? '' : 'rotate-180') : 'opacity-0')}
        />
      </button>
    </th>
  )
}

/**
 * Scrolls the focused header into the middle of a table wider than the window: browsers do not scroll to a header that
 * is partly visible.
 */
function showWhole(header: HTMLElement) {
  if (header.matches(':focus-visible')) header.scrollIntoView?.({ block: 'nearest', inline: 'center' })
}

/** The space of rows that are not rendered, with the same lines. */
function Spacer({ height, rowHeight, columns }: { height: number; rowHeight: number; columns: number }) {
  if (height <= 0) return null
  return (
    <tr {...unseen} className="max-sm:block" style={{ height }}>
      <td
        colSpan={columns}
        className="p-0 max-sm:block max-sm:h-full"
        style={{ background: emptyRows(`${rowHeight}px`) }}
      />
    </tr>
  )
}

const tableBox =
  'max-h-[calc(100dvh-11rem)] relative min-h-24 overflow-auto overscroll-x-contain rounded-control border border-line bg-sheet'
const tableClass = 'w-full table-fixed border-separate border-spacing-0 text-fine max-sm:block'
const unseen = { 'aria-hidden': true } as const
const head =
  'sticky top-0 z-10 h-11 border-b border-line bg-sheet px-3 text-head font-medium whitespace-nowrap text-quiet'
