import { createContext, use } from 'react'

/*
 * Every text that people read comes from a catalogue. An area (a screen, a dialog) has one catalogue next to its
 * components, loaded with it; translations load only when their language is chosen.
 */

/** The messages of one area: plain texts, and functions that format facts into a sentence. */
export type MessageTree = { readonly [key: string]: string | MessageFunction | MessageTree }
// biome-ignore lint/suspicious/noExplicitAny: a phrase takes whatever facts its sentence needs; `never` loses their types.
export type MessageFunction = (...facts: any[]) => string

/** The same catalogue in another language: keys and parameters stay, texts may differ. */
export type Localized<Messages> = {
  readonly [Key in keyof Messages]: Messages[Key] extends string
    ? string
    : Messages[Key] extends MessageFunction
      ? Messages[Key]
      : Localized<Messages[Key]>
}

/** The messages of an area in English, and the loaders of its translations. */
export type MessageCatalogue<Messages> = {
  readonly english: Localized<Messages>
  readonly translations: Readonly<Record<string, () => Promise<Localized<Messages>>>>
}

/** Defines the messages of an area: `export const swapMessages = defineMessages({ title: 'Swap' })`. */
export function defineMessages<const Messages extends MessageTree>(
  english: Messages,
  translations: Readonly<Record<string, () => Promise<Localized<NoInfer<Messages>>>>> = {},
): MessageCatalogue<Messages> {
  return { english: english as Localized<Messages>, translations }
}

/** A BCP 47 tag. Messages without a translation are in English. */
export const LanguageContext = createContext('en')

/** The messages of an area in the person's language; suspends while a translation loads. */
export function useMessages<Messages>(area: MessageCatalogue<Messages>): Localized<Messages> {
  const language = use(LanguageContext)
  const load = area.translations[language]
  return load ? use(once(load)) : area.english
}

/** Chooses the plural form of a number: `plural('en', 2, { one: 'step', other: 'steps' })`. */
export function plural(
  language: string,
  count: number,
  forms: { readonly other: string } & Partial<Record<Intl.LDMLPluralRule, string>>,
): string {
  // English needs no rules of the browser, which takes several milliseconds to load those of a language.
  const form = language !== 'en' ? new Intl.PluralRules(language).select(count) : count === 1 ? 'one' : 'other'
  return forms[form] ?? forms.other
}

const loaded = new WeakMap<() => Promise<unknown>, Promise<unknown>>()

function once<Messages>(load: () => Promise<Messages>): Promise<Messages> {
  const known = loaded.get(load) as Promise<Messages> | undefined
  if (known) return known
  const promise = load()
  loaded.set(load, promise)
  return promise
}
