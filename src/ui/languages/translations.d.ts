/** Made by the build from the files of translators (bin/parts/languages.mjs). */
declare module 'virtual:translations' {
  type LanguageTag = import('../../domain/text/languageTags').LanguageTag
  type MessageTree = import('../messages').MessageTree

  /** The loaders of the texts of a language: translated catalogues by name, whose first letter is their part. */
  export const translations: Readonly<
    Record<
      Exclude<LanguageTag, 'en'>,
      Readonly<Record<string, () => Promise<{ readonly texts: Readonly<Record<string, MessageTree>> }>>>
    >
  >

  /** The address and hash of each file with texts, by language and part (`de/a`). Only a build has them. */
  export const files: Readonly<Record<string, readonly [address: string, integrity: string]>>
}
