/** Names as a sentence lists them: `Harbor, Delta and Reef`. */
export function listText(names: readonly string[]): string {
  return names.length > 1 ? `${names.slice(0, -1).join(', ')} and ${names.at(-1)}` : names.join()
}
