/** Runs a callback once the browser is idle, in the order of the calls; immediately without idle callbacks. */
export function whenIdle(act: () => void): void {
  if (typeof requestIdleCallback === 'undefined') act()
  else requestIdleCallback(act, { timeout: maxWait })
}

/** Milliseconds after which the callback runs even if the browser is never idle. */
const maxWait = 1_000
