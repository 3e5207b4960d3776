/** A setting is invalid. The message is one sentence with the setting's name and what it should be. */
export class SettingsError extends Error {
  override readonly name = 'BadSetting'
}

/** ` Did you mean X?` when one of the names differs by at most two letters or by case; otherwise ''. */
export function didYouMean(name: string, names: Iterable<string>): string {
  const nearest = [...names].find((other) => distance(name.toLowerCase(), other.toLowerCase()) <= 2)
  return nearest === undefined ? '' : ` Did you mean ${nearest}?`
}

/** The Levenshtein distance: how many letters must be added, removed or replaced. */
function distance(a: string, b: string): number {
  let row = Array.from({ length: b.length + 1 }, (_, index) => index)
  for (const [index, letter] of [...a].entries()) {
    const next = [index + 1]
    for (const [at, other] of [...b].entries())
      next.push(Math.min((row[at] ?? 0) + (letter === other ? 0 : 1), (row[at + 1] ?? 0) + 1, (next[at] ?? 0) + 1))
    row = next
  }
  return row[b.length] ?? 0
}
