/** Does something again and again while somebody watches. */
export type ActivityTimer = {
  /** Somebody watches: it goes on for a while. */
  readonly touch: () => void
  /** Ends it, and waits for what is under way. */
  readonly stop: () => Promise<void>
}

export type ActivityTimerOptions = {
  readonly everyMs: number
  /** How long after the last sign of a watcher it still goes on. */
  readonly patienceMs: number
  readonly onFailure: (error: unknown) => void
}

/** While nobody watches there is no timer at all, so that an idle exchange costs nothing. */
export function createActivityTimer(
  step: () => Promise<void>,
  { everyMs, patienceMs, onFailure }: ActivityTimerOptions,
): ActivityTimer {
  let watchedUntil = 0
  let timer: NodeJS.Timeout | undefined
  let underWay: Promise<void> | undefined
  let isStopped = false

  function wait() {
    timer = setTimeout(async () => {
      underWay = step().catch(onFailure)
      await underWay
      timer = undefined
      if (!isStopped && Date.now() < watchedUntil) wait()
    }, everyMs)
    timer.unref()
  }

  return {
    touch: () => {
      watchedUntil = Date.now() + patienceMs
      if (!isStopped && timer === undefined) wait()
    },
    stop: async () => {
      isStopped = true
      clearTimeout(timer)
      await underWay
    },
  }
}
