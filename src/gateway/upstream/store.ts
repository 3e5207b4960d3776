import type { UpstreamResponse } from './client'
import type { RateLimit } from './limiter'

/**
 * The state that several gateways share (`TIDEGATE_STORE`). It never fails: while the store does not answer, each
 * gateway goes on by itself.
 */
export type Store = {
  /** The answer that one of the gateways got for this list a moment ago; else `ask` is called by one of them. */
  readonly list: (path: string, ask: () => Promise<UpstreamResponse>) => Promise<SharedAnswer>
  /** Calls `task` on one gateway at a time per key: the others wait for its answer. */
  readonly once: (key: string, task: () => Promise<UpstreamResponse>) => Promise<UpstreamResponse>
  /** As a `Limiter`; `undefined` while the store does not answer. */
  readonly take: (name: string, caller: string, count: number, limit: RateLimit) => Promise<number | undefined>
}

/** Milliseconds since the service was asked, and since it answered; missing where it was asked just now. */
export type SharedAnswer = {
  readonly answer: UpstreamResponse
  readonly askedAgo?: number
  readonly answeredAgo?: number
}
