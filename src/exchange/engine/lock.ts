/** Runs one deed after another. A deed that fails does not hold up the next one. */
export type Mutex = <T>(deed: () => Promise<T>) => Promise<T>

export function createMutex(): Mutex {
  let last: Promise<unknown> = Promise.resolve()
  return (deed) => {
    const mine = last.then(deed, deed)
    last = mine.catch(() => undefined)
    return mine
  }
}
