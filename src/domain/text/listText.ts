let format: Intl.ListFormat | undefined

/** Names as a sentence lists them: `Harbor, Delta and Reef`. */
export function listText(names: readonly string[]): string {
  format ??= new Intl.ListFormat('en-GB')
  return format.format(names)
}
