/**
 * `fetch`, which answers the first request for the list of chains with the one that the page sent before any script was
 * there (index.html). Each later request goes out by itself.
 */
export const fetchEarly: typeof fetch = (input, init) => {
  const early = input === '/api/blockchain' && init?.method === 'GET' ? takeEarlyRequest() : undefined
  return early ?? fetch(input, init)
}

declare global {
  var tidegateEarlyRequest: Promise<Response> | undefined
}

function takeEarlyRequest(): Promise<Response> | undefined {
  const early = globalThis.tidegateEarlyRequest
  globalThis.tidegateEarlyRequest = undefined
  return early
}
