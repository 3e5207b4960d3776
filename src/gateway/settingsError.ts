import leven from 'leven'

/** A setting is invalid. The message is one sentence with the setting's name and what it should be. */
export class SettingsError extends Error {
  override readonly name = 'BadSetting'
}

/** ` Did you mean X?` when one of the names differs by at most two letters or by case; otherwise ''. */
export function didYouMean(name: string, names: Iterable<string>): string {
  const nearest = [...names].find((other) => leven(name.toLowerCase(), other.toLowerCase()) <= 2)
  return nearest === undefined ? '' : ` Did you mean ${nearest}?`
}
