import { SignClient as Library } from '@walletconnect/sign-client'
import type { WalletConnectSettings } from '../../protocol/deployment/deployment'
import { createClientStorage } from './clientStorage'
import { ignoreEndedSessions } from './endedSessions'

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
