/** Made by the build from the files of translators (bin/parts/languages.mjs). */
declare module 'virtual:translations' {
  /** The loaders of all translated catalogues of a language, by the name of the catalogue. */
  export const translations: Readonly<
    Record<
      'de' | 'es' | 'fr' | 'pt-BR' | 'tr' | 'ar' | 'zh-CN' | 'ja',
      () => Promise<{ readonly default: Readonly<Record<string, import('../messages').MessageTree>> }>
    >
  >
}
