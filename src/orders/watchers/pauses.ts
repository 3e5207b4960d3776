import type { Clock } from '../ports'

/** The pauses between the polls of a watcher. After `cancel` none ends, so nothing polls any more. */
export function createPauses(clock: Pick<Clock, 'after'>) {
  const cancelTimers = new Set<() => void>()
  return {
    pause: (milliseconds: number) =>
      new Promise<void>((resolve) => {
        const cancel = clock.after(milliseconds, () => {
          cancelTimers.delete(cancel)
          resolve()
        })
        cancelTimers.add(cancel)
      }),
    cancel: () => {
      for (const cancel of cancelTimers) cancel()
    },
  }
}
