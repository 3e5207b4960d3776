import type { Sighting } from '../executor'
import { dropped, undecided } from '../intervals'
import type { Progress } from '../order'
import type { OrderEvent } from '../orderReducer'

type WithoutTime<Event> = Event extends OrderEvent ? Omit<Event, 'when'> : never
/** An event that has not been dated yet. */
export type News = WithoutTime<OrderEvent>

/**
 * What a look at the chain means for a step. `unseenFor` is how long no node has known the transaction, in
 * milliseconds.
 */
export function newsOf(sighting: Sighting, progress: Progress, unseenFor: number): readonly News[] {
  switch (progress.at) {
    case 'sent':
    case 'confirming':
      return newsOfKnown(sighting, progress, unseenFor)
    case 'signing':
    case 'unknown':
      return newsOfSought(sighting, progress)
    default:
      return []
  }
}

type Known = Extract<Progress, { at: 'sent' | 'confirming' }>

function newsOfKnown(sighting: Sighting, progress: Known, unseenFor: number): readonly News[] {
  switch (sighting.is) {
    case 'pending': {
      const known = progress.at === 'confirming' ? progress.confirmations : 0
      const renamed = underNewName(progress, sighting.hash)
      if (sighting.confirmations === known && renamed.length === 0) return []
      return [...renamed, { type: 'seen', confirmations: sighting.confirmations }]
    }
    case 'done':
      return [...underNewName(progress, sighting.receipt.hash), { type: 'confirmed', receipt: sighting.receipt }]
    case 'reverted':
      return [...underNewName(progress, sighting.hash), { type: 'reverted', why: sighting.why }]
    case 'replaced':
      return [{ type: 'replaced', by: sighting.by, how: sighting.how }]
    case 'expired':
      return [{ type: 'expired' }]
    case 'not seen':
      return unseenFor >= dropped ? [{ type: 'lost', isQuiet: true }] : []
    case 'undecided':
      return unseenFor >= undecided ? [{ type: 'lost', isQuiet: false }] : []
  }
}

function underNewName({ hash }: Known, now: string): readonly News[] {
  return hash === now ? [] : [{ type: 'repriced', hash: now }]
}

type Sought = Extract<Progress, { at: 'signing' | 'unknown' }>

function newsOfSought(sighting: Sighting, progress: Sought): readonly News[] {
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
      return stillLost(progress, true)
    case 'undecided':
      return stillLost(progress, false)
  }
}

/** Said once, not at every look. */
function stillLost(progress: Sought, isQuiet: boolean): readonly News[] {
  return progress.at === 'unknown' && progress.isQuiet === isQuiet ? [] : [{ type: 'lost', isQuiet }]
}
