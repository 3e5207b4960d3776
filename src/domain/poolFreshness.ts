/*
 * How fresh the figures of pools are, in two classes: live ones (TVL, ticks, prices, positions; every five seconds) and
 * those of the hour (APR, fees, volume). An old answer, an answer whose figures stand still, a failed request and an
 * empty list are four different things.
 */

/** What is known of a list of pools and the asking for it. Times are milliseconds since the epoch. */
export type ListFreshnessInput = {
  /** When the service said the list, as far as caches on the way tell; `undefined` before any answer. */
  readonly saidAt: number | undefined
  readonly from: 'service' | 'cache' | undefined
  readonly count: number
  /** Why the last request failed; `undefined` when it did not. */
  readonly refusal: string | undefined
  /** The newest time the records themselves tell for each class. */
  readonly liveAt: number | undefined
  readonly hourlyAt: number | undefined
  /** Since when none of the live figures has changed, as far as this browser has watched. */
  readonly unchangedSince: number | undefined
}

export type ListState =
  | { readonly is: 'waiting' }
  /** Nothing was ever heard. */
  | { readonly is: 'failed'; readonly why: string }
  | { readonly is: 'empty'; readonly refusal: string | undefined }
  | { readonly is: 'listed'; readonly from: 'service' | 'cache'; readonly refusal: string | undefined }

/**
 * `frozen`: answers come, and what they say does not move any more. `stale`: too old for its class.
 * `at` is when the figures were worked out, told by the records or else by the answer.
 */
export type ClassState =
  | { readonly is: 'live' | 'stale' | 'frozen'; readonly at: number; readonly isReported: boolean }
  | { readonly is: 'unknown' }

export type ListFreshness = { readonly list: ListState; readonly live: ClassState; readonly hourly: ClassState }

/** Older than this a figure is stale: a few polls, and two hours. */
export const figuresStaleAfter = { live: 30_000, hourly: 2 * 3_600_000 }

/** Answers keep coming, and their own time has not moved for so long; or, for want of a time, no figure has. */
const frozenAfter = { reported: 60_000, unchanged: 10 * 60_000 }

export function listFreshness(input: ListFreshnessInput, now: number): ListFreshness {
  return { list: listState(input), live: liveState(input, now), hourly: hourlyState(input, now) }
}

function listState({ saidAt, from, count, refusal }: ListFreshnessInput): ListState {
  if (saidAt === undefined) return refusal === undefined ? { is: 'waiting' } : { is: 'failed', why: refusal }
  return count === 0 ? { is: 'empty', refusal } : { is: 'listed', from: from ?? 'service', refusal }
}

function liveState({ saidAt, from, count, liveAt, unchangedSince }: ListFreshnessInput, now: number): ClassState {
  if (saidAt === undefined || count === 0) return { is: 'unknown' }
  const reported = believable(liveAt, saidAt)
  const at = reported ?? saidAt
  const isReported = reported !== undefined
  if (now - saidAt > figuresStaleAfter.live || from === 'cache') return { is: 'stale', at, isReported }
  const stoodStill =
    reported === undefined
      ? now - (unchangedSince ?? now) > frozenAfter.unchanged
      : now - reported > frozenAfter.reported
  if (stoodStill) return { is: 'frozen', at: reported ?? unchangedSince ?? at, isReported }
  return { is: now - at > figuresStaleAfter.live ? 'stale' : 'live', at, isReported }
}

function hourlyState({ saidAt, count, hourlyAt }: ListFreshnessInput, now: number): ClassState {
  const reported = saidAt === undefined || count === 0 ? undefined : believable(hourlyAt, saidAt)
  if (reported === undefined) return { is: 'unknown' }
  if (now - reported <= figuresStaleAfter.hourly) return { is: 'live', at: reported, isReported: true }
  // An old time in a fresh answer: the service answers, its hourly work does not.
  return { is: now - (saidAt ?? 0) > figuresStaleAfter.live ? 'stale' : 'frozen', at: reported, isReported: true }
}

/** A time from the records that lies in the future of the answer itself is nobody's time. */
function believable(reported: number | undefined, saidAt: number): number | undefined {
  return reported !== undefined && reported > 0 && reported <= saidAt + clockSkew ? reported : undefined
}

const clockSkew = 60_000
