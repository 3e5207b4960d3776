import type { LedgerEntry } from './ledgerEntry'

/** The most entries kept; older ones are dropped to limit memory. */
const maxEntries = 20_000

/** The history of a ledger, by signature and by account. */
export function createEntryStore() {
  const entries = new Map<string, LedgerEntry>()
  const byAddress = new Map<string, LedgerEntry[]>()
  const tokenAccounts = new Set<string>()

  return {
    has: (signature: string) => entries.has(signature),
    entry: (signature: string) => entries.get(signature),
    count: () => entries.size,
    /** Newest first. */
    entriesOf: (address: string): readonly LedgerEntry[] => [...(byAddress.get(address) ?? [])].reverse(),
    /** All token accounts. */
    tokenAccounts: (): readonly string[] => [...tokenAccounts],
    add(entry: LedgerEntry) {
      entries.set(entry.signature, entry)
      for (const [index, key] of entry.keys.entries()) {
        byAddress.set(key, [...(byAddress.get(key) ?? []).slice(1 - maxEntries), entry])
        if (entry.after[index]!.token) tokenAccounts.add(key)
        else tokenAccounts.delete(key)
      }
      if (entries.size > maxEntries) drop(entries.values().next().value!)
    },
  }

  function drop(oldest: LedgerEntry) {
    entries.delete(oldest.signature)
    for (const key of oldest.keys) {
      const rest = (byAddress.get(key) ?? []).filter((entry) => entry !== oldest)
      if (rest.length > 0) byAddress.set(key, rest)
      else byAddress.delete(key)
    }
  }
}
