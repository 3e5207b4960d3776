/** Stops asking a service that keeps failing, so that people get an answer at once and the service gets air. */
export type Breaker = {
  /** 0 when asking is fine; else the seconds until it may be tried again. */
  readonly waitSeconds: () => number
  readonly report: (worked: boolean) => void
}

export type BreakerRule = { readonly failures: number; readonly within: number; readonly pause: number }

/** After so many failures within a time the breaker opens for a pause; then one request probes. Milliseconds. */
export function createBreaker(clock: () => number, rule: BreakerRule = usual): Breaker {
  let failures: number[] = []
  let openUntil = 0

  return {
    waitSeconds() {
      const now = clock()
      if (openUntil === 0) return 0
      if (now < openUntil) return Math.ceil((openUntil - now) / 1_000)
      // The one that comes first after the pause is the probe; the others wait for what it finds.
      openUntil = now + rule.pause
      return 0
    },
    report(worked) {
      if (worked) {
        failures = []
        openUntil = 0
        return
      }
      const now = clock()
      failures = [...failures.filter((at) => now - at < rule.within), now]
      if (failures.length >= rule.failures) openUntil = now + rule.pause
    },
  }
}

const usual: BreakerRule = { failures: 10, within: 60_000, pause: 30_000 }
