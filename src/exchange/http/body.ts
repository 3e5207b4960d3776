import { isObject, type JsonObject, tryParseJson } from '../../protocol/json/json'
import { type Reply, rejectWith } from './reply'

/** Many times the size of any documented request. */
const maxBodyBytes = 65_536

/** The JSON object in a request's body, or the refusal. */
export async function readBody(request: Request): Promise<{ readonly body: JsonObject } | { readonly refusal: Reply }> {
  const type = request.headers.get('content-type') ?? ''
  if (!/^application\/json\s*(;|$)/i.test(type))
    return { refusal: rejectWith(415, 'Send the request as JSON, with the header Content-Type: application/json.') }

  const text = await textUpTo(request, maxBodyBytes)
  if (text === undefined) return { refusal: rejectWith(413, `The body is larger than ${maxBodyBytes} bytes.`) }

  const body = tryParseJson(text)
  return isObject(body) ? { body } : { refusal: rejectWith(400, 'The body is not a JSON object.') }
}

/** The text of a body; `undefined` when it is larger. Stops reading when the limit is exceeded. */
export async function textUpTo(request: Request, limit: number): Promise<string | undefined> {
  const chunks: Uint8Array[] = []
  let size = 0
  for await (const chunk of request.body ?? []) {
    size += chunk.byteLength
    if (size > limit) return undefined
    chunks.push(chunk)
  }
  return new TextDecoder().decode(Buffer.concat(chunks))
}
