import { type ComponentProps, Fragment, type ReactNode, useEffect, useRef, useState } from 'react'
import { classes } from './classes'
import { ScrollArea, type ScrollAreaProps } from './ScrollArea'

/** A table with a caption; when it is too wide it scrolls horizontally, also by arrow keys. */
export function Table({ caption, height, minWidth, children }: TableProps) {
  const { container, isWide } = useIsWide()
  const table = (
    <div
      ref={container}
      className={classes('relative overflow-x-auto', isWide && 'wide')}
      tabIndex={isWide ? 0 : undefined}
    >
      <table className="w-full border-collapse text-fine" aria-label={caption} style={{ minWidth }}>
        {children}
      </table>
    </div>
  )
  return height ? <ScrollArea {...{ label: caption, height }}>{table}</ScrollArea> : table
}

type TableProps = {
  caption: string
  /** A table that is longer scrolls in a box of this height. */
  height?: ScrollAreaProps['height']
  /** Below it the table scrolls sideways instead of breaking its cells word by word. */
  minWidth?: `${number}rem`
  children: ReactNode
}

type TableColumn<Row> = {
  readonly head: ReactNode
  readonly cell: (row: Row) => ReactNode
  readonly isFigure?: boolean
  /** Of the whole table: `20%`. */
  readonly width?: `${number}%`
}

type DataTableProps<Row> = Omit<TableProps, 'children'> & {
  readonly columns: readonly TableColumn<Row>[]
  readonly rows: readonly Row[]
  readonly keyOf: (row: Row) => string | number
  /** Attributes of the row's element, for example `data-verdict`. */
  readonly attributesOf?: (row: Row) => Readonly<Record<`data-${string}`, string>>
  /** The heading above the first row of a group. */
  readonly headingAbove?: (row: Row) => string | undefined
}

/** A table with a row for each entry of a list. */
export function DataTable<Row>({ columns, rows, keyOf, attributesOf, headingAbove, ...table }: DataTableProps<Row>) {
  return (
    <Table {...table}>
      <thead>
        <tr>
          {columns.map(({ head, isFigure, width }, place) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: a column has nothing but its place.
            <HeaderCell key={place} isFigure={isFigure} style={{ width }}>
              {head}
            </HeaderCell>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map((row) => (
          <Fragment key={keyOf(row)}>
            {headingAbove?.(row) && (
              <tr>
                <td colSpan={columns.length} className="px-3 py-2 font-medium text-quiet">
                  {headingAbove(row)}
                </td>
              </tr>
            )}
            <tr {...attributesOf?.(row)}>
              {columns.map(({ cell, isFigure }, place) => (
                // biome-ignore lint/suspicious/noArrayIndexKey: as above.
                <Cell key={place} isFigure={isFigure}>
                  {cell(row)}
                </Cell>
              ))}
            </tr>
          </Fragment>
        ))}
      </tbody>
    </Table>
  )
}

/** Whether the content of an element overflows it horizontally. */
function useIsWide() {
  const container = useRef<HTMLDivElement>(null)
  const [isWide, setWide] = useState(false)
  useEffect(() => {
    const element = container.current
    if (!element) return
    const watch = new ResizeObserver(() => setWide(element.scrollWidth > element.clientWidth))
    for (const watched of [element, ...element.children]) watch.observe(watched)
    return () => watch.disconnect()
  }, [])
  return { container, isWide }
}

type CellProps<Name extends 'th' | 'td'> = Omit<ComponentProps<Name>, 'className'> & { isFigure?: boolean | undefined }

export function HeaderCell({ isFigure = false, ...rest }: CellProps<'th'>) {
  return (
    <th
      scope="col"
      {...rest}
      className={classes(
        'border-b border-line px-3 py-2 font-medium whitespace-nowrap text-quiet',
        isFigure ? 'text-end' : 'text-start',
      )}
    />
  )
}

export function Cell({ isFigure = false, children, ...rest }: CellProps<'td'>) {
  return (
    <td
      {...rest}
      className={classes(
        'border-b border-line px-3 py-2.5 text-ink',
        isFigure ? 'text-end tabular-nums' : 'text-start',
      )}
    >
      {/* Amounts and minus signs keep their order in right-to-left languages. */}
      {isFigure || typeof children === 'string' ? <bdi>{children}</bdi> : children}
    </td>
  )
}
