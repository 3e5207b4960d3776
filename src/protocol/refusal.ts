import { foreignText } from '../domain/text/label'
import { isList, isObject, type Json, member, numberText } from './json/json'

/** Why a request has no answer, as data; its sentence is in the catalogue. */
export type Refusal = {
  readonly code: RefusalCode
  /** The service's own message: cleaned, shortened, never markup. */
  readonly said: string | undefined
  /** The HTTP status; `undefined` without a response. */
  readonly status: number | undefined
  /** Milliseconds to wait before a retry. */
  readonly retryAfter: number | undefined
}

export const refusalCodes = [
  'unreachable',
  'offline',
  'timeout',
  'busy',
  'failing',
  'key refused',
  'not found',
  'not offered',
  'invalid',
  'declined',
  'unexpected',
  'empty',
  'wrong content type',
  'not JSON',
  'cut off',
  'too large',
  'too deep',
  'wrong shape',
  'other network',
  'list emptied',
  'list shrank',
] as const

export type RefusalCode = (typeof refusalCodes)[number]

type Facts = Partial<Omit<Refusal, 'code'>>

export function refuse(code: RefusalCode, { said, status, retryAfter }: Facts = {}): Refusal {
  return { code, said, status, retryAfter }
}

/** The refusal for an HTTP status other than success. */
export function refusalCode(status: number): RefusalCode {
  if (status === 401 || status === 403) return 'key refused'
  if (status === 404 || status === 410) return 'not found'
  if (status === 405 || status === 501) return 'not offered'
  if (status === 408 || status === 429) return 'busy'
  if (status >= 500) return 'failing'
  return status >= 400 ? 'invalid' : 'unexpected'
}

/** Whether a retry of the same request may succeed. */
export function isTransient({ code }: Refusal): boolean {
  return code === 'unreachable' || code === 'timeout' || code === 'busy' || code === 'failing'
}

/** Whether the service understood the request and refused it, so that a retry gets the same answer. */
export function isFinal({ code }: Refusal): boolean {
  return code === 'declined' || code === 'invalid' || code === 'not found'
}

/** The message in an error body: `message` as text or a list of texts, else `error`. */
export function serviceMessage(body: Json): string | undefined {
  if (!isObject(body)) return typeof body === 'string' ? words(body) : undefined
  return words(member(body, 'message')) ?? words(member(body, 'error')) ?? words(member(body, 'detail'))
}

/**
 * The delay in milliseconds of a `Retry-After` header: seconds or a date, at most a minute; ten seconds when it is
 * unusable.
 */
export function retryDelay(header: string | undefined, now: number): number {
  const said = header?.trim() ?? ''
  const delay = /^\d+$/.test(said) ? Number(said) * 1_000 : Date.parse(said) - now
  return Number.isFinite(delay) ? Math.min(Math.max(delay, 1_000), 60_000) : 10_000
}

function words(json: Json | undefined): string | undefined {
  if (isList(json)) return words(json.flatMap((part) => words(part) ?? []).join('; '))
  if (isObject(json)) return words(member(json, 'message'))
  const text = typeof json === 'string' ? json : numberText(json)
  return (text && foreignText(text, 200)) || undefined
}
