import type { CellFigure } from '../../../rows/cell'
import type { PairToken } from '../../../rows/poolToken'
import { groundOf, lettersOf } from '../../../ui/monogram'

/*
 * Writes a pool into a row that was cloned from the template (RowTemplate), without React.
 */

/** The names of the cells that `FigureCell` draws. */
export type FigureKind = 'known' | 'zero' | 'stale' | 'missing' | 'unclear'

type NamedPool = { readonly pair: string; readonly path: string; readonly tokens: readonly PairToken[] }
type PictureOf = (token: PairToken) => string | undefined

/** The cell with the marks of two tokens and the link to the pool. */
export function fillPair(cell: Element, { pair, path, tokens }: NamedPool, pictureOf: PictureOf): void {
  const [marks, link] = cell.children
  for (const [at, token] of tokens.entries()) fillMark(marks!.children[at] as HTMLElement, token, pictureOf)
  fillLink(link as HTMLAnchorElement, path, pair)
}

function fillLink(link: HTMLAnchorElement, path: string, pair: string) {
  if (link.getAttribute('href') !== path) link.setAttribute('href', path)
  const text = link.firstElementChild!
  if (text.textContent !== pair) text.textContent = pair
}

/** As `TokenMark` draws it. */
function fillMark(element: HTMLElement, token: PairToken, pictureOf: PictureOf) {
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

/** As `FigureCell` draws it. */
export function fillFigure(
  cell: Element,
  figure: CellFigure,
  isOld: boolean,
  template: ParentNode,
  unclear: (raw: string, reason: string) => string,
): void {
  const kind: FigureKind = figure.is !== 'figure' ? figure.is : isOld ? 'stale' : figure.isZero ? 'zero' : 'known'
  const drawn = drawnAs(kind, cell, template)
  if (figure.is === 'unclear') {
    drawn.title = unclear(figure.raw, figure.reason)
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
function drawnAs(kind: FigureKind, cell: Element, template: ParentNode): HTMLElement {
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
export function copyOf(template: ParentNode, name: FigureKind | 'cells'): readonly Element[] {
  return [...template.querySelector(`[data-template=${name}]`)!.cloneNode(true).childNodes] as Element[]
}
