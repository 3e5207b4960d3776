/** A setting is invalid. The message is one sentence that says which one and what it should be. */
export class SettingsError extends Error {
  override readonly name = 'BadSetting'
}
