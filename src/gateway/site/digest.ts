import type { Bytes } from '../body'

/**
 * An ETag from the SHA-256 of the bytes, so that every gateway gives a file the same tag. It is weak because it is the same
 * for each encoding (RFC 9110, 8.8.3.3).
 */
export async function etagOf(bytes: Bytes): Promise<string> {
  const hash = await sha256(bytes)
  return `W/"${[...hash.slice(0, 12)].map((byte) => byte.toString(16).padStart(2, '0')).join('')}"`
}

/** The hash of an inline script or style, as a content policy lists it. */
export async function cspHash(text: string): Promise<string> {
  const hash = await sha256(new TextEncoder().encode(text))
  return `'sha256-${btoa(String.fromCharCode(...hash))}'`
}

async function sha256(bytes: Bytes): Promise<Uint8Array> {
  return new Uint8Array(await crypto.subtle.digest('SHA-256', bytes))
}
