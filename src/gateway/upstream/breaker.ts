/**
 * A circuit breaker: while the service fails for several callers, it is not called for a while, and callers get a
 * refusal immediately.
 */
export type Breaker = {
  /** 0 when the service may be called; else the seconds until the next attempt. */
  readonly waitSeconds: () => number
  /** Whether calls are refused now. */
  readonly isOpen: () => boolean
  readonly report: (call: BreakerCall, worked: boolean) => void
  /** Allows the next request as a probe: another route has shown that the service is back. */
  readonly allowProbe: () => void
}

/**
 * `subject` is the requested object, such as the pair of a quote: a failure of one pair is little evidence about other
 * pairs.
 */
export type BreakerCall = { readonly caller: string; readonly subject: string }

export type BreakerRule = {
  /** How many callers, and how many subjects, must fail. One caller, or one pair, cannot stop the others. */
  readonly distinct: number
  /** The share of the subjects in the window whose latest call failed, 0 to 1. */
  readonly share: number
  /** Times in milliseconds. */
  readonly within: number
  readonly pause: number
}

const defaultRule: BreakerRule = { distinct: 3, share: 0.5, within: 30_000, pause: 30_000 }

type Outcome = BreakerCall & { readonly at: number; readonly worked: boolean }

/** Opens for a `pause` when enough callers and subjects fail in the window; then one request probes. */
export function createBreaker(clock: () => number, rule: BreakerRule = defaultRule): Breaker {
  /** The latest outcome of each caller and subject, the oldest first. */
  const outcomes = new Map<string, Outcome>()
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
    isOpen: () => openUntil > 0 && clock() < openUntil,
    report(call, worked) {
      const now = clock()
      if (worked && openUntil > 0) {
        outcomes.clear()
        openUntil = 0
      }
      const key = `${call.caller} ${call.subject}`
      outcomes.delete(key)
      outcomes.set(key, { ...call, at: now, worked })
      for (const [old, { at }] of outcomes) {
        if (now - at < rule.within && outcomes.size <= maxOutcomes) break
        outcomes.delete(old)
      }
      if (!worked && (openUntil > 0 || isFailing())) openUntil = now + rule.pause
    },
    allowProbe() {
      if (openUntil > 0) openUntil = Math.min(openUntil, clock())
    },
  }

  function isFailing(): boolean {
    const subjects = new Set<string>()
    const callers = new Set<string>()
    const all = new Set<string>()
    for (const { caller, subject, worked } of outcomes.values()) {
      all.add(subject)
      if (worked) continue
      subjects.add(subject)
      callers.add(caller)
    }
    return callers.size >= rule.distinct && subjects.size >= rule.distinct && subjects.size >= all.size * rule.share
  }
}

/** Callers choose the subjects, so they choose how many there are. */
const maxOutcomes = 2_000
