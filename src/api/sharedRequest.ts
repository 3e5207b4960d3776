/** How soon after the start of one request the next may begin, whoever asks. */
export const leastInterval = 5_000

/** What one request came to, and how long the service wants to be left alone afterwards. */
export type Flight<Value> = { readonly value: Value; readonly restFor: number }

/** Where waiting and time come from; the browser's own unless a test holds them still. */
type Ask<Value> = (signal: AbortSignal) => Promise<Flight<Value>>

/**
 * Lets anybody ask at any time, and passes on one question per `leastInterval`. Those who ask meanwhile share the
 * answer that is on its way, or wait for the next. A request nobody waits for any more is aborted, after a short
 * grace: a component that only moved asks again at once.
 */
export function paced<Value>(ask: Ask<Value>): (signal?: AbortSignal) => Promise<Value> {
  let current: Boarding<Value> | undefined
  let notBefore = Number.NEGATIVE_INFINITY

  return (signal) => {
    if (signal?.aborted) return Promise.reject(signal.reason)
    current ??= board()
    return current.join(signal)
  }

  function board(): Boarding<Value> {
    const boarding: Boarding<Value> = boardingOf(fly, () => {
      if (current === boarding) current = undefined
    })
    return boarding
  }

  async function fly(signal: AbortSignal): Promise<Value> {
    await pause(notBefore - performance.now(), signal)
    notBefore = performance.now() + leastInterval
    const { value, restFor } = await ask(signal)
    notBefore = Math.max(notBefore, performance.now() + restFor)
    return value
  }
}

type Boarding<Value> = { readonly join: (signal: AbortSignal | undefined) => Promise<Value> }

/** One request and everybody who waits for it. */
function boardingOf<Value>(fly: (signal: AbortSignal) => Promise<Value>, onEnd: () => void): Boarding<Value> {
  const controller = new AbortController()
  let waiting = 0
  const landed = fly(controller.signal).finally(onEnd)
  // Everybody may have left by the time it fails; each of them has their own promise.
  landed.catch(() => {})
  return { join }

  function join(signal: AbortSignal | undefined): Promise<Value> {
    waiting++
    if (!signal) return landed
    return new Promise((resolve, reject) => {
      signal.addEventListener('abort', leave, { once: true })
      landed.then(resolve, reject).finally(() => signal.removeEventListener('abort', leave))

      function leave() {
        reject(signal?.reason)
        waiting--
        if (waiting === 0) setTimeout(abandon, grace)
      }
    })
  }

  function abandon() {
    if (waiting > 0) return
    onEnd()
    controller.abort()
  }
}

const grace = 250

/** Resolves after so many milliseconds, or rejects with the signal's reason before. */
function pause(milliseconds: number, signal: AbortSignal): Promise<void> {
  if (!(milliseconds > 0)) return Promise.resolve()
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => {
      signal.removeEventListener('abort', stop)
      resolve()
    }, milliseconds)
    signal.addEventListener('abort', stop, { once: true })

    function stop() {
      clearTimeout(timer)
      reject(signal.reason)
    }
  })
}
