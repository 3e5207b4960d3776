import { createContext, use } from 'react'

/*
 * Every text that people read comes from a catalogue. An area (a screen, a dialog) has one catalogue next to its
 * components, loaded with it. Sources are in English; the build makes the catalogues of other languages from the files of
 * translators (docs/decisions/languages.md).
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

/** The messages of an area in the chosen language. */
export type MessageCatalogue<Messages> = {
  /** English until another language is chosen: its texts then replace these in place. */
  readonly english: Localized<Messages>
}

type AnyCatalogue = MessageCatalogue<MessageTree>

/** The catalogues loaded so far by name, and what translates those that load while another language is shown. */
export const catalogues: {
  readonly loaded: Map<string, AnyCatalogue>
  translate?: ((name: string, catalogue: AnyCatalogue) => void) | undefined
  /** While the texts of a catalogue load. Lazy imports wait for them (vite.config.ts). */
  loading?: Promise<unknown> | undefined
} = { loaded: new Map() }

/**
 * Defines the messages of an area: `export const swapMessages = defineMessages({ title: 'Swap' })`. The build adds the
 * name.
 */
export function defineMessages<const Messages extends MessageTree>(
  english: Messages,
  name?: string,
): MessageCatalogue<Messages> {
  const catalogue: AnyCatalogue = { english }
  if (name) {
    catalogues.loaded.set(name, catalogue)
    catalogues.translate?.(name, catalogue)
  }
  return catalogue as MessageCatalogue<Messages>
}

/** A BCP 47 tag. A change renders all components that show messages. */
export const LanguageContext = createContext('en')

/** The messages of an area in the person's language. */
export function useMessages<Messages>({ english }: MessageCatalogue<Messages>): Localized<Messages> {
  use(LanguageContext)
  return english
}

/**
 * Chooses the plural form of a number in English: `plural(2, { one: 'step', other: 'steps' })`. Translated catalogues
 * have the forms of their language (`pluralIn`).
 */
export function plural(count: number, forms: { readonly one: string; readonly other: string }): string {
  return count === 1 ? forms.one : forms.other
}
