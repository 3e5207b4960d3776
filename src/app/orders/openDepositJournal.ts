import { openChannel } from '../../api/channel'
import { createDepositJournal, type DepositJournal } from '../../preparation/liquidity/depositJournal'
import { decodeLegacyDeposits } from '../../preparation/liquidity/pendingDepositCodec'
import { storedText } from '../../ui/browserStorage'
import { clock, locksOf } from '../browser'
import { openJournal } from './journal'
import { depositsChannel, journalName } from './journalName'

/** Opens the deposit journal of this browser. Loaded with the first page that shows or makes a deposit. */
export function openDepositJournal(newId: () => string): DepositJournal {
  return createDepositJournal({
    journal: openJournal(journalName, 'deposits'),
    locks: locksOf(navigator.locks),
    clock,
    channel: openChannel(depositsChannel),
    newId,
    legacy: { read: () => decodeLegacyDeposits(storedText(legacyKey)), clear: clearLegacy },
  })
}

/** The storage key under which version 2 of the app kept deposits. */
const legacyKey = 'tidegate.landings'

function clearLegacy(): void {
  window.localStorage.removeItem(legacyKey)
}
