import type { Deviation } from '../protocol/deviation'
import type { RefusalCode } from '../protocol/refusal'

/** One request to the service and what came of it. Holds nothing secret: the app knows no key. */
export type LogEntry = {
  readonly id: number
  /** Milliseconds since the epoch, when it was sent. */
  readonly at: number
  readonly method: 'GET' | 'POST'
  readonly path: string
  /** What was sent, of a POST. */
  readonly requestBody: string | undefined
  /** Milliseconds until the last byte. */
  readonly duration: number
  /** `undefined` when nothing was heard. */
  readonly status: number | undefined
  readonly contentType: string | undefined
  readonly bytes: number
  /** Milliseconds the answer had been kept on the way. */
  readonly age: number
  readonly outcome: 'answer' | 'aborted' | RefusalCode
  /** The service's own words of a refusal. */
  readonly said: string | undefined
  /** How the answer differed from the specification. */
  readonly deviations: readonly Deviation[]
  /** The beginning of the body, for reports. */
  readonly excerpt: string
}

/** The last requests, newest first. */
export type RequestLog = {
  readonly entries: () => readonly LogEntry[]
  readonly subscribe: (listener: () => void) => () => void
  readonly add: (entry: Omit<LogEntry, 'id'>) => void
}

export function createLog(longest = 200): RequestLog {
  const listeners = new Set<() => void>()
  let entries: readonly LogEntry[] = []
  let count = 0
  return {
    entries: () => entries,
    subscribe(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    add(entry) {
      entries = [{ ...entry, id: ++count }, ...entries.slice(0, longest - 1)]
      for (const listener of listeners) listener()
    },
  }
}
