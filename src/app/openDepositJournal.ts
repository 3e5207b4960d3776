import { createDepositJournal, type DepositJournal } from '../preparation/depositJournal'
import { decodeLegacyDeposits } from '../preparation/pendingDepositCodec'
import { clock, locksOf, openChannel } from './browser'
import { openJournal } from './journal'
import { depositsChannel, journalName } from './journalName'

/** The deposits of this browser, beside its orders. Loaded with the first page that shows or makes one. */
export function openDepositJournal(newId: () => string): DepositJournal {
  return createDepositJournal({
    journal: openJournal(journalName, 'deposits'),
    locks: locksOf(navigator.locks),
    clock,
    channel: openChannel(depositsChannel),
    newId,
    legacy: { read: () => decodeLegacyDeposits(readLegacy()), clear: clearLegacy },
  })
}

/** Where version 2 of the app kept deposits. */
const legacyKey = 'tidegate.landings'

function readLegacy(): string | null {
  try {
    return window.localStorage.getItem(legacyKey)
  } catch {
    // A browser that keeps nothing has kept no deposits either.
    return null
  }
}

function clearLegacy(): void {
  window.localStorage.removeItem(legacyKey)
}
