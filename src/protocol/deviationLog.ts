import type { Deviation, DeviationInput } from './deviation'
import { type Json, writeJson } from './json/json'

/**
 * The position of a decoder in a body, as a linked list of steps; it is turned into text only when a deviation is
 * logged.
 */
export type JsonPath = {
  readonly log: DeviationLog
  readonly up: JsonPath | undefined
  readonly step: string
}

/** Collects deviations; the same one at several places is counted instead of repeated. */
export type DeviationLog = {
  add(path: JsonPath, deviation: DeviationInput, found?: Json): void
  list(): readonly Deviation[]
}

export function createDeviationLog(): DeviationLog {
  const seen = new Map<string, Deviation>()
  return {
    add(path, deviation, found) {
      const where = pathOf(path)
      const key = `${deviation.code} ${deviation.did} ${where} ${JSON.stringify(deviation.reason)}`
      const before = seen.get(key)
      if (before) seen.set(key, { ...before, times: before.times + 1 })
      else if (seen.size < maxKinds) seen.set(key, { ...deviation, where, found: clip(found), times: 1 })
    },
    list: () => [...seen.values()],
  }
}

export function root(log: DeviationLog): JsonPath {
  return { log, up: undefined, step: '$' }
}

export function within(up: JsonPath, step: string): JsonPath {
  return { log: up.log, up, step }
}

/** The limit of distinct deviations in one log. */
const maxKinds = 200

function pathOf({ up, step }: JsonPath): string {
  return up ? pathOf(up) + step : step
}

function clip(found: Json | undefined): string | undefined {
  if (found === undefined) return undefined
  if (typeof found === 'string') return JSON.stringify(found.slice(0, 80))
  return typeof found === 'object' && found !== null ? excerptOf(found) : String(found)
}

function excerptOf(found: Json): string {
  const text = writeJson(found)
  return text.length > 80 ? `${text.slice(0, 79)}…` : text
}
