import { memo, useLayoutEffect, useMemo, useRef } from 'react'
import { useServices } from '../../../components/services'
import { imageOf } from '../../../components/tokens/image'
import { shortAddress } from '../../../domain/address'
import type { CellFigure } from '../../../rows/cell'
import { type Column, figuresInLine } from '../../../rows/columns'
import { type PoolRowModel, poolPath } from '../../../rows/poolRowModel'
import { type PairToken, pairOf } from '../../../rows/poolToken'
import { useMessages } from '../../../ui/messages'
import { poolsMessages } from '../messages'
import { copyOf, fillFigure, fillPair } from './fillRow'
import { rowClass, tableRoles } from './RowTemplate'
import { trendOf } from './Trend'

export type PoolRowProps = {
  readonly row: PoolRowModel
  readonly index: number
  readonly height: number
  readonly shown: readonly Column[]
  /** The template that rows are cloned from (`RowTemplate`); a new one when the appearance of rows changes. */
  readonly template: Element
  readonly isFavourite: boolean
  readonly isCompared: boolean
  readonly isOldLive: boolean
  readonly isOldHourly: boolean
}

/**
 * One row of the table. Scrolling, sorting and typing replace dozens of rows at once, so a row is a filled clone of the
 * template rather than React elements, and clicks are delegated to the table.
 */
export const PoolRow = memo(function PoolRow(props: PoolRowProps) {
  const { row, index, height, shown, template } = props
  const messages = useMessages(poolsMessages)
  const { deployment } = useServices()
  const figures = useMemo(() => shown.map((column) => column.cell(row)), [shown, row])
  const line = useRef<HTMLTableRowElement>(null)
  const clonedFrom = useRef<Element>(undefined)
  const isTouched = useRef(false)
  const touch = () => {
    isTouched.current = true
  }
  useLayoutEffect(() => {
    const tr = line.current!
    // Focus and presses go with the pool they were on: Enter, or letting go, must not act on the one that took its line.
    const isTaken = isTouched.current && filled.get(tr)?.key !== row.key
    if (isTaken) isTouched.current = false
    filled.set(tr, row)
    const isCloned = clonedFrom.current === template && !isTaken
    // Filled before it is attached to the document, so that single changes cause no layout.
    const cells = isCloned ? [...tr.children] : copyOf(template, 'cells')
    fill(cells, figures, props, messages, (token) => imageOf(deployment, token))
    if (!isCloned) {
      const held =
        !isTaken && tr.contains(document.activeElement) && (document.activeElement as HTMLElement).dataset.act
      tr.replaceChildren(...cells)
      if (held) tr.querySelector<HTMLElement>(`[data-act=${held}]`)?.focus({ preventScroll: true })
    }
    clonedFrom.current = template
  })
  return (
    <tr
      ref={line}
      {...tableRoles.row}
      aria-rowindex={index + 2}
      data-row={index}
      onFocus={touch}
      onPointerDown={touch}
      style={{ height }}
      className={rowClass(figuresInLine(shown))}
    />
  )
})

/** The pool of each rendered row, to find it from a click. */
const filled = new WeakMap<Element, PoolRowModel>()

/** The action and row of a clicked element. */
export function actionAt(
  target: EventTarget,
): { readonly act: string | undefined; readonly row: PoolRowModel; readonly element: HTMLElement } | undefined {
  const element = target instanceof Element ? target.closest<HTMLElement>('[data-act]') : null
  const line = element?.closest('[data-row]')
  const row = line && filled.get(line)
  return element && row ? { act: element.dataset.act, row, element } : undefined
}

function fill(
  [marks, ...cells]: readonly Element[],
  figures: readonly CellFigure[],
  props: PoolRowProps,
  messages: Messages,
  pictureOf: (token: PairToken) => string | undefined,
): void {
  const { row, shown, template, isFavourite, isCompared } = props
  const { pair, pool } = row
  const star = marks!.querySelector<HTMLButtonElement>('[data-act=favour]')!
  const box = marks!.querySelector<HTMLInputElement>('[data-act=compare]')!
  name(cells.at(-1)!.querySelector<HTMLElement>('[data-act=menu]')!, messages.actionsOf(pair))
  name(star, messages.favourite(pair))
  star.setAttribute('aria-pressed', String(isFavourite))
  name(box, messages.compare(pair))
  box.checked = isCompared
  for (const [index, column] of shown.entries()) {
    const cell = cells[index]!
    if (column.id === 'pair') {
      fillPair(cell, { pair, path: poolPath(row.network, pool.id), tokens: pairOf(pool) }, pictureOf)
    } else if (column.id === 'address')
      fillAddress(cell.lastElementChild as HTMLElement, pool.address.is === 'known' ? pool.address.value : pool.id)
    else if (column.id === 'trend') fillTrend(cell.lastElementChild!, figures[index]!, messages)
    else fillFigure(cell, figures[index]!, isOld(column, props), template, messages.unclear)
  }
}

function name(control: HTMLElement, label: string) {
  if (control.title === label) return
  control.title = label
  control.setAttribute('aria-label', label)
}

/** As `Address` draws it. */
function fillAddress(address: HTMLElement, value: string) {
  if (address.title === value) return
  address.title = value
  address.firstElementChild!.textContent = shortAddress(value)
  address.lastElementChild!.textContent = value
}

/** As `Trend` draws it. */
function fillTrend(element: Element, figure: CellFigure, messages: Messages) {
  const { points, text } = trendOf(figure, messages)
  element.querySelector('polyline')!.setAttribute('points', points)
  element.lastElementChild!.textContent = text
}

function isOld({ ages }: Column, { isOldLive, isOldHourly }: PoolRowProps): boolean {
  return ages === 'live' ? isOldLive : ages === 'hourly' && isOldHourly
}

type Messages = ReturnType<typeof useMessages<(typeof poolsMessages)['english']>>
