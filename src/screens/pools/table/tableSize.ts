import { useMedia } from '../../../ui/hooks/useMedia'
import { type Column, figuresInLine } from './columns'

/* The sizes of the table of pools that a script computes, in pixels. */

export const rowHeight = 48
export const headHeight = 44
export const marksWidth = 76
export const actionsWidth = 48

/** Row heights: figures side by side, or stacked when the text is large; the network in a line under the pair. */
export function cardHeight(columns: readonly Column[], isLarge: boolean): number {
  const hasNetwork = columns.some(({ id }) => id === 'network')
  const figures = columns.length - (hasNetwork ? 2 : 1)
  const lines = isLarge ? figures : Math.ceil(figures / figuresInLine(columns))
  return (isLarge ? 146 : 58) + (hasNetwork ? 24 : 0) + lines * 43
}

/** From this scale on text is large. */
export const isLargeText = (scale: number) => scale > 1.5

/**
 * Half a figure could be misread, so the columns of a table too wide for its box are widened until the box ends where a
 * column ends. The factor is 1 when all columns fit, or not even the first does.
 */
export function stretchOf(room: number, widths: readonly number[]): number {
  let taken = 0
  for (const width of widths) {
    if (taken + width > room) return taken > 0 ? room / taken : 1
    taken += width
  }
  return 1
}

/** The lines of rows that are not drawn. */
export function emptyRows(rowHeight: string): string {
  const rule = `transparent 0 calc(${rowHeight} - 1px), var(--color-line) calc(${rowHeight} - 1px) ${rowHeight}`
  return `repeating-linear-gradient(${rule})`
}

/** Whether there is only room for cards. */
export const useNarrow = () => useMedia('(width < 40rem)')

/** Whether a table or a card has room for the most important figures only. */
export const useFewColumns = () => useMedia('(width < 64rem)')
