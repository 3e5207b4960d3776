/**
 * `fetch`, which answers the first request for the list of chains, and the first for the operator's notice, with the one
 * that the page sent before any script was there (index.html). Each later request goes out by itself.
 */
export const fetchEarly: typeof fetch = (input, init) => {
  const isGet = (init?.method ?? 'GET') === 'GET'
  const early = isGet && typeof input === 'string' ? takeEarlyRequest(input) : undefined
  return early ?? fetch(input, init)
}

/** Milliseconds since it was sent. A deployment that was halted meanwhile must not pass for an open one. */
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
