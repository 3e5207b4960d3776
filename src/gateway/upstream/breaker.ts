/**
 * A circuit breaker: after repeated failures the service is not called for a while, and callers get a refusal at once.
 */
export type Breaker = {
  /** 0 when the service may be called; else the seconds until the next attempt. */
  readonly waitSeconds: () => number
  readonly report: (worked: boolean) => void
  /** Allows the next request as a probe: another route has shown that the service is back. */
  readonly allowProbe: () => void
}

export type BreakerRule = { readonly failures: number; readonly within: number; readonly pause: number }

/** Opens after `failures` within a time, for a `pause`; then one request probes. Times in milliseconds. */
export function createBreaker(clock: () => number, rule: BreakerRule = defaultRule): Breaker {
  let failures: number[] = []
  let openUntil = 0

  return {
    waitSeconds() {
      const now = clock()
      if (openUntil === 0) return 0
      if (now < openUntil) return Math.ceil((openUntil - now) / 1_000)
      // The first request after the pause is the probe; the others are refused until it has an answer.
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
    allowProbe() {
      if (openUntil > 0) openUntil = Math.min(openUntil, clock())
    },
  }
}

const defaultRule: BreakerRule = { failures: 10, within: 60_000, pause: 30_000 }
