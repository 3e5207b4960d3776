import { shortReason } from '../../domain/text/shortReason'
import { batchIdOf, isTaken } from '../batch'
import type { TransactionStatus } from '../executor'
import { droppedAfter, unknownAfter } from '../intervals'
import type { PendingEvent } from '../orderReducer'
import { isInFlight, isOnItsWay, type StepProgress } from '../progress'

/**
 * Turns a polled transaction status into events for a step. `unseenFor` is how long no node has known the transaction, in
 * milliseconds.
 */
export function eventsForStatus(
  status: TransactionStatus,
  progress: StepProgress,
  unseenFor: number,
): readonly PendingEvent[] {
  if (!isInFlight(progress)) return []
  if (status.is === 'replaced') return [{ type: 'replaced', by: status.by, how: status.how }]
  if (status.is === 'expired') return [{ type: 'expired' }]
  return isOnItsWay(progress) ? eventsForSent(status, progress, unseenFor) : eventsForUnsent(status, progress)
}

type OpenStatus = Exclude<TransactionStatus, { is: 'replaced' | 'expired' }>

type Sent = Extract<StepProgress, { at: 'sent' | 'confirming' }>

function eventsForSent(status: OpenStatus, progress: Sent, unseenFor: number): readonly PendingEvent[] {
  switch (status.is) {
    case 'pending': {
      const known = progress.at === 'confirming' ? progress.confirmations : 0
      const renamed = repriced(progress, status.hash)
      if (status.confirmations === known && renamed.length === 0) return []
      return [...renamed, { type: 'seen', confirmations: status.confirmations }]
    }
    case 'done':
      return [...repriced(progress, status.receipt.hash), { type: 'confirmed', receipt: status.receipt }]
    case 'reverted':
      return [
        ...repriced(progress, status.hash),
        { type: 'reverted', why: status.why && shortReason(status.why), ...(status.cost && { cost: status.cost }) },
      ]
    case 'not seen':
      return unseenFor >= droppedAfter ? [{ type: 'lost', isUnseen: true }] : []
    case 'queued':
      // The owners of a smart account may take days. A transaction dropped from its block waits for them again.
      return progress.at === 'confirming' ? [{ type: 'repriced', hash: progress.hash }] : []
    case 'not accepted':
      return []
    case 'undecided':
    case 'taken':
    case 'given up':
      return unseenFor >= unknownAfter ? [{ type: 'lost', isUnseen: false }] : []
  }
}

function repriced({ hash }: Sent, now: string): readonly PendingEvent[] {
  return hash === now ? [] : [{ type: 'repriced', hash: now }]
}

type Unsent = Extract<StepProgress, { at: 'signing' | 'unknown' }>

function eventsForUnsent(status: OpenStatus, progress: Unsent): readonly PendingEvent[] {
  switch (status.is) {
    case 'pending':
    case 'reverted':
      return [{ type: 'sent', hash: status.hash }]
    case 'done':
      return [{ type: 'sent', hash: status.receipt.hash }]
    case 'taken':
      return isTaken(progress) && batchIdOf(progress.anchor) === status.id ? [] : [{ type: 'taken', id: status.id }]
    case 'given up':
      return [{ type: 'failed', failure: status.failure }]
    case 'not seen':
      return lostUnlessKnown(progress, true)
    case 'undecided':
    case 'not accepted':
    case 'queued':
      return lostUnlessKnown(progress, false)
  }
}

/** Recorded once, not at every poll. */
function lostUnlessKnown(progress: Unsent, isUnseen: boolean): readonly PendingEvent[] {
  return progress.at === 'unknown' && progress.isUnseen === isUnseen ? [] : [{ type: 'lost', isUnseen }]
}
