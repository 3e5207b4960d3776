import { createHash, timingSafeEqual } from 'node:crypto'

/** Compares in constant time, so that the duration does not reveal how much of a guess was right. */
export function matchesApiKey(given: string | null, key: string): boolean {
  return given !== null && timingSafeEqual(digest(given), digest(key))
}

function digest(text: string): Buffer {
  return createHash('sha256').update(text).digest()
}
