import { imageOf } from '../../components/tokens/image'
import { figuresStaleAfter } from '../../domain/pools/poolFreshness'
import { ageOf } from '../../domain/text/age'
import type { PairToken } from '../../rows/poolToken'
import type { StartAge, StartRow } from '../../rows/startRows'
import { copyOf, fillFigure, fillPair } from '../../screens/pools/table/fillRow'
import {
  actionsWidth,
  cardHeight,
  emptyRows,
  isLargeText,
  marksWidth,
  rowHeight,
  stretchOf,
} from '../../screens/pools/table/tableSize'
import { copyOfTemplate, part, show, write } from './drawnParts'
import type { StartPoolsAnswer } from './startAnswer'
import { unfilled } from './unfilled'

/** Puts the list with its first rows in the place of the placeholders. */
export function fillPools(place: HTMLElement, answer: StartPoolsAnswer): void {
  const list = copyOfTemplate('list')
  const shown = matchMedia('(width < 64rem)').matches ? answer.few : answer.columns
  if (answer.network !== undefined) part(list, 'network').firstElementChild!.textContent = answer.network
  const count = part(list, 'count')
  count.querySelector('p')!.textContent =
    answer.count === 1 ? count.dataset.one! : `${answer.counted}${count.querySelector('p')!.textContent.slice(1)}`
  if (answer.none === '') part(list, 'none').remove()
  else write(part(list, 'none'), answer.none)
  // Inert, they would leave their columns without names.
  for (const button of list.querySelectorAll<HTMLButtonElement>('th button')) button.disabled = true

  const table = list.querySelector('table')!
  const template = takeTemplate(table)
  keepColumns(table, template, shown)
  table.setAttribute('aria-rowcount', `${answer.count + 1}`)
  fillTable(table, template, answer, shown)
  fillAges(answer.ages)
  show(place, [...list.children])
  place.removeAttribute('aria-busy')
  if (!isNarrow()) sizeColumns(table, shown)
}

/** The cells of a row and of every kind of figure. They leave the table, so that only rows are in it. */
function takeTemplate(table: HTMLTableElement): HTMLElement {
  const template = table.querySelector<HTMLElement>('[data-early-rows]')!
  template.remove()
  return template
}

/** Takes out what this window does not show: columns it has no room for, and the names of figures outside cards. */
function keepColumns(table: HTMLTableElement, template: HTMLElement, shown: readonly string[]): void {
  const drawn = table.dataset.columns!.split(' ')
  const rows = [
    table.querySelector('colgroup'),
    table.querySelector('thead tr'),
    template.querySelector('[data-template=cells]'),
  ]
  for (const row of rows) {
    const cells = [...row!.children].slice(1, -1)
    for (const [at, cell] of cells.entries()) if (!shown.includes(drawn[at]!)) cell.remove()
  }
  if (isNarrow()) return
  for (const name of template.querySelectorAll('[data-template=cells] td > span.block:first-child:not(:last-child)'))
    name.remove()
}

function fillTable(
  table: HTMLTableElement,
  template: HTMLElement,
  answer: StartPoolsAnswer,
  shown: readonly string[],
): void {
  const height = isNarrow() ? heightOfCards(shown) : rem(rowHeight)
  const body = table.querySelector('tbody')!
  const [line, space] = [...body.children] as HTMLElement[]
  const favourites = storedFavourites()
  const rows = answer.rows.map((row, index) => {
    const tr = line!.cloneNode() as HTMLElement
    const cells = copyOf(template, 'cells') as HTMLElement[]
    fillRow(cells, row, answer, shown, template)
    cells[0]!.querySelector('[data-act=favour]')!.setAttribute('aria-pressed', `${favourites.includes(row.key)}`)
    tr.append(...cells)
    tr.dataset.row = `${index}`
    tr.setAttribute('aria-rowindex', `${index + 2}`)
    tr.style.height = height
    return tr
  })
  const left = answer.count - rows.length
  space!.style.height = `calc(${left} * ${height})`
  ;(space!.firstElementChild as HTMLElement).style.background = emptyRows(height)
  body.replaceChildren(...rows, ...(left > 0 ? [space!] : []))
}

