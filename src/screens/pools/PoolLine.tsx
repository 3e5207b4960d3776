import { type MouseEvent, memo } from 'react'
import { Address } from '../../ui/Address'
import { IconButton } from '../../ui/Button'
import { classes } from '../../ui/classes'
import { useWords } from '../../ui/words'
import type { Column } from './columns'
import { figureIn } from './FigureCell'
import { type PoolRow, poolPath } from './row'
import { poolsWords } from './words'

export type PoolLineProps = {
  readonly row: PoolRow
  readonly index: number
  readonly height: number
  readonly shown: readonly Column[]
  /** Shown as a card: every figure with its name. */
  readonly isCard: boolean
  readonly isFavourite: boolean
  readonly isCompared: boolean
  readonly isOldLive: boolean
  readonly isOldHourly: boolean
  readonly onOpen: (event: MouseEvent<HTMLAnchorElement>) => void
  readonly onFavourite: (row: PoolRow) => void
  readonly onCompare: (row: PoolRow) => void
}

/** One row of the table. They come and go by the dozen while somebody scrolls: few elements, few components. */
export const PoolLine = memo(function PoolLine(props: PoolLineProps) {
  const { row, index, shown, height, isCard, isFavourite, isCompared, onFavourite, onCompare } = props
  const words = useWords(poolsWords)
  const { pair, pool } = row
  return (
    <tr
      {...as.row}
      aria-rowindex={index + 2}
      data-row={index}
      style={{ height }}
      className="group focus-within:bg-well hover:bg-well max-sm:relative max-sm:grid max-sm:grid-cols-2 max-sm:content-start max-sm:gap-x-3 max-sm:border-b max-sm:border-line max-sm:p-3"
    >
      <td {...as.cell} className={marksCell}>
        <span className="flex">
          <IconButton
            size="small"
            icon="star"
            label={words.favourite(pair)}
            aria-pressed={isFavourite}
            data-on={isFavourite}
            onClick={() => onFavourite(row)}
          />
          <input
            type="checkbox"
            aria-label={words.compare(pair)}
            title={words.compare(pair)}
            checked={isCompared}
            onChange={() => onCompare(row)}
            className="m-2 size-4 accent-tide"
          />
        </span>
      </td>
      {shown.map((column) =>
        column.id === 'pair' ? (
          <td key="pair" {...as.rowheader} className={pairCell}>
            <a
              href={poolPath(row.network, pool.id)}
              onClick={props.onOpen}
              className="font-medium text-tide underline-offset-4 hover:underline max-sm:text-body"
            >
              <bdi>{pair}</bdi>
            </a>
          </td>
        ) : (
          <td key={column.id} {...as.cell} className={column.measure ? figureCell : cell}>
            {isCard && (
              <span aria-hidden="true" className="block text-quiet">
                {words.column[column.id]}
              </span>
            )}
            {column.id === 'address' ? (
              <Address value={pool.address.is === 'known' ? pool.address.value : pool.id} />
            ) : (
              figureIn(column.cell(row), isOld(column, props), words)
            )}
          </td>
        ),
      )}
    </tr>
  )
})

function isOld({ ages }: Column, { isOldLive, isOldHourly }: PoolLineProps): boolean {
  return ages === 'live' ? isOldLive : ages === 'hourly' && isOldHourly
}

/** A table that is laid out as cards loses its roles, so they are written out. */
export const as = {
  table: { role: 'table' },
  rowgroup: { role: 'rowgroup' },
  row: { role: 'row' },
  columnheader: { role: 'columnheader' },
  rowheader: { role: 'rowheader' },
  cell: { role: 'cell' },
} as const

const cell = 'truncate border-b border-line px-3 py-1 text-ink max-sm:block max-sm:border-0 max-sm:px-0 max-sm:py-0.5'
const figureCell = classes(cell, 'sm:text-end sm:tabular-nums')
const pairCell = classes(cell, 'max-sm:col-span-2 max-sm:pe-20')
const marksCell = classes(cell, 'ps-1 pe-0 max-sm:absolute max-sm:end-2 max-sm:top-2 max-sm:p-0')
