/** Rejects on abort even when the promise's own code ignores the signal. */
export function orAbort<Value>(promise: Promise<Value>, signal: AbortSignal): Promise<Value> {
  return new Promise((resolve, reject) => {
    const stop = () => reject(signal.reason)
    if (signal.aborted) stop()
    signal.addEventListener('abort', stop, { once: true })
    promise.then(resolve, reject).finally(() => signal.removeEventListener('abort', stop))
  })
}

/** Resolves after so many milliseconds, and rejects on abort. */
export function pause(milliseconds: number, signal: AbortSignal): Promise<void> {
  return orAbort(new Promise((resolve) => setTimeout(resolve, milliseconds)), signal)
}
