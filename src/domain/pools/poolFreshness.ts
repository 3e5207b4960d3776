import { knownValue, type Pool } from './pool'

/*
 * How fresh the figures of pools are, in two classes: live ones (TVL, ticks, prices, positions; every five seconds) and
 * hourly ones (APR, fees, volume). An old answer, an answer whose figures do not change, a failed request and an empty
 * list are four different states.
 */

/** Facts about the latest request for a list of pools. Times are milliseconds since the epoch. */
export type ListFreshnessInput = {
  /** When the service sent the list, from the HTTP caching headers; `undefined` before any answer. */
  readonly saidAt: number | undefined
  readonly from: 'service' | 'cache' | undefined
  readonly count: number
  /** Why the latest request failed; `undefined` when it succeeded. */
  readonly refusal: string | undefined
  /** The newest timestamp in the records for each class. */
  readonly liveAt: number | undefined
  readonly hourlyAt: number | undefined
  /** Since when no live figure has changed, as far as this browser has seen. */
  readonly unchangedSince: number | undefined
}

/**
 * `frozen`: answers arrive but their figures no longer change. `stale`: too old for its class.
 * `at` is when the figures were computed, from the records or else from the answer.
 */
export type ClassState = { readonly is: 'live' | 'stale' | 'frozen'; readonly at: number } | { readonly is: 'unknown' }

export type ListFreshness = ReturnType<typeof listFreshness>

/** The age at which figures become stale: a few polls for live ones, two hours for hourly ones. */
export const figuresStaleAfter = { live: 30_000, hourly: 2 * 3_600_000 }

/**
 * Figures are frozen when answers keep arriving but their timestamp (or, without one, every figure) stays the same for
 * this long.
 */
const frozenAfter = { reported: 60_000, unchanged: 10 * 60_000 }

export function listFreshness(input: ListFreshnessInput, now: number) {
  return { list: listState(input), live: liveState(input, now), hourly: hourlyState(input, now) }
}

function listState({ saidAt, from = 'service', count, refusal }: ListFreshnessInput) {
  if (count > 0 && saidAt !== undefined) return { is: 'listed', from, refusal } as const
  if (saidAt !== undefined) return { is: 'empty', refusal } as const
  // No answer has ever arrived.
  return refusal === undefined ? ({ is: 'waiting' } as const) : ({ is: 'failed', why: refusal } as const)
}

function liveState({ saidAt, from, count, liveAt, unchangedSince }: ListFreshnessInput, now: number): ClassState {
  if (saidAt === undefined || count === 0) return { is: 'unknown' }
  const reported = believable(liveAt, saidAt)
  const at = reported ?? saidAt
  if (now - saidAt > figuresStaleAfter.live || from === 'cache') return { is: 'stale', at }
  const isUnchanged =
    reported === undefined
      ? now - (unchangedSince ?? now) > frozenAfter.unchanged
      : now - reported > frozenAfter.reported
  if (isUnchanged) return { is: 'frozen', at: reported ?? unchangedSince ?? at }
  return { is: now - at > figuresStaleAfter.live ? 'stale' : 'live', at }
}

function hourlyState({ saidAt, count, hourlyAt }: ListFreshnessInput, now: number): ClassState {
  const reported = saidAt === undefined || count === 0 ? undefined : believable(hourlyAt, saidAt)
  if (reported === undefined) return { is: 'unknown' }
  if (now - reported <= figuresStaleAfter.hourly) return { is: 'live', at: reported }
  // An old timestamp in a fresh answer: the service answers, but its hourly job does not run.
  return { is: now - (saidAt ?? 0) > figuresStaleAfter.live ? 'stale' : 'frozen', at: reported }
}

/** A timestamp from the records, ignored when it is later than the answer itself. */
function believable(reported: number | undefined, saidAt: number): number | undefined {
  return reported !== undefined && reported > 0 && reported <= saidAt + clockSkew ? reported : undefined
}

const clockSkew = 60_000

/** Whether a pool's own timestamp stopped while others in the list advanced. */
export function isLeftBehind({ updatedAt, hourlyAt }: Pick<Pool, 'updatedAt' | 'hourlyAt'>, now: number): boolean {
  const isOlder = (at: number | undefined, age: number) => at !== undefined && now - at > age
  return isOlder(knownValue(updatedAt), ownLiveAge) || isOlder(knownValue(hourlyAt), figuresStaleAfter.hourly)
}

/** A record's own timestamp may be that of its last trade, so an age of one hour is still normal. */
const ownLiveAge = 3_600_000
