/** Hides secrets in bytes and texts from upstream. */
export type Scrubber = {
  /** Also finds a secret that is split over the chunks of a stream. */
  readonly stream: (body: ReadableStream<Uint8Array>) => ReadableStream<Uint8Array>
  readonly text: (text: string) => string
}

/** Shorter texts could occur by chance and are not treated as secrets. */
const minLength = 6
/** The longest encoding of one character, `\\\\u0061`. */
const maxEncoded = 7

/**
 * A service that echoes request headers in its answers, for example in an error page, would send the API key to the
 * browser. Each occurrence of a secret is replaced by asterisks of the same length. This includes characters escaped
 * for JSON, HTML or a URL, once or twice, and base64 or hex.
 */
export function createScrubber(secrets: readonly string[]): Scrubber {
  const hidden = secrets.filter(({ length }) => length >= minLength)
  if (hidden.length === 0) return { stream: (body) => body, text: (text) => text }
  const pattern = new RegExp(hidden.flatMap(patternsOf).join('|'), 'g')
  const longest = maxEncoded * Math.max(...hidden.map(({ length }) => length))
  return {
    stream: (body) => body.pipeThrough(createScrubStream(pattern, longest)),
    text: (text) => text.replace(pattern, (found) => '*'.repeat(found.length)),
  }
}

/** A secret as it may be encoded, as sources of regular expressions. */
function patternsOf(secret: string): string[] {
  const bytes = new TextEncoder().encode(secret)
  const hex = [...bytes].map((byte) => byte.toString(16).padStart(2, '0')).join('')
  return [
    [...secret].map(writingsOf).join(''),
    hex.replace(/[a-f]/g, (digit) => `[${digit}${digit.toUpperCase()}]`),
    ...[0, 1, 2].map((offset) => [...base64At(bytes, offset)].map(base64Writings).join('')),
  ]
}

function anyOf(texts: readonly string[]): string {
  return `(?:${[...new Set(texts)].map((text) => text.replace(/[$()*+.?[\\\]^{|}]/g, '\\$&')).join('|')})`
}

function writingsOf(character: string): string {
  const code = character.charCodeAt(0)
  const hex = code.toString(16)
  const [unit, byte] = [hex.padStart(4, '0'), hex.padStart(2, '0')]
  // JSON in JSON and URLs in URLs are escaped twice.
  const numbers = [`\\u${unit}`, `\\\\u${unit}`, `%${byte}`, `%25${byte}`, `&#x${hex};`]
  const escapes = [...numbers, ...numbers.map(upperHex), `&#${code};`, `&#0${code};`, ...(named[character] ?? [])]
  return anyOf([character, ...escapes])
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
function base64Writings(character: string): string {
  if (character === '+') return anyOf(['+', '-'])
  return character === '/' ? anyOf(['/', '_', '\\/']) : character
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

/** Holds back the end of each chunk that could be part of a secret, until the next chunk decides. */
function createScrubStream(pattern: RegExp, longest: number): TransformStream<Uint8Array, Uint8Array> {
  let held: Uint8Array = new Uint8Array()
  return new TransformStream({
    transform(chunk, controller) {
      const bytes = concatenate(held, chunk)
      const end = hide(bytes, pattern, bytes.length - longest)
      held = bytes.slice(end)
      if (end > 0) controller.enqueue(bytes.subarray(0, end))
    },
    flush(controller) {
      hide(held, pattern, held.length)
      if (held.length > 0) controller.enqueue(held)
    },
  })
}

/** Replaces every secret that begins before `limit`. Returns the end of the bytes that are done. */
function hide(bytes: Uint8Array, pattern: RegExp, limit: number): number {
  let end = Math.max(0, limit)
  for (const { index, 0: found } of textOf(bytes).matchAll(pattern)) {
    if (index >= limit) break
    end = Math.max(end, index + found.length)
    bytes.fill(asterisk, index, index + found.length)
  }
  return end
}

/** One character for each byte, so that places in the text are those of the bytes. */
function textOf(bytes: Uint8Array): string {
  let text = ''
  for (let at = 0; at < bytes.length; at += 8_192) text += String.fromCharCode(...bytes.subarray(at, at + 8_192))
  return text
}

function concatenate(head: Uint8Array, tail: Uint8Array): Uint8Array {
  const whole = new Uint8Array(head.length + tail.length)
  whole.set(head)
  whole.set(tail, head.length)
  return whole
}

const asterisk = 0x2a
