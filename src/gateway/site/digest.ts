import type { Bytes } from '../body'

/** Tells a copy of these bytes from a copy of others. */
export async function etagOf(bytes: Bytes): Promise<string> {
  const hash = await sha256(bytes)
  return `"${[...hash.slice(0, 12)].map((byte) => byte.toString(16).padStart(2, '0')).join('')}"`
}

/** A script by its hash, as a content policy names it. */
export async function policyHashOf(script: string): Promise<string> {
  const hash = await sha256(new TextEncoder().encode(script))
  return `'sha256-${btoa(String.fromCharCode(...hash))}'`
}

async function sha256(bytes: Bytes): Promise<Uint8Array> {
  return new Uint8Array(await crypto.subtle.digest('SHA-256', bytes))
}
