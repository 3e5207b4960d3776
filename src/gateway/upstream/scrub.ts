/** Hides secrets in bytes and texts from upstream. */
export type Scrubber = {
  /** Also finds a secret that is split over the chunks of a stream. */
  readonly stream: (body: ReadableStream<Uint8Array>) => ReadableStream<Uint8Array>
  readonly text: (text: string) => string
}

/** Shorter texts could occur by chance and are not treated as secrets. */
const minLength = 6

/**
 * A service that echoes request headers in its answers, for example in an error page, would send the API key to the
 * browser. Each occurrence of a secret is replaced by asterisks of the same length. This includes characters escaped
 * for JSON, HTML or a URL, once or twice, and base64 or hex.
 */
export function createScrubber(secrets: readonly string[]): Scrubber {
  const patterns = secrets.filter(({ length }) => length >= minLength).flatMap(patternsOf)
  if (patterns.length === 0) return { stream: (body) => body, text: (text) => text }
  const starts = startBytes(patterns)
  return {
    stream: (body) => body.pipeThrough(createScrubStream(patterns, starts)),
    text: (text) => {
      const bytes = new TextEncoder().encode(text)
      hide(bytes, patterns, starts, true)
      return new TextDecoder().decode(bytes)
    },
  }
}

/** A secret as a sequence of characters, each with all its possible encodings. */
type Pattern = readonly (readonly Uint8Array[])[]

function patternsOf(secret: string): Pattern[] {
  const bytes = new TextEncoder().encode(secret)
  const hex = [...bytes].map((byte) => byte.toString(16).padStart(2, '0')).join('')
  return [
    [...secret].map(writingsOf),
    [...hex].map((digit) => [encode(digit), ...(/\d/.test(digit) ? [] : [encode(digit.toUpperCase())])]),
    ...[0, 1, 2].map((offset) => [...base64At(bytes, offset)].map(base64Writings)),
  ]
}

function writingsOf(character: string): readonly Uint8Array[] {
  const code = character.charCodeAt(0)
  const hex = code.toString(16)
  const [unit, byte] = [hex.padStart(4, '0'), hex.padStart(2, '0')]
  // JSON in JSON and URLs in URLs are escaped twice.
  const numbers = [`\\u${unit}`, `\\\\u${unit}`, `%${byte}`, `%25${byte}`, `&#x${hex};`]
  const escapes = [...numbers, ...numbers.map(upperHex), `&#${code};`, `&#0${code};`, ...(named[character] ?? [])]
  return [character, ...new Set(escapes)].map(encode)
}

function upperHex(text: string): string {
  return text.replace(/[0-9a-f]+(;?)$/, (digits) => digits.toUpperCase())
}

/**
 * The base64 characters that depend on only these bytes when `offset` bytes come before them: the characters at the
 * edges depend on neighbouring bytes too.
 */
function base64At(bytes: Uint8Array, offset: number): string {
  const text = btoa(String.fromCharCode(...new Uint8Array(offset), ...bytes))
  return text.slice(Math.ceil((offset * 8) / 6), Math.floor(((offset + bytes.length) * 8) / 6))
}

/** A base64 character and its base64url variant. */
function base64Writings(character: string): readonly Uint8Array[] {
  const other = character === '+' ? ['-'] : character === '/' ? ['_', '\\/'] : []
  return [character, ...other].map(encode)
}

/** Characters with a named escape in JSON or HTML. */
const named: Readonly<Record<string, readonly string[]>> = {
  '/': ['\\/', '\\\\\\/'],
  '\\': ['\\\\', '\\\\\\\\'],
  '&': ['&amp;'],
  '<': ['&lt;'],
  '>': ['&gt;'],
  '"': ['\\"', '\\\\\\"', '&quot;'],
  "'": ['&apos;'],
}

function encode(text: string): Uint8Array {
  return new TextEncoder().encode(text)
}

/** The bytes with which a secret can begin; all others are skipped without a comparison. */
function startBytes(patterns: readonly Pattern[]): readonly boolean[] {
  const starts = Array<boolean>(256).fill(false)
  for (const [first = []] of patterns) for (const [byte = 0] of first) starts[byte] = true
  return starts
}

/** Holds back the end of each chunk that could be the beginning of a secret, until the next chunk decides. */
function createScrubStream(
  patterns: readonly Pattern[],
  starts: readonly boolean[],
): TransformStream<Uint8Array, Uint8Array> {
  let held: Uint8Array = new Uint8Array()
  return new TransformStream({
    transform(chunk, controller) {
      const bytes = concatenate(held, chunk)
      const end = hide(bytes, patterns, starts, false)
      held = bytes.slice(end)
      if (end > 0) controller.enqueue(bytes.subarray(0, end))
    },
    flush(controller) {
      hide(held, patterns, starts, true)
      if (held.length > 0) controller.enqueue(held)
    },
  })
}

/** Replaces every secret, and returns the end of the bytes that cannot become part of one. */
function hide(bytes: Uint8Array, patterns: readonly Pattern[], starts: readonly boolean[], isLast: boolean): number {
  let at = 0
  while (at < bytes.length) {
    if (!starts[bytes[at] ?? 0]) {
      at++
      continue
    }
    const ends = patterns.map((pattern) => matchAt(bytes, at, pattern, 0))
    if (!isLast && ends.includes('cut off')) return at
    const end = Math.max(at, ...ends.map((one) => (typeof one === 'number' ? one : 0)))
    bytes.fill(asterisk, at, end)
    at = Math.max(end, at + 1)
  }
  return bytes.length
}

/** The end of the match; `cut off` when more bytes are needed to decide. */
function matchAt(bytes: Uint8Array, at: number, pattern: Pattern, index: number): number | 'cut off' | undefined {
  const writings = pattern[index]
  if (!writings) return at
  for (const writing of writings) {
    const matched = matchingLength(bytes, at, writing)
    if (at + matched === bytes.length && matched < writing.length) return 'cut off'
    if (matched < writing.length) continue
    const end = matchAt(bytes, at + matched, pattern, index + 1)
    if (end !== undefined) return end
  }
  return undefined
}

function matchingLength(bytes: Uint8Array, at: number, writing: Uint8Array): number {
  let length = 0
  while (length < writing.length && bytes[at + length] === writing[length]) length++
  return length
}

function concatenate(head: Uint8Array, tail: Uint8Array): Uint8Array {
  const whole = new Uint8Array(head.length + tail.length)
  whole.set(head)
  whole.set(tail, head.length)
  return whole
}

const asterisk = 0x2a
