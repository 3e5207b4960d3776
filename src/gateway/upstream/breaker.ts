export type Breaker = ReturnType<typeof createBreaker>

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

/**
 * A circuit breaker: while the service fails for several callers, it is not called for a while, and callers get a
 * refusal immediately. Opens for a `pause` when enough callers and subjects fail in the window; then one request probes.
 */
export function createBreaker(clock: () => number, rule: BreakerRule = defaultRule) {
  /** The latest outcome of each caller and subject, the oldest first. */
  const outcomes = new Map<string, Outcome>()
  let openUntil = 0

  return {
    /** 0 when the service may be called; else the seconds until the next attempt. */
    waitSeconds(): number {
      const now = clock()
      if (openUntil === 0) return 0
      if (now < openUntil) return Math.ceil((openUntil - now) / 1_000)
      // The first request after the pause is the probe; the others are refused until it has an answer.
      openUntil = now + rule.pause
      return 0
    },
    /** Whether calls are refused now. */
    isOpen: () => openUntil > 0 && clock() < openUntil,
    report(call: BreakerCall, worked: boolean) {
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
    /** Allows the next request as a probe: another route has shown that the service is back. */
    allowProbe() {
      if (openUntil > 0) openUntil = Math.min(openUntil, clock())
    },
  }

  function isFailing(): boolean {
    const latest = [...outcomes.values()]
    const failed = latest.filter(({ worked }) => !worked)
    const all = new Set(latest.map(({ subject }) => subject))
    const subjects = new Set(failed.map(({ subject }) => subject))
    const callers = new Set(failed.map(({ caller }) => caller))
    return callers.size >= rule.distinct && subjects.size >= rule.distinct && subjects.size >= all.size * rule.share
  }
}

/** Callers choose the subjects, so they choose how many there are. */
const maxOutcomes = 2_000
