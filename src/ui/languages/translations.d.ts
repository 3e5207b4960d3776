/** Made by the build from the files of translators (bin/parts/languages.mjs). */
declare module 'virtual:translations' {
  import type { MessageTree } from '../messages'
  import type { Language } from './languages'

  /** The loaders of all translated catalogues of a language, by the name of the catalogue. */
  export const translations: Readonly<
    Record<Exclude<Language, 'en'>, () => Promise<{ readonly default: Readonly<Record<string, MessageTree>> }>>
  >
}
