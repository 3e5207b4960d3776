/** A refusal in the service's own shape, so that the app reads the gateway's words like the service's. */
export function refusal(status: number, message: string, headers: Readonly<Record<string, string>> = {}): Response {
  return new Response(JSON.stringify(refusalBody(message)), {
    status,
    headers: { 'content-type': 'application/json; charset=utf-8', 'cache-control': 'no-store', ...headers },
  })
}

/** The envelope of a refusal. */
export function refusalBody(message: string) {
  return { message, data: null, status: false }
}

/** Anything else that is said in JSON. */
export function json(status: number, body: unknown, caching = 'no-store'): Response {
  return new Response(JSON.stringify(body), {
    status,
    headers: { 'content-type': 'application/json; charset=utf-8', 'cache-control': caching },
  })
}
