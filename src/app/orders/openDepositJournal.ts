import { openChannel } from '../../api/channel'
import { createDepositJournal, type DepositJournal } from '../../preparation/liquidity/depositJournal'
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
  })
}
