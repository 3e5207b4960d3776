/** The languages of the app, as BCP 47 tags. Each has a file of translations (docs/contributing-translations.md). */
export const languageTags = ['en', 'de', 'es', 'fr', 'pt-BR', 'tr', 'ar', 'zh-CN', 'ja'] as const

export type LanguageTag = (typeof languageTags)[number]
