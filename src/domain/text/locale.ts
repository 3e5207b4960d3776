/** How numbers, dates and lists are written in the chosen language. */
export type Locale = {
  /** A BCP 47 tag, for `Intl`. */
  readonly tag: string
  /** Between thousands. */
  readonly group: string
  readonly point: string
  readonly percent: string
  /** Between the two ends of a range. */
  readonly to: string
  readonly dollars: (number: string) => string
  /** Short signs of thousands, millions and so on. */
  readonly scales: Readonly<Record<string, string>>
}

const english: Locale = {
  tag: 'en-GB',
  group: ',',
  point: '.',
  percent: '%',
  to: 'to',
  dollars: (number) => `$${number}`,
  scales: {},
}

export let locale = english

/** Other rooms read `locale` whenever they write a figure. */
export function chooseLocale(chosen: Partial<Locale>): void {
  locale = { ...english, ...chosen }
}

/** A formatter of `Intl`, made when it is first needed in a language: that takes up to 50 ms. */
export function localized<Format>(create: (tag: string) => Format): () => Format {
  let made: { readonly tag: string; readonly format: Format } | undefined
  return () => {
    if (made?.tag !== locale.tag) made = { tag: locale.tag, format: create(locale.tag) }
    return made.format
  }
}
