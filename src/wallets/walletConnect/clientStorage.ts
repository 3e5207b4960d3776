/** The library's storage in the page's localStorage, so that a session survives a reload. */
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

/** Only the library writes here and knows the shapes. An unreadable value counts as missing: the person reconnects. */
function read<Kept>(text: string | null): Kept | undefined {
  try {
    return text === null ? undefined : (JSON.parse(text) as Kept)
  } catch {
    return undefined
  }
}
