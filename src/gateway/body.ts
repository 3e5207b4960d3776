/** The byte array type that `Response` accepts as its body. */
export type Bytes = Uint8Array<ArrayBuffer>

/** Reads a whole body; `undefined`, with the rest cancelled, as soon as it is larger than `maxBytes`. */
export async function readUpTo(maxBytes: number, body: ReadableStream<Uint8Array> | null): Promise<Bytes | undefined> {
  if (!body) return new Uint8Array()
  const reader = body.getReader()
  const chunks: Uint8Array[] = []
  let size = 0
  for (;;) {
    const { done, value } = await reader.read()
    if (done) return concatenate(chunks, size)
    size += value.length
    if (size > maxBytes) {
      await reader.cancel().catch(() => undefined)
      return undefined
    }
    chunks.push(value)
  }
}

/** The text of a body; `undefined` when it is larger than `maxBytes`. */
export async function readTextUpTo(maxBytes: number, request: Request): Promise<string | undefined> {
  if (Number(request.headers.get('content-length') ?? 0) > maxBytes) return undefined
  const body = await readUpTo(maxBytes, request.body)
  return body && new TextDecoder().decode(body)
}

/** Whether the content type is JSON. A plain HTML form on any site can send other types without a CORS preflight. */
export function saysJson(message: Request | Response): boolean {
  return /^application\/([\w.-]+\+)?json\s*(;|$)/i.test(message.headers.get('content-type') ?? '')
}

function concatenate(chunks: readonly Uint8Array[], size: number): Bytes {
  const whole = new Uint8Array(size)
  let offset = 0
  for (const chunk of chunks) {
    whole.set(chunk, offset)
    offset += chunk.length
  }
  return whole
}
