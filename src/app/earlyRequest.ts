/**
 * A `fetch` that reuses two requests which the page sent before any script had loaded (index.html): the first one for the
 * list of chains, and the first one for the operator's notice. Later requests are sent as usual.
 */
export const fetchEarly: typeof fetch = (input, init) => {
  const isGet = (init?.method ?? 'GET') === 'GET'
  const early = isGet && typeof input === 'string' ? takeEarlyRequest(input) : undefined
  return early ?? fetch(input, init)
}

/** The maximum age in milliseconds of an early answer: a deployment halted since then must not look open. */
const maxAge: ReadonlyMap<string, number> = new Map([
  ['/api/blockchain', 30_000],
  ['/notice.json', 10_000],
])

type EarlyRequest = { readonly response: Promise<Response>; readonly sentAt: number }

declare global {
  var tidegateEarlyRequests: Map<string, EarlyRequest> | undefined
}

function takeEarlyRequest(path: string): Promise<Response> | undefined {
  const early = globalThis.tidegateEarlyRequests?.get(path)
  globalThis.tidegateEarlyRequests?.delete(path)
  const isRecent = early !== undefined && performance.now() - early.sentAt < (maxAge.get(path) ?? 0)
  return isRecent ? early.response : undefined
}
