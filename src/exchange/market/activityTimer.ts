/** Repeats a step while somebody uses the exchange. */
export type ActivityTimer = {
  /** Somebody uses it: it goes on for a while. */
  readonly touch: () => void
  /** Stops it and waits for the current step. */
  readonly stop: () => Promise<void>
}

export type ActivityTimerOptions = {
  readonly everyMs: number
  /** How long it goes on after the last call of `touch`. */
  readonly activeForMs: number
  readonly onFailure: (error: unknown) => void
}

/** Without anybody there is no timer at all, so that an idle exchange costs nothing. */
export function createActivityTimer(
  step: () => Promise<void>,
  { everyMs, activeForMs, onFailure }: ActivityTimerOptions,
): ActivityTimer {
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
    touch: () => {
      activeUntil = Date.now() + activeForMs
      if (!isStopped && timer === undefined) wait()
    },
    stop: async () => {
      isStopped = true
      clearTimeout(timer)
      await running
    },
  }
}
