import { type ChangeEvent, type ClipboardEvent, type RefObject, useLayoutEffect, useRef } from 'react'
import { grouped } from '../../domain/text/figure'
import { exchangedSigns, locale } from '../../domain/text/locale'
import { readTypedNumber } from '../../domain/typedNumber'

/** `12345.6` as `12,345.6`, or as the chosen language writes it. Text in another notation stays as it is. */
export function groupDigits(text: string): string {
  return /^\d+(?:\.\d*)?$/.test(text) ? grouped(text) : text
}

/**
 * Text in the notation of the chosen language with the signs of English. A single sign that is typed is a decimal sign,
 * and is shown as one immediately.
 */
function withEnglishSigns(text: string): string {
  return text.length === 1 && locale.point !== '.' ? text.replace(',', '.') : exchangedSigns(text)
}

/**
 * Groups thousands while a number is typed, and writes a pasted number like a typed one. The caret keeps its digit, and
 * copied text has no separators.
 */
export function useGroupedDigits(
  field: RefObject<HTMLInputElement | null>,
  text: string,
  onText: ((text: string) => void) | undefined,
) {
  const shown = groupDigits(text)
  /** How many typed characters are before the caret after the last change. */
  const caret = useRef<number>(undefined)
  /** The typed characters of a part of the shown text. */
  const ungrouped = (part: string) =>
    shown === text ? part : part.replaceAll(locale.group, '').replace(locale.point, '.')

  useLayoutEffect(() => {
    if (caret.current === undefined) return
    const position = positionAfter(shown, caret.current, ungrouped)
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
      const end = selectionStart ?? value.length
      // Of the previous value only digits stay; newly typed or pasted text is unchanged, commas included.
      const tail = value.slice(end)
      if (!shown.endsWith(tail)) return type(withEnglishSigns(value), '')
      const head = commonStart(shown, value.slice(0, end))
      const added = withEnglishSigns(value.slice(head.length, end))
      const [before, after] = [ungrouped(head) + added, ungrouped(tail)]
      const read = added.length > 1 ? readTypedNumber(before + after) : undefined
      if (read?.is === 'number' && read.plain !== before + after) return type(read.plain, '')
      if (added !== '' || before + after !== text || value.length >= shown.length) return type(before, after)
      // Only a separator was deleted: the digit next to it goes instead.
      if ('inputType' in nativeEvent && nativeEvent.inputType === 'deleteContentForward') type(before, after.slice(1))
      else type(before.slice(0, -1), after)
    },
    onCopy: (event: ClipboardEvent<HTMLInputElement>) => void copySelection(event, ungrouped),
    onCut: (event: ClipboardEvent<HTMLInputElement>) => {
      const selected = copySelection(event, ungrouped)
      if (selected) type(ungrouped(shown.slice(0, selected.start)), ungrouped(shown.slice(selected.end)))
    },
  }
}

function commonStart(one: string, other: string): string {
  let length = 0
  while (length < one.length && one[length] === other[length]) length++
  return one.slice(0, length)
}

/** Puts the selected digits without separators on the clipboard. */
function copySelection(event: ClipboardEvent<HTMLInputElement>, ungrouped: (part: string) => string) {
  const { value, selectionStart, selectionEnd } = event.currentTarget
  const [start, end] = [selectionStart ?? 0, selectionEnd ?? 0]
  if (start === end) return undefined
  event.clipboardData.setData('text/plain', ungrouped(value.slice(start, end)))
  event.preventDefault()
  return { start, end }
}

/** The position in grouped text after so many typed characters. */
function positionAfter(shown: string, characters: number, ungrouped: (part: string) => string): number {
  let index = 0
  while (index < shown.length && ungrouped(shown.slice(0, index)).length < characters) index++
  return index
}
