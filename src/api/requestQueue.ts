import pLimit from 'p-limit'
import type { Requester } from './requester'
import { orAbort } from './waiting'

/**
 * Lets at most `most` requests be in progress; the others wait for their turn, in order. A request that is aborted while it
 * waits is never sent.
 */
export function queued(request: Requester, most: number): Requester {
  const limit = pLimit(most)
  return (get, decode, signal) => {
    const turn = limit(async () => {
      signal?.throwIfAborted()
      const sentAt = performance.now()
      return { ...(await request(get, decode, signal)), sentAt }
    })
    return signal ? orAbort(turn, signal) : turn
  }
}
