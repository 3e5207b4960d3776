import { Listeners } from '../../domain/listeners'
import { once } from '../../domain/once'
import type { Deployment, WalletConnectSettings } from '../../protocol/deployment/deployment'
import { ProviderError } from '../evm/connection/eip1193'
import { MethodNotAllowed } from '../evm/connection/provider'
import { withTimeout } from '../waiting'
import { caip2, type Namespace } from '../walletConnectOption'
import { type Pairing, WalletFailure } from '../wallets'
import type { Session, SignClient, SignClientOptions } from './client'

/** Events of a session. */
export type SessionChange =
  | { readonly is: 'accounts' }
  | { readonly is: 'chain'; readonly chainId: number }
  | { readonly is: 'ended' }

export type SessionRequest = {
  /** The chain's CAIP-2 id: `eip155:1`. */
  readonly chain: string
  readonly method: string
  readonly params: unknown
}

export type SessionOptions = {
  readonly deployment: Pick<Deployment, 'name' | 'chains'>
  readonly settings: WalletConnectSettings
  readonly page: Window
  /** Called with the URI to scan or open, and with `undefined` when pairing has ended. */
  readonly onPairing: (pairing: Pairing | undefined) => void
  /** Loads the library. */
  readonly open?: (options: SignClientOptions) => Promise<SignClient>
}

/** A namespace proposal in the library's mutable type. */
type NamespaceRequest = { chains: string[]; methods: string[]; events: string[] }

const methods: Readonly<Record<Namespace, readonly string[]>> = {
  eip155: [
    ...['eth_sendTransaction', 'wallet_switchEthereumChain', 'wallet_addEthereumChain'],
    ...['wallet_getCapabilities', 'wallet_sendCalls', 'wallet_getCallsStatus'],
  ],
  solana: ['solana_signTransaction'],
}

const events: Readonly<Record<Namespace, readonly string[]>> = {
  eip155: ['accountsChanged', 'chainChanged'],
  solana: [],
}

/** Owners of a contract account may need hours to sign; the library's default expiry is five minutes. */
const patientMethods: ReadonlySet<string> = new Set(['eth_sendTransaction', 'wallet_sendCalls'])

/** In seconds: three days. The library allows a week. */
const signingExpiry = 3 * 24 * 60 * 60

/** The storage key of the app that the library opens for each request on a phone. */
const appKey = 'WALLETCONNECT_DEEPLINK_CHOICE'

async function loadAndOpen(options: SignClientOptions): Promise<SignClient> {
  return (await import('./client')).openClient(options)
}

/** One WalletConnect session for both chain kinds. Its large library loads with the first connection. */
export class WalletConnectSession {
  readonly #options: SessionOptions
  readonly #listeners = new Listeners<[news: SessionChange]>()
  /** Topics of sessions that the person disconnected: they never count again, whether the relay knows or not. */
  readonly #ended = new Set<string>()
  readonly #client = once(() => this.#open())
  #attempt = 0

  constructor(options: SessionOptions) {
    this.#options = options
  }

  subscribe(listener: (news: SessionChange) => void): void {
    this.#listeners.add(listener)
  }

  /** CAIP-10 accounts of the session, `eip155:1:0xab…`; empty without a session. */
  async accounts(namespace: Namespace): Promise<readonly string[]> {
    return this.#session(await this.#client())?.namespaces[namespace]?.accounts ?? []
  }

  async allows(namespace: Namespace, method: string): Promise<boolean> {
    return this.#session(await this.#client())?.namespaces[namespace]?.methods.includes(method) ?? false
  }

