/** Milliseconds from the start of one request for a list to the start of the next, across all callers. */
export const minInterval = 5_000

/** Milliseconds until another request may start, where the last one waited for its turn and started at `sentAt`. */
export function restOfInterval(sentAt: number | undefined): number {
  return sentAt === undefined ? 0 : Math.max(0, sentAt + minInterval - performance.now())
}
