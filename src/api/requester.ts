import type { Heard, Reading } from '../protocol/envelope'
import { copyOf } from '../protocol/json'
import type { Refusal } from '../protocol/refusal'
import type { Parcel } from './cache'
import type { LogEntry, RequestLog } from './requestLog'
import type { Outcome } from './serviceResult'
import { type Call, call, type Line } from './transport'

export type Decode<Value> = (heard: Heard) => Reading<Value>

/** An outcome, and a good answer word for word. */
export type Asked<Value> = {
  readonly outcome: Outcome<Value>
  readonly parcel: Parcel | undefined
  /** What the body of a good answer is called, so that it can be asked whether it changed. */
  readonly etag?: string | undefined
}

/** Asks once, understands what comes back, and writes both down. Rejects only when the caller's signal aborts. */
export type Ask = <Value>(what: Call, decode: Decode<Value>, signal: AbortSignal | undefined) => Promise<Asked<Value>>

export function createAsk(line: Line, log: RequestLog): Ask {
  return async (what, decode, signal) => {
    const at = line.clock()
    const started = performance.now()
    let note: Partial<LogEntry> = {}
    try {
      const { heard: echoed, bytes, age, etag } = await call(line, what, signal)
      const heard = unchanged(echoed, what) ?? echoed
      if ('code' in heard) {
        note = { outcome: heard.code, sentence: heard.sentence }
        return { outcome: { is: 'refused', refusal: heard }, parcel: undefined }
      }
      const reading = decode(heard)
      const { text, contentType, receivedAt } = heard
      // A body that was not sent again is not shown again either.
      const isSame = heard !== echoed
      const status = isSame ? notModified : heard.status
      const opening = isSame ? '' : copyOf(text.slice(0, openingLength))
      note = { status, contentType, bytes, age, deviations: reading.deviations, opening }
      if (reading.is === 'refused') {
        note = { ...note, outcome: reading.refusal.code, sentence: reading.refusal.sentence }
        return { outcome: { is: 'refused', refusal: reading.refusal }, parcel: undefined }
      }
      note = { ...note, outcome: 'answer' }
      const { value, message, deviations } = reading
      const answer = { value, message, deviations, receivedAt, age, from: 'service' } as const
      return { outcome: { is: 'answer', answer }, parcel: { text, receivedAt, age }, etag }
    } finally {
      const took = Math.round(performance.now() - started)
      const { method, path, body: asked } = what
      log.add({ ...nothingHeard, at, took, method, path, asked, ...note })
    }
  }
}

/** Nothing changed: what was heard before is heard again, now. */
function unchanged(heard: Heard | Refusal, { known }: Call): Heard | undefined {
  if ('code' in heard || heard.status !== notModified || !known) return undefined
  return { ...heard, status: 200, contentType: 'application/json', text: known.text }
}

const notModified = 304
const openingLength = 2_000

const nothingHeard = {
  status: undefined,
  contentType: undefined,
  bytes: 0,
  age: 0,
  outcome: 'aborted',
  sentence: undefined,
  deviations: [],
  opening: '',
} as const
