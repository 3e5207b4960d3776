import { defaultRangeExtractor, observeElementRect, useVirtualizer } from '@tanstack/react-virtual'
import {
  lazy,
  memo,
  type Ref,
  type RefObject,
  Suspense,
  useCallback,
  useImperativeHandle,
  useLayoutEffect,
  useRef,
  useState,
} from 'react'
import { classes } from '../../../ui/classes'
import { useEvent } from '../../../ui/hooks/useEvent'
import { useTextScale } from '../../../ui/hooks/useTextScale'
import { Icon } from '../../../ui/Icon'
import { MenuItems } from '../../../ui/Menu'
import { useMessages } from '../../../ui/messages'
import { poolsMessages } from '../messages'
import type { Column } from './columns'
import { PoolRow, tableRoles } from './PoolRow'
import type { PoolRowModel, Sort } from './poolRows'
import {
  actionsWidth,
  cardHeight,
  emptyRows,
  headHeight,
  isLargeText,
  marksWidth,
  rowHeight,
  stretchOf,
  useNarrow,
} from './tableSize'

const RowMenu = lazy(() => import('./RowMenu'))

export type PoolTableProps = {
  readonly rows: readonly PoolRowModel[]
  /** Identifies the person's query: changes with search, sort or network, not when the service updates figures. */
  readonly queryKey: string
  readonly columns: readonly Column[]
  readonly sort: Sort
  readonly compared: ReadonlySet<string>
  /** Whether live or hourly figures are too old to count as current. */
  readonly isOld: (row: PoolRowModel, ages: Column['ages']) => boolean
  readonly onSort: (sort: Sort) => void
  readonly onCompare: (row: PoolRowModel) => void
  readonly ref?: Ref<PoolTableHandle>
}

/** Lets keyboard shortcuts control the table from outside. */
export type PoolTableHandle = {
  /** Puts the focus on a row's link, scrolling to it if needed. */
  readonly focusRow: (index: number) => void
}

/**
 * A virtualized table of ten thousand rows. On narrow screens its rows are cards; ARIA roles are explicit, because CSS
 * `display` on table elements removes their implicit roles.
 */
export const PoolTable = memo(function PoolTable(props: PoolTableProps) {
  const { rows, queryKey, columns, sort, onSort, ref, compared, isOld, onCompare } = props
  const messages = useMessages(poolsMessages)
  const isNarrow = useNarrow()
  const box = useRef<HTMLDivElement>(null)
  const scale = useTextScale()
  const height = scale * (isNarrow ? cardHeight(columns, isLargeText(scale)) : rowHeight)
  const head = isNarrow ? 0 : scale * headHeight
  const virtual = useRows(box, rows.length, height, head)
  useImperativeHandle(ref, () => ({
    focusRow(index) {
      virtual.scrollToIndex(index)
      // The row is rendered immediately, not a frame later, so that it can take the focus.
      box.current?.dispatchEvent(new Event('scroll'))
      box.current?.querySelector<HTMLElement>(`[data-row="${index}"] a`)?.focus({ preventScroll: true })
    },
  }))
  const [menu, setMenu] = useState<OpenMenu>()
  // After another query the row of the menu may be gone.
  if (menu && menu.queryKey !== queryKey) setMenu(undefined)
  const onMenu = useEvent((row: PoolRowModel, button: HTMLElement) =>
    setMenu(menu?.row.key === row.key ? undefined : { row, button, queryKey }),
  )
  const closeMenu = useCallback(() => setMenu(undefined), [])
  const widths = [marksWidth + actionsWidth, ...columns.map((column) => column.width)]
  const columnScale =
    scale *
    useColumnStretch(
      box,
      widths.map((width) => scale * width),
    )
  const drawn = virtual.getVirtualItems()
  const before = (drawn[0]?.start ?? head) - head
  const after = virtual.getTotalSize() - (drawn.at(-1)?.end ?? head) + head

  return (
    <>
      <div ref={box} className={tableBox}>
        <table
          {...tableRoles.table}
          aria-label={messages.table}
          aria-rowcount={rows.length + 1}
          className={tableClass}
          style={isNarrow ? undefined : { minWidth: columnScale * widths.reduce((sum, width) => sum + width) }}
        >
          <TableHead columns={columns} sort={sort} onSort={onSort} scale={columnScale} />
          <tbody {...tableRoles.rowgroup} className="max-sm:block">
            <Spacer height={before} rowHeight={height} columns={columns.length + 2} />
            {drawn.map(({ index }) => {
              const row = rows[index]
              return (
                row && (
                  <PoolRow
                    key={row.key}
                    row={row}
                    index={index}
                    shown={columns}
                    height={height}
                    isCard={isNarrow}
                    isCompared={compared.has(row.key)}
                    isOldLive={isOld(row, 'live')}
                    isOldHourly={isOld(row, 'hourly')}
                    isMenuOpen={menu?.row.key === row.key}
                    onCompare={onCompare}
                    onMenu={onMenu}
                  />
                )
              )
            })}
            <Spacer height={after} rowHeight={height} columns={columns.length + 2} />
          </tbody>
        </table>
      </div>
      {menu && (
        <Suspense>
          <RowMenu
            key={menu.row.key}
            {...menu}
            isCompared={compared.has(menu.row.key)}
            onCompare={onCompare}
            onClose={closeMenu}
            Items={MenuItems}
          />
        </Suspense>
      )}
    </>
  )
})

