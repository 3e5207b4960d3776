import { type Preferences, readPreferences } from '../../components/preferences'

/** What marks a file as an export of our settings. */
const kind = 'tidegate-settings'

/** All settings with the address book, as the text of a file. */
export function writeSettingsFile(preferences: Preferences): string {
  return `${JSON.stringify({ kind, version: 1, preferences: readPreferences(preferences) }, null, 2)}\n`
}

/** The settings in such a file, with defaults for what cannot be read; `undefined` when it is another file. */
export function readSettingsFile(text: string): Preferences | undefined {
  try {
    const file: unknown = JSON.parse(text)
    if (typeof file !== 'object' || file === null || !('kind' in file) || file.kind !== kind) return undefined
    return 'preferences' in file ? readPreferences(file.preferences) : undefined
  } catch {
    return undefined
  }
}
