/** Hides secrets in bytes and texts that come from outside. */
export type Scrubber = {
  /** Also finds a secret that is split over the chunks of a stream. */
  readonly stream: (body: ReadableStream<Uint8Array>) => ReadableStream<Uint8Array>
  readonly text: (text: string) => string
}

/** Shorter texts occur by chance, and are no secrets. */
const minLength = 6

/**
 * A service that echoes request headers in its answers, in an error page for example, would send the API key to the
 * browser. Each occurrence of a secret becomes asterisks of the same length, also where it was escaped for JSON, HTML or
 * a URL, or encoded in base64.
 */
export function createScrubber(secrets: readonly string[]): Scrubber {
  const encoder = new TextEncoder()
  const forms = [...new Set(secrets.filter(({ length }) => length >= minLength).flatMap(encodedForms))]
  // Longer forms first: one that contains another is hidden whole.
  const patterns = forms.map((form) => encoder.encode(form)).sort((a, b) => b.length - a.length)
  if (patterns.length === 0) return { stream: (body) => body, text: (text) => text }
  return {
    stream: (body) => body.pipeThrough(createScrubStream(patterns)),
    text: (text) => forms.reduce((scrubbed, form) => scrubbed.replaceAll(form, '*'.repeat(form.length)), text),
  }
}

function encodedForms(secret: string): string[] {
  const json = JSON.stringify(secret).slice(1, -1)
  return [
    ...[secret, json, json.replaceAll('/', '\\/'), encodeURIComponent(secret), btoa(secret), unpadded(btoa(secret))],
    secret.replace(/[&<>"']/g, (character) => htmlEntities[character] ?? character),
  ]
}

function unpadded(base64: string): string {
  return base64.replace(/=+$/, '')
}

const htmlEntities: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
}

/** Holds back the end of each chunk that could be the beginning of a secret, until the next one decides. */
function createScrubStream(patterns: readonly Uint8Array[]): TransformStream<Uint8Array, Uint8Array> {
  let held: Uint8Array = new Uint8Array()
  return new TransformStream({
    transform(chunk, controller) {
      const bytes = concatenate(held, chunk)
      for (const pattern of patterns) hide(bytes, pattern)
      const kept = Math.max(...patterns.map((pattern) => partialMatch(bytes, pattern)))
      held = bytes.slice(bytes.length - kept)
      if (kept < bytes.length) controller.enqueue(bytes.subarray(0, bytes.length - kept))
    },
    flush(controller) {
      if (held.length > 0) controller.enqueue(held)
    },
  })
}

function hide(bytes: Uint8Array, pattern: Uint8Array) {
  for (let at = indexOf(bytes, pattern, 0); at !== -1; at = indexOf(bytes, pattern, at + pattern.length))
    bytes.fill(asterisk, at, at + pattern.length)
}

function indexOf(bytes: Uint8Array, pattern: Uint8Array, from: number): number {
  const [first = 0] = pattern
  for (let at = bytes.indexOf(first, from); at !== -1; at = bytes.indexOf(first, at + 1))
    if (at + pattern.length <= bytes.length && matchesAt(bytes, pattern, at, pattern.length)) return at
  return -1
}

/** How many of the last bytes are the beginning of the pattern. */
function partialMatch(bytes: Uint8Array, pattern: Uint8Array): number {
  for (let length = Math.min(pattern.length - 1, bytes.length); length > 0; length--)
    if (matchesAt(bytes, pattern, bytes.length - length, length)) return length
  return 0
}

function matchesAt(bytes: Uint8Array, pattern: Uint8Array, at: number, length: number): boolean {
  for (let index = 0; index < length; index++) if (bytes[at + index] !== pattern[index]) return false
  return true
}

function concatenate(head: Uint8Array, tail: Uint8Array): Uint8Array {
  const whole = new Uint8Array(head.length + tail.length)
  whole.set(head)
  whole.set(tail, head.length)
  return whole
}

const asterisk = 0x2a
