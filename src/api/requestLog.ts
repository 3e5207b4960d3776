import { Listeners } from '../domain/listeners'
import type { Deviation } from '../protocol/deviation'
import type { RefusalCode } from '../protocol/refusal'

/** One request to the service and its result. Contains no secrets: the app has no API key. */
export type LogEntry = {
  readonly id: number
  /** When it was sent, in milliseconds since the epoch. */
  readonly at: number
  readonly method: 'GET' | 'POST'
  readonly path: string
  /** The request body of a POST. */
  readonly requestBody: string | undefined
  /** Milliseconds until the last byte of the response. */
  readonly duration: number
  /** `undefined` without a response. */
  readonly status: number | undefined
  readonly contentType: string | undefined
  readonly bytes: number
  /** Milliseconds the response had spent in HTTP caches. */
  readonly age: number
  readonly outcome: 'answer' | 'aborted' | RefusalCode
  /** The service's own message in a refusal. */
  readonly said: string | undefined
  /** The deviations of the answer from the specification. */
  readonly deviations: readonly Deviation[]
  /** The beginning of the response body, for reports. */
  readonly excerpt: string
}

export type RequestLog = ReturnType<typeof createLog>

/** The latest requests, newest first. */
export function createLog(longest = 200) {
  const listeners = new Listeners()
  let entries: readonly LogEntry[] = []
  let count = 0
  return {
    entries: () => entries,
    subscribe: listeners.add,
    add(entry: Omit<LogEntry, 'id'>) {
      entries = [{ ...entry, id: ++count }, ...entries.slice(0, longest - 1)]
      listeners.notify()
    },
  }
}
