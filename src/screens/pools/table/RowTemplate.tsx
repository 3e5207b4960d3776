import type { CellFigure } from '../../../rows/cell'
import { type Column, isFigureColumn } from '../../../rows/columns'
import { Address } from '../../../ui/Address'
import { IconButton } from '../../../ui/Button'
import { classes } from '../../../ui/classes'
import { useMessages } from '../../../ui/messages'
import { poolsMessages } from '../messages'
import { renderFigure } from './FigureCell'
import type { FigureKind } from './fillRow'
import { Trend } from './Trend'

export type RowTemplateProps = {
  readonly shown: readonly Column[]
  /** Shown as a card: every figure with its name. */
  readonly isCard: boolean
}

/**
 * The cells of an empty row, and every kind of content that a cell can have. React renders them once, detached from the
 * document; each row is a `cloneNode` of it, many times faster than rendering it with React.
 */
export function RowTemplate({ shown, isCard }: RowTemplateProps) {
  const messages = useMessages(poolsMessages)
  return (
    <>
      <tr data-template="cells">
        <td {...tableRoles.cell} className={marksCell}>
          <span className="flex [&>[aria-pressed=true]]:text-action [&>[aria-pressed=true]>svg]:fill-current">
            <IconButton size="small" icon="star" label="" aria-pressed="false" tabIndex={-1} data-act="favour" />
            <input type="checkbox" tabIndex={-1} data-act="compare" className="m-2 size-4 accent-action" />
          </span>
        </td>
        {shown.map((column) =>
          column.id === 'pair' ? (
            <td key="pair" {...tableRoles.rowheader} className={pairCell}>
              <span
                aria-hidden="true"
                data-marks=""
                className="me-2.5 inline-flex max-[18rem]:hidden align-middle text-[1.5rem] leading-none [&>span]:size-6 [&>span]:rounded-full [&>span:first-child]:relative [&>span:first-child]:z-1 [&>span:first-child]:outline-2 [&>span:first-child]:outline-sheet [&>span:last-child]:-ms-2"
              >
                <span />
                <span />
              </span>
              <a
                href="/pools"
                data-act="open"
                className="inline-block min-h-6 font-medium text-action underline-offset-4 hover:underline max-sm:text-body"
              >
                <bdi />
              </a>
            </td>
          ) : (
            <td key={column.id} {...tableRoles.cell} className={classOf(column)}>
              {isCard && column.id !== 'network' && (
                <span aria-hidden="true" className="block text-quiet">
                  {messages.column[column.id]}
                </span>
              )}
              {column.id === 'address' ? (
                <Address value="" />
              ) : column.id === 'trend' ? (
                <Trend cell={figure} />
              ) : (
                renderFigure(figure, false, messages)
              )}
            </td>
          ),
        )}
        <td {...tableRoles.cell} className={actionsCell}>
          <IconButton size="small" icon="more" label="" aria-haspopup="menu" aria-expanded="false" data-act="menu" />
        </td>
      </tr>
      {kinds.map(({ kind, example }) => (
        <tr key={kind} data-template={kind}>
          <td>{renderFigure(example, kind === 'stale', messages)}</td>
        </tr>
      ))}
    </>
  )
}

const figure: CellFigure = { is: 'figure', text: '', exact: '', isZero: false }
const kinds: readonly { readonly kind: FigureKind; readonly example: CellFigure }[] = [
  { kind: 'known', example: figure },
  { kind: 'stale', example: figure },
  { kind: 'missing', example: { is: 'missing' } },
  { kind: 'unclear', example: { is: 'unclear', raw: '', reason: '' } },
]

/** A table displayed as cards loses its implicit ARIA roles, so they are explicit. */
export const tableRoles = {
  table: { role: 'table' },
  rowgroup: { role: 'rowgroup' },
  row: { role: 'row' },
  columnheader: { role: 'columnheader' },
  rowheader: { role: 'rowheader' },
  cell: { role: 'cell' },
} as const

/** The class of a row; as a card it has so many figures side by side. */
export function rowClass(inLine: 2 | 3): string {
  return classes(
    'group focus-within:bg-well hover:bg-well max-sm:relative max-sm:grid max-[18rem]:grid-cols-1 max-sm:content-start max-sm:gap-x-3 max-sm:border-b max-sm:border-line max-sm:p-3',
    inLine === 3 ? 'max-sm:grid-cols-3' : 'max-sm:grid-cols-2',
  )
}

const cell = 'truncate border-b border-line px-3 py-1 text-ink max-sm:block max-sm:border-0 max-sm:px-0 max-sm:py-0.5'
const figureCell = classes(cell, 'tabular-nums sm:text-end')
const wholeLine = 'max-sm:col-span-full'
const networkCell = classes(cell, wholeLine, 'max-sm:text-quiet')
const pairCell = classes(cell, wholeLine, 'max-sm:pe-34 max-[18rem]:pe-0')

function classOf(column: Column): string {
  if (column.id === 'network') return networkCell
  return isFigureColumn(column) ? figureCell : cell
}

const actionsCell =
  'border-b border-line px-1 py-1 text-end [&_svg]:stroke-3 sm:sticky sm:end-0 sm:bg-sheet sm:group-focus-within:bg-well sm:group-hover:bg-well max-sm:absolute max-sm:end-22 max-sm:top-2 max-sm:border-0 max-sm:p-0 max-[18rem]:static'
const marksCell = classes(cell, 'ps-1 pe-0 max-sm:absolute max-sm:end-2 max-sm:top-2 max-sm:p-0 max-[18rem]:static')
