/** Functions that are called with each change, in the form that `useSyncExternalStore` asks for. */
export class Listeners<Change extends readonly unknown[] = []> {
  readonly #all = new Set<(...change: Change) => void>()

  /** Until the returned function is called. */
  readonly add = (listener: (...change: Change) => void): (() => void) => {
    this.#all.add(listener)
    return () => void this.#all.delete(listener)
  }

  readonly notify = (...change: Change): void => {
    for (const listener of this.#all) listener(...change)
  }
}
