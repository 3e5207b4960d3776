import type { DBSchema } from 'idb'
import { isRecord } from '../domain/record'
import type { Refusal } from '../protocol/refusal'
import { lazyDatabase } from './lazyDatabase'

/** The text of the last usable response under a name; it is decoded again when read. */
export type CachedBody = {
  readonly text: string
  /** Milliseconds since the epoch. */
  readonly receivedAt: number
  /** Milliseconds it had already spent in HTTP caches when it was received. */
  readonly age: number
  readonly staleBecause?: Refusal | undefined
}

/** Caches response bodies from one visit to the next. Losing them only makes the next start slower. */
export type BodyCache = {
  readonly read: (name: string) => Promise<CachedBody | undefined>
  readonly write: (name: string, body: CachedBody) => Promise<void>
  readonly remove: (name: string) => Promise<void>
}

/** Milliseconds after which a cached body is too old to be shown. */
const maxAge = 7 * 24 * 3_600_000

/** The database and store keep their older names (`parcels`): a rename would lose what is stored. */
type Schema = DBSchema & { parcels: { key: string; value: unknown } }

/** A cache in IndexedDB, opened on first use. Without IndexedDB nothing is cached and nothing fails. */
export function openBodyCache(clock: () => number): BodyCache {
  const attempt = lazyDatabase<Schema>('tidegate-answers', (database) => database.createObjectStore('parcels'))
  return {
    async read(name) {
      const stored = await attempt(async (database) => database.get('parcels', name))
      return isCachedBody(stored) && isRecent(stored) ? stored : undefined
    },
    async write(name, body) {
      await attempt((database) => database.put('parcels', body, name))
    },
    async remove(name) {
      await attempt((database) => database.delete('parcels', name))
    },
  }

  function isRecent({ receivedAt }: CachedBody): boolean {
    return receivedAt <= clock() && clock() - receivedAt < maxAge
  }
}

function isCachedBody(stored: unknown): stored is CachedBody {
  if (!isRecord(stored) || typeof stored.text !== 'string') return false
  return Number.isFinite(stored.receivedAt) && Number.isFinite(stored.age)
}
