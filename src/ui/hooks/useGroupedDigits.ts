import { type ChangeEvent, type ClipboardEvent, type RefObject, useLayoutEffect, useRef } from 'react'

/**
 * The thousands separator while typing: a narrow no-break space. No locale writes it as the decimal mark, whereas a
 * shown `1,000` could also be a typed one with three decimals.
 */
const separator = '\u202f'

/** `12345.6` as `12 345.6`. Text that is no plain number, or is grouped by hand, stays as it is. */
export function groupDigits(text: string): string {
  if (!/^\d{4,}(?:[.,]\d*)?$/.test(text)) return text
  return text.replace(/^\d+/, (whole) => whole.replace(/\B(?=(?:\d{3})+$)/g, separator))
}

/** The inverse: the text as it was typed. */
export function ungroupDigits(shown: string): string {
  return shown.replaceAll(separator, '')
}

/** Groups thousands while a number is typed. The caret keeps its digit, and copied text has no separators. */
export function useGroupedDigits(
  field: RefObject<HTMLInputElement | null>,
  text: string,
  onText: ((text: string) => void) | undefined,
) {
  const shown = groupDigits(text)
  /** How many typed characters stand before the caret after the last change. */
  const caret = useRef<number>(undefined)

  useLayoutEffect(() => {
    if (caret.current === undefined) return
    const position = positionAfter(shown, caret.current)
    caret.current = undefined
    field.current?.setSelectionRange(position, position)
  })

  const type = (before: string, after: string) => {
    caret.current = before.length
    onText?.(before + after)
  }

  return {
    value: shown,
    onChange: ({ target: { value, selectionStart }, nativeEvent }: ChangeEvent<HTMLInputElement>) => {
      const before = ungroupDigits(value.slice(0, selectionStart ?? undefined))
      const after = ungroupDigits(value).slice(before.length)
      if (before + after !== text || value.length >= shown.length) return type(before, after)
      // Only a separator was deleted: the digit next to it goes instead.
      if ('inputType' in nativeEvent && nativeEvent.inputType === 'deleteContentForward') type(before, after.slice(1))
      else type(before.slice(0, -1), after)
    },
    onCopy: (event: ClipboardEvent<HTMLInputElement>) => void copySelection(event),
    onCut: (event: ClipboardEvent<HTMLInputElement>) => {
      const selected = copySelection(event)
      if (selected) type(ungroupDigits(shown.slice(0, selected.start)), ungroupDigits(shown.slice(selected.end)))
    },
  }
}

/** Puts the selected digits without separators on the clipboard. */
function copySelection(event: ClipboardEvent<HTMLInputElement>) {
  const { value, selectionStart, selectionEnd } = event.currentTarget
  const [start, end] = [selectionStart ?? 0, selectionEnd ?? 0]
  if (start === end) return undefined
  event.clipboardData.setData('text/plain', ungroupDigits(value.slice(start, end)))
  event.preventDefault()
  return { start, end }
}

/** The position in grouped text after so many typed characters. */
function positionAfter(shown: string, characters: number): number {
  let index = 0
  while (index < shown.length && ungroupDigits(shown.slice(0, index)).length < characters) index++
  return index
}
