/** Does what can wait until what is shown now is drawn, in the order in which it was asked for. */
export function whenIdle(act: () => void): void {
  if (typeof requestIdleCallback === 'undefined') act()
  else requestIdleCallback(act, { timeout: longestWait })
}

/** Milliseconds after which it is done even though there is always something to draw. */
const longestWait = 1_000
