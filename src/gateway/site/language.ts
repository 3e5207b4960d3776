import { type LanguageTag, languageTags } from '../../domain/text/languageTags'

/** The language of a page: the one of the link (`?lang=`), else the one of the app that `Accept-Language` prefers. */
export function languageOf(request: Request): LanguageTag {
  const linked = new URL(request.url).searchParams.get('lang')
  return (
    languageTags.find((tag) => tag === linked) ??
    preferredLanguage(request.headers.get('accept-language') ?? '') ??
    'en'
  )
}

/**
 * The first of the languages in order of preference (RFC 9110, 12.5.4) that the app has. Any variant of a language gets
 * the one that the app has of it: `pt` and `pt-PT` get `pt-BR`.
 */
function preferredLanguage(header: string): LanguageTag | undefined {
  const ranges = header.split(',', maxRanges).map((range) => {
    const [tag = '', ...parameters] = range.split(';').map((part) => part.trim().toLowerCase())
    const [quality = 'q=1'] = parameters.filter((parameter) => parameter.startsWith('q='))
    return { language: tag.split('-')[0], quality: Number(quality.slice(2)) }
  })
  const preferred = ranges.filter(({ quality }) => quality > 0 && quality <= 1).sort((a, b) => b.quality - a.quality)
  const found = preferred.map(({ language }) => languageTags.find((tag) => tag.split('-')[0] === language))
  return found.find((tag) => tag !== undefined)
}

const maxRanges = 50

/** The HTML file of a page in a language. */
export function inLanguage(file: string, language: LanguageTag): string {
  return language === 'en' ? file : `/${language}${file}`
}
