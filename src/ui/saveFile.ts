import type { DecimalMark } from './csv'

/** Downloads a text as a file. */
export function saveFile(name: string, text: string, type: string): void {
  const url = URL.createObjectURL(new Blob([text], { type }))
  const link = document.createElement('a')
  link.href = url
  link.download = name
  link.click()
  // The browser has read the blob by then, whether or not it asks where to save it.
  setTimeout(() => URL.revokeObjectURL(url), 60_000)
}

/** `tidegate-orders-2026-01-31.csv` */
export function fileName(what: string, when: number, ending: string): string {
  return `tidegate-${what}-${new Date(when).toISOString().slice(0, 10)}.${ending}`
}

/** The decimal mark of the browser's locale, which a spreadsheet on this device most likely has as well. */
export function decimalMark(): DecimalMark {
  return Intl.NumberFormat().format(1.5).includes(',') ? ',' : '.'
}
