import type { StorageProblem } from '../../components/services'
import { errorClass } from '../../domain/errorClass'

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
  const problems = await Promise.all(opened.map((part) => inTime(part).then(() => undefined, problemOf)))
  return problems.includes('blocked') ? 'blocked' : problems.find((problem) => problem !== undefined)
}

/** A new database each time: where the disk is full, one that exists may still be opened. */
function openDatabase(page: { readonly indexedDB?: IDBFactory }): Promise<void> {
  return new Promise((resolve, reject) => {
    // Some browsers refuse already to name it.
    const { indexedDB } = page
    if (!indexedDB) throw new NoAnswer()
    const request = indexedDB.open(probeName)
    request.onerror = () => reject(request.error)
    request.onsuccess = () => {
      request.result.close()
      indexedDB.deleteDatabase(probeName)
      resolve()
    }
  })
}

async function inTime(opened: Promise<unknown>): Promise<void> {
  let timer: ReturnType<typeof setTimeout> | undefined
  const silence = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new NoAnswer()), answerTimeout)
  })
  await Promise.race([opened, silence]).finally(() => clearTimeout(timer))
}

/** Chromium calls a database that site settings forbid an unknown error, "The user denied permission". */
function problemOf(error: unknown): StorageProblem {
  return /SecurityError|NotAllowedError|denied/.test(String(error)) ? 'blocked' : 'failed'
}

const probeName = 'tidegate-probe'

/** Milliseconds, as long as the journal is waited for. */
const answerTimeout = 10_000

/** The browser has no such storage, or does not answer. */
const NoAnswer = errorClass('NoAnswer', () => 'The browser opened no storage.')
