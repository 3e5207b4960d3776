import type { DBSchema, IDBPDatabase } from 'idb'

type Attempt<Schema extends DBSchema> = <Value>(
  use: (database: IDBPDatabase<Schema>) => Promise<Value>,
) => Promise<Value | undefined>

/**
 * Uses an IndexedDB database that is opened on first use. Private windows, full disks and blocked storage give
 * `undefined`; the next use tries again.
 */
export function lazyDatabase<Schema extends DBSchema>(open: () => Promise<IDBPDatabase<Schema>>): Attempt<Schema> {
  let opened: Promise<IDBPDatabase<Schema>> | undefined
  return async (use) => {
    try {
      opened ??= open()
      return await use(await opened)
    } catch {
      opened = undefined
      return undefined
    }
  }
}