/** The pool whose menu is open, the button that opened it, and the query of that moment. */
type OpenMenu = { readonly row: PoolRowModel; readonly button: HTMLElement; readonly queryKey: string }

/** Virtual rows of equal height below a sticky head, in pixels. */
function useRows(box: RefObject<HTMLDivElement | null>, count: number, height: number, head: number) {
  const virtual = useVirtualizer<HTMLDivElement, HTMLTableRowElement>({
    count,
    getScrollElement: () => box.current,
    estimateSize: () => height,
    scrollMargin: head,
    scrollPaddingStart: head,
    overscan: 2,
    // Rows come and go by the stride, so that most frames of scrolling need no layout.
    rangeExtractor: ({ startIndex, endIndex, ...range }) =>
      defaultRangeExtractor({
        ...range,
        startIndex: startIndex - (startIndex % stride),
        endIndex: endIndex - (endIndex % stride) + stride,
      }),
    // Rows are rendered immediately, not after the box was measured.
    initialRect: { width: 0, height: window.innerHeight - outside },
    // A box that is not displayed has no height; its rows stay.
    observeElementRect: (instance, report) =>
      observeElementRect(instance, (rect) => {
        if (rect.height > 0) report(rect)
      }),
  })
  // Cards and rows differ in height.
  // biome-ignore lint/correctness/useExhaustiveDependencies: the virtualizer keeps heights until it measures again.
  useLayoutEffect(() => virtual.measure(), [virtual, height])
  return virtual
}

/** So many rows are rendered or removed together. */
const stride = 4
/** Pixels of the window outside the box at its greatest height: 11rem. */
const outside = 176

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
  const { isFigure = false } = column
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
          'inline-flex min-h-6 max-w-full items-center gap-1 hover:text-ink',
          isFigure && 'flex-row-reverse',
        )}
      >
        <span className="truncate">{messages.column[column.id]}</span>
        {isSorted && <Icon name="chevron" className={classes('size-3.5', !sort.isDescending && 'rotate-180')} />}
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

/** `stretchOf` the box as wide as it is. The widths are in pixels, those that are always in sight first. */
function useColumnStretch(box: RefObject<HTMLElement | null>, widths: readonly number[]): number {
  const [width, setWidth] = useState(0)
  useLayoutEffect(() => {
    const element = box.current
    if (!element) return
    const measure = () => setWidth(element.clientWidth)
    // Measured immediately: with an observer, the columns would move after the first frame.
    measure()
    const size = new ResizeObserver(measure)
    size.observe(element)
    return () => size.disconnect()
  }, [box])
  return stretchOf(width, widths)
}
