/** How numbers, dates and lists are written in the chosen language. */
export type Locale = {
  /** A BCP 47 tag, for `Intl`. */
  readonly tag: string
  /** From right to left. */
  readonly isMirrored?: true
  /** Between thousands. */
  readonly group: string
  /** Whole numbers with fewer digits are not grouped. */
  readonly groupsFrom: number
  readonly point: string
  readonly percent: (number: string) => string
  /** Between parts of a list. */
  readonly comma: string
  /** Between sentences. */
  readonly gap: string
  /** Between the two ends of a range. */
  readonly to: string
  readonly dollars: (number: string) => string
  /** Short signs of thousands, millions and so on: the power of ten and the sign, the largest first. */
  readonly scales: readonly (readonly [power: number, sign: string])[]
}

const english: Locale = {
  tag: 'en-GB',
  group: ',',
  point: '.',
  groupsFrom: 4,
  percent: (number) => `${number}%`,
  comma: ', ',
  gap: ' ',
  to: 'to',
  dollars: (number) => `$${number}`,
  scales: [
    [12, 'T'],
    [9, 'B'],
    [6, 'M'],
    [3, 'K'],
  ],
}

export let locale = english

/** Other rooms read `locale` whenever they write a figure. */
export function chooseLocale(chosen: Partial<Locale>): void {
  locale = { ...english, ...chosen }
}

/**
 * Exchanges point and comma where the language has a decimal comma: text of a field, as a person reads it, for the text
 * that the app keeps, and the other way. Kept text has the signs of English.
 */
export function exchangedSigns(text: string): string {
  return locale.point === '.' ? text : text.replace(/[.,]/g, (sign) => (sign === '.' ? ',' : '.'))
}

/** A formatter of `Intl`, made when it is first needed in a language: that takes up to 50 ms. */
export function localized<Format>(create: (tag: string) => Format): () => Format {
  let made: { readonly tag: string; readonly format: Format } | undefined
  return () => {
    if (made?.tag !== locale.tag) made = { tag: locale.tag, format: create(locale.tag) }
    return made.format
  }
}
