/** Made by the build from the files of translators (bin/parts/languages.mjs). */
declare module 'virtual:translations' {
  import type { MessageTree } from '../messages'
  import type { Language } from './languages'

  /** The loaders of the translated catalogues, by language and name. */
  export const translations: Readonly<
    Record<Exclude<Language, 'en'>, Readonly<Record<string, () => Promise<{ readonly default: MessageTree }>>>>
  >
}
