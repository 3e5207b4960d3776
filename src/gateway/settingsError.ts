/** A setting that cannot be used; the message says which and what it should be. */
export class BadSetting extends Error {
  override readonly name = 'BadSetting'
}
