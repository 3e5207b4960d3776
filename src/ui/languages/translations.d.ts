/** Made by the build from the files of translators (bin/parts/languages.mjs). */
declare module 'virtual:translations' {
  import type { MessageTree } from '../messages'

  /** The loaders of the translated catalogues, by language and name. */
  export const translations: Readonly<
    Record<'de', Readonly<Record<string, () => Promise<{ readonly default: MessageTree }>>>>
  >
}
