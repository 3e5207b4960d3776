import type { TransactionStatus } from '../executor'
import { droppedAfter, unknownAfter } from '../intervals'
import type { PendingEvent } from '../orderEvents'
import type { StepProgress } from '../progress'

/**
 * What a look at the chain means for a step. `unseenFor` is how long no node has known the transaction, in
 * milliseconds.
 */
export function eventsForStatus(
  sighting: TransactionStatus,
  progress: StepProgress,
  unseenFor: number,
): readonly PendingEvent[] {
  switch (progress.at) {
    case 'sent':
    case 'confirming':
      return eventsForSent(sighting, progress, unseenFor)
    case 'signing':
    case 'unknown':
      return eventsForUnsent(sighting, progress)
    default:
      return []
  }
}

type Sent = Extract<StepProgress, { at: 'sent' | 'confirming' }>

function eventsForSent(sighting: TransactionStatus, progress: Sent, unseenFor: number): readonly PendingEvent[] {
  switch (sighting.is) {
    case 'pending': {
      const known = progress.at === 'confirming' ? progress.confirmations : 0
      const renamed = repriced(progress, sighting.hash)
      if (sighting.confirmations === known && renamed.length === 0) return []
      return [...renamed, { type: 'seen', confirmations: sighting.confirmations }]
    }
    case 'done':
      return [...repriced(progress, sighting.receipt.hash), { type: 'confirmed', receipt: sighting.receipt }]
    case 'reverted':
      return [...repriced(progress, sighting.hash), { type: 'reverted', why: sighting.why }]
    case 'replaced':
      return [{ type: 'replaced', by: sighting.by, how: sighting.how }]
    case 'expired':
      return [{ type: 'expired' }]
    case 'not seen':
      return unseenFor >= droppedAfter ? [{ type: 'lost', isQuiet: true }] : []
    case 'undecided':
      return unseenFor >= unknownAfter ? [{ type: 'lost', isQuiet: false }] : []
  }
}

function repriced({ hash }: Sent, now: string): readonly PendingEvent[] {
  return hash === now ? [] : [{ type: 'repriced', hash: now }]
}

type Unsent = Extract<StepProgress, { at: 'signing' | 'unknown' }>

function eventsForUnsent(sighting: TransactionStatus, progress: Unsent): readonly PendingEvent[] {
  switch (sighting.is) {
    case 'pending':
    case 'reverted':
      return [{ type: 'sent', hash: sighting.hash }]
    case 'done':
      return [{ type: 'sent', hash: sighting.receipt.hash }]
    case 'replaced':
      return [{ type: 'replaced', by: sighting.by, how: sighting.how }]
    case 'expired':
      return [{ type: 'expired' }]
    case 'not seen':
      return lostUnlessKnown(progress, true)
    case 'undecided':
      return lostUnlessKnown(progress, false)
  }
}

/** Said once, not at every look. */
function lostUnlessKnown(progress: Unsent, isQuiet: boolean): readonly PendingEvent[] {
  return progress.at === 'unknown' && progress.isQuiet === isQuiet ? [] : [{ type: 'lost', isQuiet }]
}
