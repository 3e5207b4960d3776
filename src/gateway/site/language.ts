import { knownLanguage, type LanguageTag } from '../../domain/text/languageTags'

/** The language of a page: the one of the link (`?lang=`), else the one of the app that `Accept-Language` prefers. */
export function languageOf(request: Request): LanguageTag {
  const linked = new URL(request.url).searchParams.get('lang') ?? ''
  return knownLanguage(linked) ?? preferredLanguage(request.headers.get('accept-language') ?? '') ?? 'en'
}

/** The first of the languages in order of preference (RFC 9110, 12.5.4) that the app has. */
function preferredLanguage(header: string): LanguageTag | undefined {
  const ranges = header.split(',', maxRanges).map((range) => {
    const [tag = '', ...parameters] = range.split(';').map((part) => part.trim())
    const [quality = 'q=1'] = parameters.filter((parameter) => /^q=/i.test(parameter))
    return { language: knownLanguage(tag), quality: Number(quality.slice(2)) }
  })
  const preferred = ranges.filter(({ quality }) => quality > 0 && quality <= 1).sort((a, b) => b.quality - a.quality)
  return preferred.find(({ language }) => language !== undefined)?.language
}

const maxRanges = 50

/** The HTML file of a page in a language. */
export function inLanguage(file: string, language: LanguageTag): string {
  return language === 'en' ? file : `/${language}${file}`
}
