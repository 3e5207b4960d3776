/** The used part of the library's client. */
type Client = { readonly engine: object; readonly session: { readonly keys: readonly string[] } }

/**
 * Ignores the end of a session that the client has ended itself. For such a session the library (2.21) would reject twice
 * where no one catches it: it does not await its check of the peer's `session_delete`, and deletes in a listener.
 */
export function ignoreEndedSessions({ engine, session }: Client): void {
  const isOpen = (topic: unknown) => typeof topic === 'string' && session.keys.includes(topic)
  replace(engine, 'onSessionDeleteRequest', (ask) => async (topic, payload) => {
    if (isOpen(topic)) await ask(topic, payload)
  })
  replace(engine, 'deleteSession', (end) => async (asked) => {
    if (isOpen(Reflect.get(Object(asked), 'topic'))) await end(asked)
  })
}

type Method = (...given: readonly unknown[]) => Promise<unknown>

/** The library assigns its methods to the engine, and calls them there. */
function replace(engine: object, name: string, change: (method: Method) => Method): void {
  const method: unknown = Reflect.get(engine, name)
  if (typeof method === 'function')
    Reflect.set(
      engine,
      name,
      change(async (...given) => Reflect.apply(method, engine, given)),
    )
}
