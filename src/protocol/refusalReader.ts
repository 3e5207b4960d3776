import { foreignText } from '../domain/text/label'
import { isList, isObject, type Json, member, numberText } from './json/json'
import type { RefusalCode } from './refusal'

/* Reads the refusals of the service. The first screen needs none of it (docs/decisions/start.md). */

/** The refusal for an HTTP status other than success. */
export function refusalCode(status: number): RefusalCode {
  if (status === 401 || status === 403) return 'key refused'
  if (status === 451) return 'address refused'
  if (status === 404 || status === 410) return 'not found'
  if (status === 405 || status === 501) return 'not offered'
  if (status === 408 || status === 429) return 'busy'
  if (status >= 500) return 'failing'
  return status >= 400 ? 'invalid' : 'unexpected'
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
