import { type DBSchema, type IDBPDatabase, openDB } from 'idb'
import { errorClass } from '../../domain/errorClass'
import type { Journal } from '../../orders/ports'
import { withTimeout } from '../../wallets/waiting'

/** One entry per order, as opaque text: entries carry their own version. Version 1 had a second store. */
type Shape = DBSchema & { orders: { key: string; value: string }; deposits: { key: string; value: string } }

/**
 * Rises with the format of the entries (`journalFormat`), even when no store is added. A tab with an older app then
 * closes the journal and cannot reopen it, so it neither overwrites entries it does not understand nor asks a wallet.
 */
const version = 2

const partSize = 250

/** Milliseconds. A browser lets an opening wait for as long as a page with an older version holds on to the database. */
const openTimeout = 10_000

/** The journal of this browser, in IndexedDB. Entries are added and changed, never removed. */
export function openJournal(name: string, timeout = openTimeout): Journal {
  let opening: Promise<IDBPDatabase<Shape>> | undefined

  return {
    get: async (id) => (await begin('readonly')).store.get(id),
    all,
    count: async () => (await begin('readonly')).store.count(),
    change: async (id, next) => {
      const transaction = await begin('readwrite')
      try {
        // One transaction reads, decides and writes, so no other tab can write in between.
        await transaction.store.put(next(await transaction.store.get(id)), id)
      } catch (error) {
        abort(transaction)
        await transaction.done.catch(() => undefined)
        throw error
      }
      await transaction.done
    },
  }

  /** Read in parts, each a task of its own: the browser copies every entry, and thousands in one go block the page. */
  async function all(): Promise<readonly string[]> {
    const entries = (await begin('readonly')).store
    const texts: string[] = []
    let rest: IDBKeyRange | undefined
    for (;;) {
      const [ids, part] = await Promise.all([entries.getAllKeys(rest, partSize), entries.getAll(rest, partSize)])
      texts.push(...part)
      const last = ids.at(-1)
      if (last === undefined || ids.length < partSize) return texts
      rest = IDBKeyRange.lowerBound(last, true)
    }
  }

  /**
   * Safari ends the database of a tab in the background: its handle then refuses every transaction, and a new one works.
   * Nothing was read or written with the first.
   */
  async function begin<Mode extends 'readonly' | 'readwrite'>(mode: Mode) {
    const start = async () => (await database()).transaction('orders', mode, { durability: 'strict' })
    return start().catch((error: unknown) => {
      if (!(error instanceof DOMException) || error.name !== 'InvalidStateError') throw error
      opening = undefined
      return start()
    })
  }

  function database(): Promise<IDBPDatabase<Shape>> {
    opening ??= open().catch((error: unknown) => {
      opening = undefined
      throw error
    })
    return opening
  }

  async function open(): Promise<IDBPDatabase<Shape>> {
    const request = openDB<Shape>(name, version, {
      upgrade: async (database, before, _, transaction) => {
        if (before === 0) return void database.createObjectStore('orders')
        // Deposits of version 1 are kept among the orders, which count them as unreadable.
        const old = transaction.objectStore('deposits')
        const [ids, texts] = await Promise.all([old.getAllKeys(), old.getAll()])
        for (const [place, text] of texts.entries()) await transaction.objectStore('orders').put(text, ids[place])
        database.deleteObjectStore('deposits')
      },
      // A newer app in another tab wants to upgrade the database: this tab closes its connection, and reopens it later.
      blocking: () => void request.then(release),
      terminated: () => {
        opening = undefined
      },
    })
    try {
      return await withTimeout(timeout, request, () => {
        throw new JournalNotOpened()
      })
    } catch (error) {
      request.then(
        (late) => late.close(),
        () => undefined,
      )
      throw error instanceof DOMException && error.name === 'VersionError' ? new NewerJournal(error) : error
    }
  }

  function release(opened: IDBPDatabase<Shape>) {
    opening = undefined
    opened.close()
  }
}

/** The browser has not opened the database in time. It is opened again at the next need. */
const JournalNotOpened = errorClass('JournalNotOpened', () => 'The browser did not open its database of orders.')

/** A newer app wrote this journal. Nothing in it is read or changed. */
class NewerJournal extends Error {
  override readonly name = 'NewerJournal'

  constructor(cause: unknown) {
    super(
      'A newer version of the app saved these orders, and nothing in them was changed. Reload the page to use it.',
      {
        cause,
      },
    )
  }
}

function abort(transaction: { abort: () => void }) {
  try {
    transaction.abort()
  } catch {
    // The transaction had already aborted.
  }
}
