import { attempt } from '../domain/attempt'

/** The text that this browser stores under a key; `null` if it is missing or storage is blocked. */
export function storedText(key: string): string | null {
  return attempt(() => window.localStorage.getItem(key)) ?? null
}

/** The JSON that this browser stores under a key; `undefined` if it is missing, invalid or storage is blocked. */
export function storedJson(key: string): unknown {
  return attempt(() => JSON.parse(window.localStorage.getItem(key) ?? ''))
}

/** Stores a text for the next visit, unless storage is full or blocked: then it is known for this visit only. */
export function storeText(key: string, text: string): void {
  attempt(() => window.localStorage.setItem(key, text))
}
