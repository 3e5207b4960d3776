import { localized } from './locale'

const format = localized((tag) => new Intl.ListFormat(tag))

/** Names as a sentence lists them: `Harbor, Delta and Reef`. */
export function listText(names: readonly string[]): string {
  return format().format(names)
}
