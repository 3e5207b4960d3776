/** Bytes that a Response can carry as they are. */
export type Bytes = Uint8Array<ArrayBuffer>

/** Reads a body to its end, or gives up as soon as it is larger than allowed. */
export async function readUpTo(bytes: number, body: ReadableStream<Uint8Array> | null): Promise<Bytes | undefined> {
  if (!body) return new Uint8Array()
  const reader = body.getReader()
  const chunks: Uint8Array[] = []
  let size = 0
  for (;;) {
    const { done, value } = await reader.read()
    if (done) return joined(chunks, size)
    size += value.length
    if (size > bytes) {
      await reader.cancel().catch(() => undefined)
      return undefined
    }
    chunks.push(value)
  }
}

/** Text of at most so many bytes; `undefined` when there is more of it. */
export async function readTextUpTo(bytes: number, request: Request): Promise<string | undefined> {
  if (Number(request.headers.get('content-length') ?? 0) > bytes) return undefined
  const body = await readUpTo(bytes, request.body)
  return body && new TextDecoder().decode(body)
}

/** Whether a body is announced as JSON; anything else could have been sent by a plain form on any site. */
export function saysJson(message: Request | Response): boolean {
  return /^application\/([\w.-]+\+)?json\s*(;|$)/i.test(message.headers.get('content-type') ?? '')
}

function joined(chunks: readonly Uint8Array[], size: number): Bytes {
  const whole = new Uint8Array(size)
  let offset = 0
  for (const chunk of chunks) {
    whole.set(chunk, offset)
    offset += chunk.length
  }
  return whole
}
