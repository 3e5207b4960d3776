import type { DBSchema, IDBPDatabase } from 'idb'
import { whenIdle } from './idle'

/** The last good answer under a name, word for word: it is decoded anew when it is taken down. */
export type Parcel = {
  readonly text: string
  /** Milliseconds since the epoch. */
  readonly receivedAt: number
  /** Milliseconds it was old already when it was received. */
  readonly age: number
}

/** Keeps answers from one visit to the next. Losing them costs nothing but a moment. */
export type Shelf = {
  readonly read: (name: string) => Promise<Parcel | undefined>
  readonly write: (name: string, parcel: Parcel) => Promise<void>
  readonly remove: (name: string) => Promise<void>
}

/** An answer older than this is not worth showing. */
const oldest = 7 * 24 * 3_600_000

/** Characters of a body that is long. */
export const long = 500_000

type Schema = DBSchema & { parcels: { key: string; value: unknown } }

/** A shelf in IndexedDB, opened when it is first used. Where there is none, nothing is kept and nothing fails. */
export function openShelf(clock: () => number): Shelf {
  let opened: Promise<IDBPDatabase<Schema>> | undefined
  /** Long ones that are not written down yet. */
  const waiting = new Map<string, Parcel>()

  return {
    async read(name) {
      const kept = waiting.get(name) ?? (await attempt(async (shelf) => shelf.get('parcels', name)))
      return isParcel(kept) && isRecent(kept) ? kept : undefined
    },
    async write(name, parcel) {
      if (parcel.text.length > long && !(await isDue(name, parcel))) return
      await attempt((shelf) => shelf.put('parcels', parcel, name))
    },
    async remove(name) {
      waiting.delete(name)
      await attempt((shelf) => shelf.delete('parcels', name))
    },
  }

  /** To write a long text down takes its time: what is shown is drawn first. Says whether no newer one came meanwhile. */
  async function isDue(name: string, parcel: Parcel): Promise<boolean> {
    waiting.set(name, parcel)
    await new Promise<void>(whenIdle)
    return waiting.get(name) === parcel && waiting.delete(name)
  }

  /** Private windows, full disks and blocked storage all mean the same here: there is no shelf. */
  async function attempt<Value>(use: (shelf: IDBPDatabase<Schema>) => Promise<Value>): Promise<Value | undefined> {
    try {
      opened ??= open()
      return await use(await opened)
    } catch {
      opened = undefined
      return undefined
    }
  }

  function isRecent({ receivedAt }: Parcel): boolean {
    return receivedAt <= clock() && clock() - receivedAt < oldest
  }
}

async function open(): Promise<IDBPDatabase<Schema>> {
  const { openDB } = await import('idb')
  return openDB<Schema>('tidegate-answers', 1, {
    upgrade(shelf) {
      shelf.createObjectStore('parcels')
    },
    /** A newer version in another tab must not wait for this one. */
    blocking: (_, __, event) => (event.target as IDBDatabase).close(),
  })
}

function isParcel(kept: unknown): kept is Parcel {
  if (typeof kept !== 'object' || kept === null) return false
  return (
    'text' in kept &&
    typeof kept.text === 'string' &&
    'receivedAt' in kept &&
    Number.isFinite(kept.receivedAt) &&
    'age' in kept &&
    Number.isFinite(kept.age)
  )
}
