/**
 * A map of at most `most` entries: a new key beyond that empties it first. Entries still in use are soon computed
 * again.
 */
export class BoundedMap<Value> extends Map<string, Value> {
  readonly #most: number

  constructor(most: number) {
    super()
    this.#most = most
  }

  override set(key: string, value: Value): this {
    if (this.size >= this.#most && !this.has(key)) this.clear()
    return super.set(key, value)
  }
}
