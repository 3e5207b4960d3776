import { createContext, use } from 'react'

/*
 * Every word a person reads comes from a catalogue. An area (a screen, a dialog) keeps one catalogue beside its
 * components, so that its words load with it; translations load only when their language is chosen.
 */

/** The words of one area: plain texts, and functions that put facts into a sentence. */
export type Catalogue = { readonly [key: string]: string | Phrase | Catalogue }
// biome-ignore lint/suspicious/noExplicitAny: a phrase takes whatever facts its sentence needs; `never` loses their types.
export type Phrase = (...facts: any[]) => string

/** The same catalogue in any language: keys and facts stay, texts may differ. */
export type Wording<Words> = {
  readonly [Key in keyof Words]: Words[Key] extends string
    ? string
    : Words[Key] extends Phrase
      ? Words[Key]
      : Wording<Words[Key]>
}

/** An area's words in English, and where its translations are found. */
export type Area<Words> = {
  readonly english: Wording<Words>
  readonly translations: Readonly<Record<string, () => Promise<Wording<Words>>>>
}

/** Declares the words of an area: `export const swapWords = catalogue({ title: 'Swap' })`. */
export function catalogue<const Words extends Catalogue>(
  english: Words,
  translations: Readonly<Record<string, () => Promise<Wording<NoInfer<Words>>>>> = {},
): Area<Words> {
  return { english: english as Wording<Words>, translations }
}

/** A BCP 47 tag. What an area does not speak is said in English. */
export const LanguageContext = createContext('en')

/** The words of an area in the person's language; suspends while a translation loads. */
export function useWords<Words>(area: Area<Words>): Wording<Words> {
  const language = use(LanguageContext)
  const load = area.translations[language]
  return load ? use(once(load)) : area.english
}

/** Picks the form a number needs: `plural('en', 2, { one: 'step', other: 'steps' })`. */
export function plural(
  language: string,
  count: number,
  forms: { readonly other: string } & Partial<Record<Intl.LDMLPluralRule, string>>,
): string {
  return forms[new Intl.PluralRules(language).select(count)] ?? forms.other
}

const loaded = new WeakMap<() => Promise<unknown>, Promise<unknown>>()

function once<Words>(load: () => Promise<Words>): Promise<Words> {
  const known = loaded.get(load) as Promise<Words> | undefined
  if (known) return known
  const promise = load()
  loaded.set(load, promise)
  return promise
}
