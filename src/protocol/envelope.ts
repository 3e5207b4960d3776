import { type Decoder, unread } from './decoder'
import type { Deviation } from './deviation'
import { type DeviationLog, note, root, within } from './deviationLog'
import {
  type ElementReader,
  isObject,
  type Json,
  type JsonObject,
  member,
  NotJson,
  numberText,
  parseJson,
} from './json/json'
import { type Refusal, refuse } from './refusal'
import { refusalCode, retryDelay, serviceMessage } from './refusalReader'

/** An HTTP response before decoding. */
export type RawResponse = {
  readonly status: number
  readonly contentType: string | undefined
  readonly retryAfter: string | undefined
  /** Milliseconds since the epoch. */
  readonly receivedAt: number
  readonly text: string
}

/** A decoded answer or a refusal, with its deviations from the specification. */
export type DecodeResult<Value> =
  | {
      readonly is: 'answer'
      readonly value: Value
      readonly message: string
      readonly deviations: readonly Deviation[]
    }
  | { readonly is: 'refused'; readonly refusal: Refusal; readonly deviations: readonly Deviation[] }

/** Decodes a response of the service with a given decoder for its `data`. */
export function decodeEnvelope<Data>(
  heard: RawResponse,
  data: Decoder<Data>,
  elements?: ElementReader,
): DecodeResult<Data> {
  const notes: DeviationLog = new Map()
  const opened = openEnvelope(heard, notes, elements)
  if ('code' in opened) return refused(opened, notes)

  const { body, message } = opened
  const value = data.read(member(body, 'data'), within(root(notes), '.data'))
  if (value === unread)
    return refused(refuse('wrong shape', { status: heard.status, said: message || undefined }), notes)
  return { is: 'answer', value, message, deviations: [...notes.values()] }
}

type OpenEnvelope = { readonly body: JsonObject; readonly message: string }

/** The envelope of a usable answer, or the refusal. */
function openEnvelope(
  heard: RawResponse,
  notes: DeviationLog,
  elements: ElementReader | undefined,
): OpenEnvelope | Refusal {
  const { status, contentType, text } = heard
  const isFine = status >= 200 && status < 300
  if (text.trim() === '') return refuse(isFine ? 'empty' : refusalCode(status), failureFacts(heard, undefined))

  const body = parse(text, elements)
  if (body instanceof NotJson) {
    if (!isFine) return refuse(refusalCode(status), failureFacts(heard, undefined))
    return refuse(isPage(contentType, text) ? 'wrong content type' : body.why, { status })
  }
  // For a blocked address the catalogue's own sentence is complete.
  if (!isFine)
    return refuse(refusalCode(status), failureFacts(heard, status === 451 ? undefined : serviceMessage(body)))
  if (!isObject(body)) return refuse('wrong shape', { status, said: serviceMessage(body) })

  const here = root(notes)
  if (!/json/i.test(contentType ?? ''))
    note(within(here, ''), { code: 'M-002', did: 'coerced', reason: { is: 'other content type' } }, contentType)
  const said = serviceMessage({ message: member(body, 'message') ?? null })
  if (typeof member(body, 'message') !== 'string')
    note(
      within(here, '.message'),
      { code: 'M-023', did: 'coerced', reason: { is: 'wrong type', expected: 'text' } },
      member(body, 'message'),
    )

  if (!isUsableStatus(member(body, 'status'))) return refuse('declined', { status, said: said ?? serviceMessage(body) })
  return { body, message: said ?? '' }
}

/** Whether a `status` makes an answer usable: truthy, and not a word, HTTP status or object that means failure. */
export function isUsableStatus(status: Json | undefined): boolean {
  const number = numberText(status)
  if (number !== undefined) return Number(number) !== 0 && !(Number(number) >= 400 && Number(number) < 600)
  if (typeof status === 'string') return !failingStatus.test(status)
  if (!isObject(status)) return Boolean(status)
  const verdicts = ['success', 'ok', 'status', 'code', 'statusCode'].flatMap((name) => member(status, name) ?? [])
  return verdicts.every(isUsableStatus) && !member(status, 'error')
}

const failingStatus =
  /^\s*(?:|(?:err|fail|exception|invalid|unavail|unsuccess|denied|reject|refus|timed? ?out|unauthor|forbidden|internal|maint|abort|not |bad |[45]\d\d\b).*|false|no|nok|ko|0|null|undefined|none|nil|off|down|service unavailable|too many requests)\s*$/is

function refused(refusal: Refusal, notes: DeviationLog): DecodeResult<never> {
  return { is: 'refused', refusal, deviations: [...notes.values()] }
}

function failureFacts({ status, retryAfter, receivedAt }: RawResponse, said: string | undefined) {
  const isAsked = status === 408 || status === 429 || (retryAfter !== undefined && status >= 500)
  return { status, said, retryAfter: isAsked ? retryDelay(retryAfter, receivedAt) : undefined }
}

function isPage(contentType: string | undefined, text: string): boolean {
  return (contentType !== undefined && !/json|text\/plain|octet-stream/i.test(contentType)) || /^\s*</.test(text)
}

function parse(text: string, elements: ElementReader | undefined): Json | NotJson {
  try {
    return parseJson(text, elements)
  } catch (error) {
    if (error instanceof NotJson) return error
    throw error
  }
}
