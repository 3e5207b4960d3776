import { type Codec, unread } from './codec'
import { createDeviationLog, type Deviation, root } from './deviation'
import { type Json, NotJson, parseJson } from './json'

/** The body of a request, or everything that is wrong with its shape. */
export type RequestDecodeResult<Request> =
  | { readonly is: 'request'; readonly request: Request; readonly deviations: readonly Deviation[] }
  | { readonly is: 'malformed'; readonly problems: readonly string[] }

export function decodeRequest<Request>(body: string, codec: Codec<Request>): RequestDecodeResult<Request> {
  const json = parse(body)
  if (json === undefined) return { is: 'malformed', problems: ['The body should be one JSON object.'] }
  const notes = createDeviationLog()
  const request = codec.read(json, root(notes))
  if (request !== unread) return { is: 'request', request, deviations: notes.list() }
  return {
    is: 'malformed',
    problems: notes.list().map(({ where, says }) => `${where.slice(2) || 'The body'} ${says}.`),
  }
}

function parse(body: string): Json | undefined {
  try {
    return parseJson(body)
  } catch (error) {
    if (error instanceof NotJson) return undefined
    throw error
  }
}
