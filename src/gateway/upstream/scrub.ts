import type { Bytes } from '../body'

/** Hides secrets in bytes and texts from upstream. */
export type Scrubber = {
  /** Overwrites them. */
  readonly bytes: (bytes: Bytes) => Bytes
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
  const hidden = secrets.filter(({ length }) => length >= minLength)
  if (hidden.length === 0) return { bytes: (bytes) => bytes, text: (text) => text }
  const pattern = new RegExp(hidden.flatMap(patternsOf).join('|'), 'g')
  return {
    bytes: (bytes) => {
      // One character for each byte, so that places in the text are those of the bytes.
      const text = new TextDecoder('latin1').decode(bytes)
      for (const { index, 0: found } of text.matchAll(pattern)) bytes.fill(asterisk, index, index + found.length)
      return bytes
    },
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

const asterisk = 0x2a
