import type { DBSchema } from 'idb'
import { isRecord } from '../domain/record'
import { whenIdle } from './idle'
import { lazyDatabase } from './lazyDatabase'
import type { LogEntry, RequestLog } from './requestLog'

type Schema = DBSchema & { requests: { key: number; value: unknown } }

/** Requests kept; the oldest make room. */
export const maxKept = 500

/** The requests of earlier visits, kept in IndexedDB for support. Without IndexedDB nothing is kept and nothing fails. */
export function openRequestArchive() {
  const attempt = lazyDatabase<Schema>('tidegate-requests', (database) =>
    database.createObjectStore('requests', { autoIncrement: true }),
  )
  return {
    /** Writes the new entries of the log from now on; returns how to stop. */
    keep(log: RequestLog) {
      let last = 0
      const write = () => {
        const fresh = log.entries().filter(({ id }) => id > last)
        last = Math.max(last, ...fresh.map(({ id }) => id))
        if (fresh.length > 0) whenIdle(() => void add(fresh.toReversed()))
      }
      write()
      return log.subscribe(write)
    },
    /** Newest first. */
    read: async (): Promise<readonly LogEntry[]> =>
      ((await attempt((base) => base.getAll('requests'))) ?? []).filter(isEntry).toReversed(),
    clear: async () => void (await attempt((base) => base.clear('requests'))),
  }

  async function add(entries: readonly LogEntry[]): Promise<void> {
    await attempt(async (base) => {
      const { store, done } = base.transaction('requests', 'readwrite')
      for (const entry of entries) await store.add(entry)
      const keys = await store.getAllKeys()
      for (const key of keys.slice(0, Math.max(0, keys.length - maxKept))) await store.delete(key)
      await done
    })
  }
}

function isEntry(kept: unknown): kept is LogEntry {
  if (!isRecord(kept) || !Number.isFinite(kept.at) || !Array.isArray(kept.deviations)) return false
  const { method, path, outcome, excerpt } = kept
  return (method === 'GET' || method === 'POST') && [path, outcome, excerpt].every((text) => typeof text === 'string')
}
