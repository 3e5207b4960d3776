import { SignClient as Library } from '@walletconnect/sign-client'
import { attempt } from '../../domain/attempt'
import type { WalletConnectSettings } from '../../protocol/deployment/deployment'

export type SignClient = Awaited<ReturnType<typeof Library.init>>
export type Session = ReturnType<SignClient['session']['getAll']>[number]

export type SignClientOptions = WalletConnectSettings & {
  readonly name: string
  readonly origin: string
  readonly storage: Storage
}

/** Opens the relay's client. The whole library loads with this file, so import it only after the person chooses it. */
export async function openClient({
  projectId,
  relayUrl,
  name,
  origin,
  storage,
}: SignClientOptions): Promise<SignClient> {
  const client = await Library.init({
    projectId,
    relayUrl,
    metadata: { name, description: name, url: origin, icons: [`${origin}/favicon.svg`] },
    storage: createClientStorage(storage),
    telemetryEnabled: false,
    logger: 'silent',
  })
  // The library would verify this page through an iframe of another host, which the page's CSP blocks.
  client.core.verify.register = async () => ''
  ignoreEndedSessions(client)
  return client
}

/** The library's storage in the page's localStorage, so that a session survives a reload. */
function createClientStorage(storage: Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>) {
  const ownKeys = () => Object.keys(storage).filter((key) => key.startsWith(prefix))
  return {
    getItem: async <Kept>(key: string) => read<Kept>(storage.getItem(prefix + key)),
    setItem: async (key: string, value: unknown) => storage.setItem(prefix + key, JSON.stringify(value)),
    removeItem: async (key: string) => storage.removeItem(prefix + key),
    getKeys: async () => ownKeys().map((key) => key.slice(prefix.length)),
    getEntries: async <Kept>() =>
      ownKeys().flatMap((key): [string, Kept][] => {
        const kept = read<Kept>(storage.getItem(key))
        return kept === undefined ? [] : [[key.slice(prefix.length), kept]]
      }),
  }
}

const prefix = 'tidegate.walletConnect.'

/** Only the library writes here and knows the shapes. An unreadable value counts as missing: the person reconnects. */
function read<Kept>(text: string | null): Kept | undefined {
  return attempt(() => (text === null ? undefined : (JSON.parse(text) as Kept)))
}

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
