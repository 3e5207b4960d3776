import type { Deviation, DeviationInput } from './deviation'
import { type Json, writeJson } from './json/json'

/** Collects deviations; the same one at several places is counted instead of repeated. */
export type DeviationLog = Map<string, Counted>

type Counted = Omit<Deviation, 'times'> & { times: number }

/** The position of a decoder in a body. A log has one of each, however many entries a list has. */
export type JsonPath = {
  readonly log: DeviationLog
  /** The path as text. */
  readonly where: string
  /** The paths one step further. */
  readonly below: Record<string, JsonPath>
  /** The last entry for each reason. */
  readonly latest: Record<string, Counted>
}

/** Counts a deviation, where it is not one kind too many. */
export function note({ log, where, latest }: JsonPath, deviation: DeviationInput, found?: Json) {
  const { code, did, reason } = deviation
  // Entries of a hostile list deviate a million times in the same way: an unchanged text is not built again.
  let counted = latest[reason.is]
  if (counted?.code !== code || counted.did !== did || !hasSame(reason, counted.reason)) {
    const key = JSON.stringify([where, deviation])
    const isNew = log.size < maxKinds
    counted = log.get(key) ?? { ...deviation, where, found: isNew ? clip(found) : undefined, times: 0 }
    if (isNew) log.set(key, counted)
    latest[reason.is] = counted
  }
  counted.times++
}

type Members = Readonly<Record<string, unknown>>

function hasSame(members: Members, others: Members): boolean {
  for (const name in members) if (members[name] !== others[name]) return false
  return true
}

export function root(log: DeviationLog): JsonPath {
  return within({ log, where: '', below: {}, latest: {} }, '$')
}

export function within({ log, where, below }: JsonPath, step: string): JsonPath {
  below[step] ??= { log, where: where + step, below: {}, latest: {} }
  return below[step]
}

/** The limit of distinct deviations in one log. */
const maxKinds = 200

function clip(found: Json | undefined): string | undefined {
  if (found === undefined) return undefined
  if (typeof found === 'string') return JSON.stringify(found.slice(0, 80))
  const text = writeJson(found)
  return text.length > 80 ? `${text.slice(0, 79)}…` : text
}
