/** Made by the build from the files of translators (bin/parts/languages.mjs). */
declare module 'virtual:translations' {
  type LanguageTag = import('../../domain/text/languageTags').LanguageTag
  type MessageTree = import('../messages').MessageTree

  /** The loaders of all translated catalogues of a language, by the name of the catalogue. */
  export const translations: Readonly<
    Record<Exclude<LanguageTag, 'en'>, () => Promise<{ readonly default: Readonly<Record<string, MessageTree>> }>>
  >
}
