import type { StorageProblem } from '../../components/services'
import { errorClass } from '../../domain/errorClass'
import { withTimeout } from '../../wallets/waiting'

/**
 * Opens a database and a lock, as an order does. Missing locks are no problem: the journal lets only one tab ask a wallet.
 * Locks that are refused are: then site data is blocked.
 */
export async function findStorageProblem(
  page: { readonly indexedDB?: IDBFactory },
  browser: { readonly locks?: LockManager },
): Promise<StorageProblem | undefined> {
  const openLock = async () => browser.locks?.request(probeName, { mode: 'shared' }, () => {})
  const opened = [openDatabase(page), openLock()]
  const found = opened.map((part) => part.then(() => undefined, problemOf))
  const problems = await Promise.all(found.map((part) => withTimeout(answerTimeout, part, () => 'failed' as const)))
  return problems.includes('blocked') ? 'blocked' : problems.find((problem) => problem !== undefined)
}

/** A new database each time: where the disk is full, one that exists may still be opened. */
function openDatabase(page: { readonly indexedDB?: IDBFactory }): Promise<void> {
  return new Promise((resolve, reject) => {
    // Some browsers refuse already to name it.
    const { indexedDB } = page
    if (!indexedDB) throw new NoStorage()
    const request = indexedDB.open(probeName)
    request.onerror = () => reject(request.error)
    request.onsuccess = () => {
      request.result.close()
      indexedDB.deleteDatabase(probeName)
      resolve()
    }
  })
}

/** Chromium calls a database that site settings forbid an unknown error, "The user denied permission". */
function problemOf(error: unknown): StorageProblem {
  return /SecurityError|NotAllowedError|denied/.test(String(error)) ? 'blocked' : 'failed'
}

const probeName = 'tidegate-probe'

/** Milliseconds, as long as the journal is waited for. */
const answerTimeout = 10_000

/** The browser has no such storage. */
const NoStorage = errorClass('NoStorage', () => 'The browser has no database.')
