/** The languages of the app, as BCP 47 tags. Each has a file of translations (docs/contributing-translations.md). */
export const languageTags = ['en', 'de', 'es', 'fr', 'pt-BR', 'tr', 'ar', 'zh-CN', 'ja'] as const

export type LanguageTag = (typeof languageTags)[number]

/** Any variant of a language gets the one that the app has: `pt` and `pt-PT` get `pt-BR`. `index.html` does the same. */
export function knownLanguage(tag: string): LanguageTag | undefined {
  const language = tag.toLowerCase().split('-')[0]
  return languageTags.find((known) => known.split('-')[0] === language)
}
