import { minInterval } from './minInterval'
import { pause } from './waiting'

/** The value, and the service's `Retry-After` in milliseconds. */
export type ThrottledResult<Value> = { readonly value: Value; readonly retryAfter: number }

type FetchValue<Value> = (signal: AbortSignal) => Promise<ThrottledResult<Value>>

/**
 * Throttles and shares requests: at most one starts per `minInterval`. Callers in between share the running request or
 * wait for the next one. A request that no one waits for any more is aborted after a short delay, because a component
 * that only moved in the tree calls again immediately.
 */
export function throttled<Value>(fetchValue: FetchValue<Value>): (signal?: AbortSignal) => Promise<Value> {
  let current: SharedRequest<Value> | undefined
  let notBefore = Number.NEGATIVE_INFINITY

  return (signal) => {
    if (signal?.aborted) return Promise.reject(signal.reason)
    current ??= startRequest()
    return current.join(signal)
  }

  function startRequest(): SharedRequest<Value> {
    const request: SharedRequest<Value> = shareRequest(fetchOnce, () => {
      if (current === request) current = undefined
    })
    return request
  }

  async function fetchOnce(signal: AbortSignal): Promise<Value> {
    const rest = notBefore - performance.now()
    if (rest > 0) await pause(rest, signal)
    notBefore = performance.now() + minInterval
    const { value, retryAfter } = await fetchValue(signal)
    notBefore = Math.max(notBefore, performance.now() + retryAfter)
    return value
  }
}

type SharedRequest<Value> = { readonly join: (signal: AbortSignal | undefined) => Promise<Value> }

/** One request with all its callers; it is aborted only when every caller has aborted. */
function shareRequest<Value>(
  fetchOnce: (signal: AbortSignal) => Promise<Value>,
  onEnd: () => void,
): SharedRequest<Value> {
  const controller = new AbortController()
  let callers = 0
  const result = fetchOnce(controller.signal).finally(onEnd)
  // A failure after all callers have aborted must not become an unhandled rejection.
  result.catch(() => {})
  return { join }

  function join(signal: AbortSignal | undefined): Promise<Value> {
    callers++
    if (!signal) return result
    return new Promise((resolve, reject) => {
      signal.addEventListener('abort', leave, { once: true })
      result.then(resolve, reject).finally(() => signal.removeEventListener('abort', leave))

      function leave() {
        reject(signal?.reason)
        callers--
        if (callers === 0) setTimeout(abortIfUnused, grace)
      }
    })
  }

  function abortIfUnused() {
    if (callers > 0) return
    onEnd()
    controller.abort()
  }
}

const grace = 250
