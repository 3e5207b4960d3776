/**
 * If a page's storage is blocked, reading it throws, or it is missing. The widget's settings then last for the visit,
 * as in the app (`index.html`). Orders are not kept this way: their form names the setting to change before the review.
 */
try {
  void window.localStorage.length
} catch {
  const texts = new Map<string, string>()
  const storage: Storage = {
    getItem: (key) => texts.get(key) ?? null,
    setItem: (key, text) => void texts.set(key, String(text)),
    removeItem: (key) => void texts.delete(key),
    clear: () => texts.clear(),
    key: (index) => [...texts.keys()][index] ?? null,
    get length() {
      return texts.size
    },
  }
  Object.defineProperty(window, 'localStorage', { value: storage, configurable: true })
}
