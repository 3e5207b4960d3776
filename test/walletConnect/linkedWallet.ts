import { SignClient } from '@walletconnect/sign-client'
import { ignoreEndedSessions } from '../../src/wallets/walletConnect/client'

export type Question = { readonly chain: string; readonly method: string; readonly params: unknown }

export type LinkedWalletOptions = {
  readonly relayUrl: string
  /** Accounts by CAIP-10 without the chain: `{ eip155: '0x…' }`. */
  readonly addresses: Readonly<Partial<Record<'eip155' | 'solana', string>>>
  /** The supported chains, by CAIP-2; by default all requested ones. */
  readonly chains?: readonly string[]
  /**
   * The owner's answer. An error with a `code` is passed on unchanged; a promise that never settles is a sleeping
   * phone.
   */
  readonly answer: (question: Question) => Promise<unknown>
}

type Client = Awaited<ReturnType<typeof SignClient.init>>

/** The wallet at the other end of a session, of the library wallets are made with. */
export class LinkedWallet {
  readonly questions: Question[] = []
  /** Whether the next page that asks is let in. */
  lets = true
  readonly #client: Client
  readonly #options: LinkedWalletOptions

  private constructor(client: Client, options: LinkedWalletOptions) {
    this.#client = client
    this.#options = options
    client.on('session_proposal', ({ id, params }) => void this.#respondTo(id, params.optionalNamespaces))
    client.on('session_request', ({ id, topic, params }) => void this.#answer(id, topic, params))
  }

  static async open(options: LinkedWalletOptions): Promise<LinkedWallet> {
    const client = await SignClient.init({
      projectId: 'wallet',
      relayUrl: options.relayUrl,
      metadata: { name: 'Linked wallet', description: '', url: 'https://wallet.example', icons: [] },
      customStoragePrefix: `wallet-${Math.random()}`,
      telemetryEnabled: false,
      logger: 'silent',
    })
    // The verification of a page would call another host.
    client.core.verify.resolve = async () => undefined as never
    ignoreEndedSessions(client)
    return new LinkedWallet(client, options)
  }

  get sessions(): number {
    return this.#client.session.getAll().length
  }

  async scan(uri: string): Promise<void> {
    await this.#client.pair({ uri })
  }

  /** The owner ends the connection in the wallet. */
  async leave(): Promise<void> {
    for (const { topic } of this.#client.session.getAll())
      await this.#client.disconnect({ topic, reason: { code: 6000, message: 'User disconnected.' } })
  }

  /** The owner goes to another network in the wallet. */
  async goTo(chainId: number): Promise<void> {
    const event = { name: 'chainChanged', data: chainId }
    for (const { topic } of this.#client.session.getAll())
      await this.#client.emit({ topic, event, chainId: `eip155:${chainId}` })
  }

  async close(): Promise<void> {
    this.#client.core.heartbeat.stop()
    await this.#client.core.relayer.transportClose()
  }

  async #respondTo(
    id: number,
    wished: Readonly<Record<string, { chains?: string[]; methods: string[]; events: string[] }>>,
  ) {
    if (!this.lets) return this.#client.reject({ id, reason: { code: 5000, message: 'User rejected.' } })
    const { addresses, chains } = this.#options
    const namespaces = Object.entries(wished).flatMap(([kind, wish]) => {
      const address = kind === 'eip155' ? addresses.eip155 : addresses.solana
      const known = (wish.chains ?? []).filter((chain) => chains?.includes(chain) ?? true)
      if (address === undefined || known.length === 0) return []
      const accounts = known.map((chain) => `${chain}:${address}`)
      return [[kind, { chains: known, accounts, methods: wish.methods, events: wish.events }] as const]
    })
    const { acknowledged } = await this.#client.approve({ id, namespaces: Object.fromEntries(namespaces) })
    await acknowledged()
  }

  async #answer(
    id: number,
    topic: string,
    { chainId, request }: { chainId: string; request: { method: string; params: unknown } },
  ) {
    const question = { chain: chainId, method: request.method, params: request.params }
    this.questions.push(question)
    const said = await this.#options.answer(question).then(
      (result) => ({ result: result ?? null }),
      (error: unknown) => ({
        error: { code: codeOf(error), message: String(Reflect.get(Object(error), 'message')) },
      }),
    )
    await this.#client.respond({ topic, response: { id, jsonrpc: '2.0', ...said } })
  }
}

function codeOf(error: unknown): number {
  const code: unknown = typeof error === 'object' && error !== null ? Reflect.get(error, 'code') : undefined
  return typeof code === 'number' ? code : 5000
}