function heightOfCards(shown: readonly string[]): string {
  const hasNetwork = shown.includes('network')
  const card = { figures: shown.length - (hasNetwork ? 2 : 1), inLine: 3, hasNetwork }
  return rem(cardHeight(card, isLargeText(textScale())))
}

function fillRow(
  cells: readonly HTMLElement[],
  row: StartRow,
  answer: StartPoolsAnswer,
  shown: readonly string[],
  template: HTMLElement,
) {
  const [marks, ...others] = cells
  // Nothing listens yet: they are as inert as they look alive.
  marks!.inert = true
  others.at(-1)!.inert = true
  for (const [at, id] of shown.entries()) {
    const cell = row.cells[answer.columns.indexOf(id as (typeof answer.columns)[number])]!
    if (id === 'pair') fillPair(others[at]!, row, pictureOf(answer))
    else fillFigure(others[at]!, cell, cell.isOld === true, template, unclearIn(template))
  }
}

export function pictureOf({ imageBaseUrl }: Pick<StartPoolsAnswer, 'imageBaseUrl'>) {
  return (token: PairToken) => imageOf({ imageBaseUrl }, token)
}

/** The sentence about an unclear figure is drawn with empty facts. */
function unclearIn(template: HTMLElement) {
  const drawn = template.querySelector<HTMLElement>('[data-template=unclear] [data-cell]')!.title
  return (raw: string, reason: string) =>
    drawn.replace('“”', () => `“${raw.slice(0, 80)}”`).replace(/: \.$/, () => `: ${reason}.`)
}

/** As wide as the app makes them. Measured only where they have no room: measuring costs a layout of the page. */
function sizeColumns(table: HTMLTableElement, shown: readonly string[]): void {
  const drawn = table.dataset.columns!.split(' ')
  const all = table.dataset.widths!.split(' ').map(Number)
  const widths = [marksWidth + actionsWidth, ...shown.map((id) => all[drawn.indexOf(id)]!)]
  const sum = widths.reduce((sum, width) => sum + width)
  const hasRoom = matchMedia(`(width >= ${sum / 16 + 4}rem)`).matches
  const stretch = hasRoom ? 1 : stretchOf(table.parentElement!.clientWidth / textScale(), widths)
  table.style.minWidth = rem(stretch * sum)
  for (const col of table.querySelectorAll('col'))
    if (col.style.width !== '') col.style.width = rem(stretch * Number.parseFloat(col.style.width))
}

/** Ages go on while the page waits for the app. What counted as live does not for ever: then its words are those of old figures. */
function fillAges(ages: readonly StartAge[]): void {
  const line = document.querySelector('h1 + [role=status] > span')!
  const template = document.querySelector<HTMLTemplateElement>('template[data-template=ages]')!
  const texts = JSON.parse(template.dataset.ages!) as Readonly<Record<string, string>>
  const beganAt = performance.now()
  const draw = () => {
    const waited = performance.now() - beganAt
    line.replaceChildren(...ages.map((state) => dotOf({ ...state, age: state.age + waited }, texts)))
  }
  draw()
  const timer = setInterval(() => (line.isConnected ? draw() : clearInterval(timer)), 1_000)
}

function dotOf({ of, is, age }: StartAge, texts: Readonly<Record<string, string>>): Node {
  const state = is === 'live' && age > figuresStaleAfter[of] ? 'stale' : is
  const { unit, count } = ageOf(age)
  const dot = copyOfTemplate('ages').querySelector(`[data-name="${of} ${state}"] [role=status] > span > span`)!
  const label = dot.lastChild!
  label.textContent = label.textContent!.replace(unfilled, () => texts[unit]!.replace(unfilled, `${count}`))
  return dot
}

function storedFavourites(): readonly unknown[] {
  try {
    const stored: unknown = JSON.parse(localStorage.getItem('tidegate.favourite-pools') ?? '[]')
    return Array.isArray(stored) ? stored : []
  } catch {
    return []
  }
}

/** Lengths that grow with the size of text, as those do that the app computes. */
const rem = (pixels: number) => `${pixels / 16}rem`
const textScale = () => Number.parseFloat(getComputedStyle(document.documentElement).fontSize) / 16 || 1

const isNarrow = () => matchMedia('(width < 40rem)').matches
