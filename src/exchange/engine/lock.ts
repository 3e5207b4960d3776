/** Runs one task after another. A task that fails does not stop the next one. */
export type Mutex = <T>(task: () => Promise<T>) => Promise<T>

export function createMutex(): Mutex {
  let last: Promise<unknown> = Promise.resolve()
  return (task) => {
    const current = last.then(task, task)
    last = current.catch(() => undefined)
    return current
  }
}
