/**
 * A page whose storage is blocked throws where it is read, or has none. What the widget would keep there then lasts for the
 * visit, as in the app (`index.html`). Orders are not kept so: their form says before the review what to change.
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
