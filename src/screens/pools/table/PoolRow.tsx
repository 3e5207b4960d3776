import { memo, useLayoutEffect, useMemo, useRef } from 'react'
import { useServices } from '../../../components/services'
import { imageOf } from '../../../components/tokens/image'
import { shortAddress } from '../../../domain/address'
import type { CellFigure } from '../../../rows/cell'
import { type Column, figuresInLine } from '../../../rows/columns'
import { type PoolRowModel, poolPath } from '../../../rows/poolRowModel'
import { type PairToken, pairOf } from '../../../rows/poolToken'
import { classes } from '../../../ui/classes'
import { useMessages } from '../../../ui/messages'
import { groundOf, lettersOf } from '../../../ui/monogram'
import { poolsMessages } from '../messages'
import { type FigureKind, tableRoles } from './RowTemplate'
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
      className={classes(
        'group focus-within:bg-well hover:bg-well max-sm:relative max-sm:grid max-[18rem]:grid-cols-1 max-sm:content-start max-sm:gap-x-3 max-sm:border-b max-sm:border-line max-sm:p-3',
        figuresInLine(shown) === 3 ? 'max-sm:grid-cols-3' : 'max-sm:grid-cols-2',
      )}
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
      const [marks, link] = cell.children
      for (const [at, token] of pairOf(pool).entries()) fillMark(marks!.children[at] as HTMLElement, token, pictureOf)
      fillLink(link as HTMLAnchorElement, poolPath(row.network, pool.id), pair)
    } else if (column.id === 'address')
      fillAddress(cell.lastElementChild as HTMLElement, pool.address.is === 'known' ? pool.address.value : pool.id)
    else if (column.id === 'trend') fillTrend(cell.lastElementChild!, figures[index]!, messages)
    else fillFigure(cell, figures[index]!, isOld(column, props), template, messages)
  }
}

function name(control: HTMLElement, label: string) {
  if (control.title === label) return
  control.title = label
  control.setAttribute('aria-label', label)
}

function fillLink(link: HTMLAnchorElement, path: string, pair: string) {
  if (link.getAttribute('href') !== path) link.setAttribute('href', path)
  const text = link.firstElementChild!
  if (text.textContent !== pair) text.textContent = pair
}

/** As `TokenMark` draws it. */
function fillMark(element: HTMLElement, token: PairToken, pictureOf: (token: PairToken) => string | undefined) {
  const { symbol, address } = token
  const src = pictureOf(token)
  const shown = `${symbol} ${address} ${src}`
  if (element.dataset.shows === shown) return
  element.dataset.shows = shown
  const letters = document.createElement('span')
  letters.className = 'mark'
  letters.dataset.letters = lettersOf(symbol)
  letters.style.backgroundImage = groundOf(address || symbol)
  if (src === undefined) return element.replaceChildren(letters)
  const picture = document.createElement('img')
  picture.className = 'size-full rounded-full bg-raised object-cover'
  picture.alt = ''
  picture.setAttribute('referrerpolicy', 'no-referrer')
  // Only in its own place: the line may show another pool by the time it fails.
  picture.onerror = () => picture.replaceWith(letters)
  picture.src = src
  element.replaceChildren(picture)
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

/** As `FigureCell` draws it. */
function fillFigure(cell: Element, figure: CellFigure, isOld: boolean, template: Element, messages: Messages) {
  const kind: FigureKind = figure.is !== 'figure' ? figure.is : isOld ? 'stale' : figure.isZero ? 'zero' : 'known'
  const drawn = drawnAs(kind, cell, template)
  if (figure.is === 'unclear') {
    drawn.title = messages.unclear(figure.raw, figure.reason)
    drawn.lastElementChild!.textContent = `: ${drawn.title}`
  }
  if (figure.is !== 'figure') return
  const { text, exact } = figure
  const data = (kind === 'stale' ? drawn.lastElementChild : drawn) as HTMLDataElement
  if (data.value === exact && data.textContent === text) return
  data.value = exact
  data.textContent = text
  if (exact === text) data.removeAttribute('title')
  else data.title = exact
}

/** The cell's content if it is of that kind, else a copy from the template. Zero looks like any known figure. */
function drawnAs(kind: FigureKind, cell: Element, template: Element): HTMLElement {
  const before = cell.lastElementChild as HTMLElement
  if (before.dataset.cell === kind) return before
  const isKnown = kind === 'zero' || kind === 'known'
  if (isKnown && before.localName === 'data') {
    before.dataset.cell = kind
    return before
  }
  const [element] = copyOf(template, isKnown ? 'known' : kind)
  const fresh = element!.firstElementChild as HTMLElement
  if (isKnown) fresh.dataset.cell = kind
  before.replaceWith(fresh)
  return fresh
}

/** Copies of the cells of one row of the template. */
function copyOf(template: Element, name: FigureKind | 'cells'): readonly Element[] {
  return [...template.querySelector(`[data-template=${name}]`)!.cloneNode(true).childNodes] as Element[]
}

function isOld({ ages }: Column, { isOldLive, isOldHourly }: PoolRowProps): boolean {
  return ages === 'live' ? isOldLive : ages === 'hourly' && isOldHourly
}

type Messages = ReturnType<typeof useMessages<(typeof poolsMessages)['english']>>
