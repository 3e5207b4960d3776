import { type DBSchema, type IDBPDatabase, openDB } from 'idb'

type Attempt<Schema extends DBSchema> = <Value>(
  use: (database: IDBPDatabase<Schema>) => Promise<Value>,
) => Promise<Value | undefined>

/**
 * Uses an IndexedDB database that is opened on first use, and filled by `create` where it is new. Private windows, full
 * disks and blocked storage give `undefined`; the next use tries again.
 */
export function lazyDatabase<Schema extends DBSchema>(
  name: string,
  create: (database: IDBPDatabase<Schema>) => void,
): Attempt<Schema> {
  let opened: Promise<IDBPDatabase<Schema>> | undefined
  return async (use) => {
    try {
      opened ??= open(name, create)
      return await use(await opened)
    } catch {
      opened = undefined
      return undefined
    }
  }
}

function open<Schema extends DBSchema>(
  name: string,
  create: (database: IDBPDatabase<Schema>) => void,
): Promise<IDBPDatabase<Schema>> {
  return openDB<Schema>(name, 1, {
    upgrade: create,
    /** Close immediately when a newer version in another tab wants to upgrade the database. */
    blocking: (_, __, { target }) => {
      if (target instanceof IDBDatabase) target.close()
    },
  })
}
