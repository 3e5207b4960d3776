import { type Json, writeJson } from './json'

/** One way in which an answer differed from the specification, and what was done about it. */
export type Deviation = {
  /** The rule it falls under (`M-033`), or just `missing` or `type`. */
  readonly code: string
  readonly did: 'dropped' | 'coerced' | 'ignored' | 'noted'
  /** Where, with every index left out: `$.data[].chainId`. */
  readonly where: string
  readonly says: string
  /** What was found the first time, shortened. */
  readonly found: string | undefined
  readonly times: number
}

/** Where a decoder stands in a body; a chain of steps, written out only when there is something to say. */
export type JsonPath = {
  readonly log: DeviationLog
  readonly up: JsonPath | undefined
  readonly step: string
}

/** Collects deviations; the same one at many places is counted, not repeated. */
export type DeviationLog = {
  add(place: JsonPath, what: Remark, found?: Json): void
  list(): readonly Deviation[]
}

export type Remark = Pick<Deviation, 'code' | 'did' | 'says'>

export function createDeviationLog(): DeviationLog {
  const seen = new Map<string, Deviation>()
  return {
    add(place, { code, did, says }, found) {
      const where = pathOf(place)
      const key = `${code} ${did} ${where} ${says}`
      const before = seen.get(key)
      if (before) seen.set(key, { ...before, times: before.times + 1 })
      else if (seen.size < maxKinds) seen.set(key, { code, did, where, says, found: clip(found), times: 1 })
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

/** How many entries were left out, whatever the reason. */
export function countDropped(deviations: readonly Deviation[]): number {
  return deviations.reduce((sum, { did, times }) => (did === 'dropped' ? sum + times : sum), 0)
}

/** More kinds of strangeness than this teach nothing new. */
const maxKinds = 200

function pathOf({ up, step }: JsonPath): string {
  return up ? pathOf(up) + step : step
}

function clip(found: Json | undefined): string | undefined {
  if (found === undefined) return undefined
  if (typeof found === 'string') return JSON.stringify(found.slice(0, 80))
  return typeof found === 'object' && found !== null ? outline(found) : String(found)
}

function outline(found: Json): string {
  const text = writeJson(found)
  return text.length > 80 ? `${text.slice(0, 79)}…` : text
}
