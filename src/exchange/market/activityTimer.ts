type ActivityTimerOptions = {
  readonly everyMs: number
  /** How long the steps go on after the last `touch`. */
  readonly activeForMs: number
  readonly onFailure: (error: unknown) => void
}

/** Repeats a step while the exchange is in use. Otherwise there is no timer at all: an idle exchange costs nothing. */
export function createActivityTimer(
  step: () => Promise<void>,
  { everyMs, activeForMs, onFailure }: ActivityTimerOptions,
) {
  let activeUntil = 0
  let timer: NodeJS.Timeout | undefined
  let running: Promise<void> | undefined
  let isStopped = false

  function wait() {
    timer = setTimeout(async () => {
      running = step().catch(onFailure)
      await running
      timer = undefined
      if (!isStopped && Date.now() < activeUntil) wait()
    }, everyMs)
    timer.unref()
  }

  return {
    /** Reports use: the steps go on for `activeForMs`. */
    touch: () => {
      activeUntil = Date.now() + activeForMs
      if (!isStopped && timer === undefined) wait()
    },
    /** Stops, and waits for the current step. */
    stop: async () => {
      isStopped = true
      clearTimeout(timer)
      await running
    },
  }
}
