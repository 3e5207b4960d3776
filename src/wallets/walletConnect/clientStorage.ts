/** What the library keeps, in the page's own storage, so that a session is there again after a reload. */
export function createClientStorage(storage: Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>) {
  const ownKeys = () => Object.keys(storage).filter((key) => key.startsWith(prefix))
  return {
    getItem: async <Kept>(key: string) => read<Kept>(storage.getItem(prefix + key)),
    setItem: async (key: string, value: unknown) => storage.setItem(prefix + key, JSON.stringify(value)),
    removeItem: async (key: string) => storage.removeItem(prefix + key),
    getKeys: async () => ownKeys().map((key) => key.slice(prefix.length)),
    getEntries: async <Kept>() =>
      ownKeys().flatMap((key): [string, Kept][] => {
        const kept = read<Kept>(storage.getItem(key))
        return kept === undefined ? [] : [[key.slice(prefix.length), kept]]
      }),
  }
}

const prefix = 'tidegate.walletConnect.'

/** The library alone writes here and knows its shapes. What cannot be read counts as not kept: one connects again. */
function read<Kept>(text: string | null): Kept | undefined {
  try {
    return text === null ? undefined : (JSON.parse(text) as Kept)
  } catch {
    return undefined
  }
}
