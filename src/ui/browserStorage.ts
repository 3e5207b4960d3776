/** The text that this browser stores under a key; `null` if it is missing or storage is blocked. */
export function storedText(key: string): string | null {
  try {
    return window.localStorage.getItem(key)
  } catch {
    return null
  }
}

/** The JSON that this browser stores under a key; `undefined` if it is invalid or storage is blocked. */
export function storedJson(key: string): unknown {
  const text = storedText(key)
  if (text === null) return undefined
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/** Stores a text for the next visit, unless storage is full or blocked. */
export function storeText(key: string, text: string): void {
  try {
    window.localStorage.setItem(key, text)
  } catch {
    // The text is known for this visit only.
  }
}