  /**
   * Shows a pairing link until a wallet connects; resolves immediately if the session already has accounts of this
   * namespace.
   */
  async connect(namespace: Namespace): Promise<void> {
    const client = await this.#client()
    if ((await this.accounts(namespace)).length > 0) return
    const mine = ++this.#attempt
    const { uri, approval } = await client.connect({ optionalNamespaces: this.#wanted() })
    if (uri !== undefined)
      this.#options.onPairing({ uri, rememberApp: (app) => remember(this.#options.page.localStorage, app) })
    try {
      const session = await approval()
      if (mine !== this.#attempt) return await this.#end(client, session)
      await Promise.all(
        client.session.getAll().map((other) => other.topic !== session.topic && this.#end(client, other)),
      )
      this.#listeners.notify({ is: 'accounts' })
    } catch (error) {
      if (!(error instanceof Error) || !/proposal expired/i.test(error.message)) throw error
      throw new WalletFailure({ code: 'expired', facts: { is: 'code expired' }, detail: undefined }, { cause: error })
    } finally {
      if (mine === this.#attempt) this.#options.onPairing(undefined)
    }
  }

  /** Sends a request to the wallet; only methods this app allows. Rejects with the wallet's own error. */
  async request({ chain, method, params }: SessionRequest): Promise<unknown> {
    if (!methods[chain.startsWith('solana:') ? 'solana' : 'eip155'].includes(method)) throw new MethodNotAllowed(method)
    const client = await this.#client()
    const session = this.#session(client)
    if (!session) throw new ProviderError('The session with the wallet has ended.', 4900)
    const expiry = patientMethods.has(method) ? { expiry: signingExpiry } : {}
    return client.request({ topic: session.topic, chainId: chain, request: { method, params }, ...expiry })
  }

  async disconnect(): Promise<void> {
    const client = await this.#client()
    this.#options.page.localStorage.removeItem(appKey)
    await Promise.all(client.session.getAll().map((session) => this.#end(client, session)))
    this.#listeners.notify({ is: 'ended' })
  }

  /** The current session; an expired one counts as none. */
  #session(client: SignClient): Session | undefined {
    return client.session
      .getAll()
      .findLast(({ topic, expiry }) => !this.#ended.has(topic) && expiry * 1_000 > Date.now())
  }

  async #end(client: SignClient, session: Session): Promise<void> {
    const { topic } = session
    this.#ended.add(topic)
    const ending = client.disconnect({ topic, reason: leaving }).then(
      () => true,
      () => false,
    )
    if (!(await withTimeout(endTimeout, ending, () => false))) await deleteSession(client, session)
  }

  async #open(): Promise<SignClient> {
    const { settings, deployment, page, open = loadAndOpen } = this.#options
    const { location, localStorage: storage } = page
    const client = await open({ ...settings, name: deployment.name, origin: location.origin, storage })
    this.#follow(client)
    return client
  }

  #follow(client: SignClient) {
    const endUnless = () => {
      if (!this.#session(client)) this.#listeners.notify({ is: 'ended' })
    }
    client.on('session_delete', endUnless)
    client.on('session_expire', endUnless)
    client.on('session_update', () => this.#listeners.notify({ is: 'accounts' }))
    client.on('session_event', ({ params: { event, chainId } }) => {
      if (event.name === 'accountsChanged') this.#listeners.notify({ is: 'accounts' })
      const [kind, reference] = chainId.split(':')
      if (event.name === 'chainChanged' && kind === 'eip155')
        this.#listeners.notify({ is: 'chain', chainId: Number(event.data) || Number(reference) })
    })
  }

  /** Proposes every chain of the deployment as optional, so that a wallet that supports only some can still connect. */
  #wanted() {
    const wanted = (['eip155', 'solana'] as const).flatMap((namespace) => {
      const chains = this.#options.deployment.chains.flatMap((chain) => caip2(chain, namespace) ?? [])
      if (chains.length === 0) return []
      const request: NamespaceRequest = { chains, methods: [...methods[namespace]], events: [...events[namespace]] }
      return [[namespace, request] as const]
    })
    return Object.fromEntries(wanted)
  }
}

/** Deletes the session and its keys locally even if the relay cannot be reached. */
async function deleteSession({ session, core }: SignClient, { topic, self }: Session): Promise<void> {
  await Promise.allSettled([
    session.delete(topic, leaving),
    core.crypto.deleteSymKey(topic),
    core.crypto.deleteKeyPair(self.publicKey),
  ])
  // May wait for a connection to the relay, so it is not awaited.
  void core.relayer.unsubscribe(topic).catch(() => undefined)
}

const leaving = { code: 6000, message: 'User disconnected.' }

/** Milliseconds to wait for the relay to report the end of the session to the wallet. */
const endTimeout = 3_000

function remember(storage: Storage, app: { readonly name: string; readonly href: string }) {
  storage.setItem(appKey, JSON.stringify(app))
}
