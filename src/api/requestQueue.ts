import type { Requester } from './requester'

/**
 * Lets at most `most` requests be in progress; the others wait for their turn, in order. A request that is aborted while it
 * waits leaves the queue and is never sent.
 */
export function queued(request: Requester, most: number): Requester {
  const waiting: (() => void)[] = []
  let underWay = 0

  return async (get, decode, signal) => {
    await turn(signal)
    const sentAt = performance.now()
    try {
      return { ...(await request(get, decode, signal)), sentAt }
    } finally {
      const next = waiting.shift()
      if (next) next()
      else underWay--
    }
  }

  async function turn(signal: AbortSignal | undefined): Promise<void> {
    signal?.throwIfAborted()
    if (underWay < most) {
      underWay++
      return
    }
    await new Promise<void>((resolve, reject) => {
      const begin = () => {
        signal?.removeEventListener('abort', leave)
        resolve()
      }
      const leave = () => {
        waiting.splice(waiting.indexOf(begin), 1)
        reject(signal?.reason)
      }
      waiting.push(begin)
      signal?.addEventListener('abort', leave, { once: true })
    })
  }
}
