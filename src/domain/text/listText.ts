import { locale, localized } from './locale'

const format = localized((tag) => new Intl.ListFormat(tag))

/** Names as a sentence lists them: `Harbor, Delta and Reef`. */
export function listText(names: readonly string[]): string {
  const parts = format().formatToParts(names)
  if (!locale.tag.startsWith('zh')) return parts.map(({ value }) => value).join('')
  // Chinese typesetting puts a space between a Latin letter or digit and a Chinese word.
  const isLatin = (letter: string | undefined) => /[\p{Script=Latin}\d]/u.test(letter ?? '')
  return parts
    .map(({ type, value }, place) => {
      if (type === 'element' || !/\p{Script=Han}/u.test(value)) return value
      const before = isLatin(parts[place - 1]?.value.at(-1)) ? ' ' : ''
      const after = isLatin(parts[place + 1]?.value.at(0)) ? ' ' : ''
      return `${before}${value}${after}`
    })
    .join('')
}
