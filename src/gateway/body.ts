/** The byte array type that `Response` accepts as its body. */
export type Bytes = Uint8Array<ArrayBuffer>

/** Reads a whole body; `undefined`, with the rest cancelled, as soon as it is larger than `maxBytes`. */
export async function readUpTo(maxBytes: number, body: ReadableStream<Bytes> | null): Promise<Bytes | undefined> {
  if (!body) return new Uint8Array()
  const reader = body.getReader()
  const chunks: Bytes[] = []
  let size = 0
  for (;;) {
    const { done, value } = await reader.read()
    if (done) return new Uint8Array(await new Blob(chunks).arrayBuffer())
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
