import { type DBSchema, type IDBPDatabase, openDB } from 'idb'
import type { Journal } from '../orders/ports'

/** One entry per order, as text. The orders themselves say what version the text is of; this never looks inside. */
type Shape = DBSchema & { orders: { key: string; value: string } }

/**
 * Goes up with the version of what is written, though the store stays as it is: a tab of an older app lets go of the
 * journal and cannot open it any more, so that it neither writes over what it does not understand nor asks a wallet.
 */
const version = 2

/** The order journal of this browser, in IndexedDB. Entries are added and changed, never removed. */
export function openJournal(name = 'tidegate.orders'): Journal {
  let opening: Promise<IDBPDatabase<Shape>> | undefined

  return {
    get: async (id) => (await database()).get('orders', id),
    all: async () => (await database()).getAll('orders'),
    change: async (id, next) => {
      const transaction = (await database()).transaction('orders', 'readwrite', { durability: 'strict' })
      const { store } = transaction
      try {
        // Read, decided and written in one transaction: another tab sees either all of it or nothing.
        await store.put(next(await store.get(id)), id)
      } catch (error) {
        abort(transaction)
        await transaction.done.catch(() => undefined)
        throw error
      }
      await transaction.done
    },
  }

  function database(): Promise<IDBPDatabase<Shape>> {
    opening ??= open().catch((error: unknown) => {
      opening = undefined
      throw error
    })
    return opening
  }

  async function open(): Promise<IDBPDatabase<Shape>> {
    const opened = await openDB<Shape>(name, version, {
      upgrade: (database, before) => {
        if (before === 0) database.createObjectStore('orders')
      },
      // A newer version of the app in another tab wants to change the store: this tab lets go, and opens it again.
      blocking: () => letGo(opened),
      terminated: () => {
        opening = undefined
      },
    })
    return opened
  }

  function letGo(opened: IDBPDatabase<Shape>) {
    opening = undefined
    opened.close()
  }
}

function abort(transaction: { abort: () => void }) {
  try {
    transaction.abort()
  } catch {
    // It had failed by itself already.
  }
}
