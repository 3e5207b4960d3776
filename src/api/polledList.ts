import type { Heard, Reading } from '../protocol/envelope'
import { long, type Parcel, type Shelf } from './cache'
import type { Ask, Asked } from './requester'
import type { Answer, Outcome } from './serviceResult'
import { type Flight, paced } from './sharedRequest'
import type { News, Tabs } from './tabs'

/** A list of the service that is asked for again and again. */
export type List<Value> = {
  readonly ask: (signal?: AbortSignal) => Promise<Outcome<Value>>
  /** The last good answer of an earlier visit, unless this visit has one already. */
  readonly recall: () => Promise<Answer<Value> | undefined>
}

/** Reads one answer: the pieces it arrives in, if it can use them, and then the whole of it. */
export type ListReader<Value> = {
  readonly hear?: (piece: string) => void
  readonly decode: (heard: Heard) => Reading<Value>
}

export type ListOptions<Value> = {
  readonly path: string
  /** Begins to read the next answer. */
  readonly read: (before: Value | undefined) => ListReader<Value>
  /** Whether two values say the same, so that the older one can stay. */
  readonly isSame: (a: Value, b: Value) => boolean
  /** A list without entries after one with some is believed only when it is heard again. */
  readonly isEmpty: (value: Value) => boolean
  /** With them, the tabs of a browser ask as one. */
  readonly tabs?: Tabs | undefined
}

/** The longest answer listened to. */
const cap = 5 * 1024 * 1024

/** A large list is not written to disk at every poll. */
const shelveEvery = 30_000

/** So many times in a row a list must be empty before it is shown so. */
const emptiesBelieved = 3

/**
 * Polls a list at the service's pace. As long as nothing changed the value stays the very same object, so that
 * nobody has to look at it again.
 */
export function listOf<Value>(
  ask: Ask,
  shelf: Shelf | undefined,
  base: string,
  options: ListOptions<Value>,
): List<Value> {
  const { path, read, isSame, isEmpty, tabs } = options
  const name = base + path
  let text: string | undefined
  /** What the service calls this text. Asked of the app's own origin only: elsewhere the question would cost a second one. */
  let etag: string | undefined
  let last: Answer<Value> | undefined
  let empties = 0
  let shelvedAt = Number.NEGATIVE_INFINITY

  return { ask: paced(poll), recall }

  async function poll(signal: AbortSignal): Promise<Flight<Outcome<Value>>> {
    const request = () => {
      const { hear, decode } = read(last?.value)
      const what = { method: 'GET', path, body: undefined, cap, known: worthAsking(), hear } as const
      return ask(what, (heard) => readAgain(heard, decode), signal)
    }
    const asked = tabs ? heard(await tabs.next(name, signal, request)) : await request()
    const { outcome } = asked
    if (outcome.is === 'refused') return { value: outcome, restFor: outcome.refusal.retryAfter ?? 0 }
    return { value: { is: 'answer', answer: settle(outcome.answer, asked) }, restFor: 0 }
  }

  /** Whether a long text changed is asked before it is sent again; a short one is as quickly sent. */
  function worthAsking() {
    if (base !== '' || etag === undefined || text === undefined || text.length < long) return undefined
    return { etag, text }
  }

  /** What another tab was told is understood here as if it had been told to us. */
  function heard(news: Asked<Value> | News): Asked<Value> {
    if (!('is' in news)) return news
    if (news.is === 'refusal') return { outcome: { is: 'refused', refusal: news.refusal }, parcel: undefined }
    const { text, receivedAt, age } = news.parcel
    const reading = readAgain({ ...wellHeard, text, receivedAt }, read(last?.value).decode)
    if (reading.is === 'refused') return { outcome: reading, parcel: undefined }
    const { value, message, deviations } = reading
    const answer = { value, message, deviations, receivedAt, age, from: 'service' } as const
    return { outcome: { is: 'answer', answer }, parcel: news.parcel }
  }

  /** The same text is not read twice. */
  function readAgain(heard: Heard, decode: ListReader<Value>['decode']): Reading<Value> {
    return last && heard.text === text ? { is: 'answer', ...last } : decode(heard)
  }

  function settle(answer: Answer<Value>, { parcel, etag }: Asked<Value>): Answer<Value> {
    empties = isEmpty(answer.value) ? empties + 1 : 0
    if (last && !isEmpty(last.value) && empties > 0 && empties < emptiesBelieved) return last
    if (parcel) keep(parcel, etag)
    last = last && isSame(last.value, answer.value) ? { ...answer, value: last.value } : answer
    return last
  }

  async function recall(): Promise<Answer<Value> | undefined> {
    const parcel = await shelf?.read(name)
    if (!parcel || last) return undefined
    const { text: kept, receivedAt, age } = parcel
    const reading = read(undefined).decode({ ...wellHeard, receivedAt, text: kept })
    if (reading.is === 'refused') {
      await shelf?.remove(name)
      return undefined
    }
    const { value, message, deviations } = reading
    last = { value, message, deviations, receivedAt, age, from: 'shelf' }
    text = kept
    return last
  }

  function keep(parcel: Parcel, called: string | undefined) {
    // What another tab was told is the same text, of which it does not say what it is called.
    if (called !== undefined || parcel.text !== text) etag = called
    text = parcel.text
    if (parcel.receivedAt - shelvedAt < shelveEvery && parcel.receivedAt >= shelvedAt) return
    shelvedAt = parcel.receivedAt
    void shelf?.write(name, parcel)
  }
}

/** How a body was heard that had been understood before. */
const wellHeard = { status: 200, contentType: 'application/json', retryAfter: undefined } as const
