import { createHash, timingSafeEqual } from 'node:crypto'

/** Compares without telling, by the time it takes, how much of a guess was right. */
export function matchesApiKey(given: string | null, key: string): boolean {
  return given !== null && timingSafeEqual(digest(given), digest(key))
}

function digest(text: string): Buffer {
  return createHash('sha256').update(text).digest()
}
