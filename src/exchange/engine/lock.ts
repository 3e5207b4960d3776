/** Runs one deed after another. A deed that fails does not hold up the next one. */
export type Lock = <T>(deed: () => Promise<T>) => Promise<T>

export function newLock(): Lock {
  let last: Promise<unknown> = Promise.resolve()
  return (deed) => {
    const mine = last.then(deed, deed)
    last = mine.catch(() => undefined)
    return mine
  }
}
