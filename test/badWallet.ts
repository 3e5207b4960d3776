import { createPublicClient, createWalletClient, type Hex, http, numberToHex } from 'viem'
import { generatePrivateKey, type PrivateKeyAccount, privateKeyToAccount } from 'viem/accounts'
import type { Provider } from '../src/wallets/evm/connection/provider'

/** The wallet's behaviour for one request that its owner has to answer. */
export type PromptResponse =
  | 'approve'
  /** Refuses by the standard. */
  | 'reject'
  /** Never answers, and nothing happens. */
  | 'hang'
  /** Executes the request, and never answers. */
  | 'do and hang'
  /** Answers this and does nothing: `null`, `"0x"`, an object. */
  | { readonly answer: unknown }
  /** Fails with this, before or after executing the request. Strings are thrown as strings. */
  | { readonly error: unknown; readonly after?: 'doing' }
  /** Changes the transaction before signing it. */
  | { readonly edit: (transaction: Transaction) => Transaction }
  /** Signs, sends, and immediately sends something else with the same nonce and a higher fee. */
  | { readonly replaceBy: (transaction: Transaction) => Transaction; readonly answer: 'first' | 'second' }

export type Transaction = {
  readonly to?: string
  readonly data?: string
  readonly value?: string
  readonly nonce?: string
  readonly gas?: string
  readonly maxFeePerGas?: string
  readonly maxPriorityFeePerGas?: string
}

type Question = { readonly method: string; readonly params: readonly unknown[] }

export type BadWalletOptions = {
  /** The chains it knows, by number. */
  readonly chains: ReadonlyMap<number, string>
  readonly chainId?: number
  readonly keys?: readonly Hex[]
}

/**
 * A wallet that signs and sends for real on local chains, and misbehaves on request: each kind of prompt is met with
 * the responses arranged for it, one each, and then with approval.
 */
export class BadWallet {
  /** Everything that was asked, in order. */
  readonly requests: Question[] = []
  /** Hashes of what was really sent, in order. */
  readonly sent: Hex[] = []
  readonly chains: Map<number, string>
  chainId: number
  isLocked = false
  /** Most prompts that were open at one time. */
  mostOpen = 0

  readonly #accounts: readonly PrivateKeyAccount[]
  readonly #arranged = new Map<string, PromptResponse[]>()
  readonly #listeners = new Map<string, Set<(news: unknown) => void>>()
  #selected = 0
  #open = 0

  constructor({ chains, chainId, keys = [generatePrivateKey()] }: BadWalletOptions) {
    this.chains = new Map(chains)
    this.chainId = chainId ?? [...chains.keys()][0] ?? 1
    this.#accounts = keys.map((key) => privateKeyToAccount(key))
  }

  get address(): Hex {
    return this.#accounts[this.#selected]!.address
  }

  /** The provider for a page. */
  readonly provider: Provider = {
    request: ({ method, params = [] }) => this.#answer({ method, params }),
    on: (event, listener) => {
      this.#listeners.set(event, (this.#listeners.get(event) ?? new Set()).add(listener))
    },
    removeListener: (event, listener) => {
      this.#listeners.get(event)?.delete(listener)
    },
  }

  /** The next prompts of this kind are met with these responses. */
  arrange(method: string, ...responses: PromptResponse[]): void {
    this.#arranged.set(method, [...(this.#arranged.get(method) ?? []), ...responses])
  }

  /** How often this was asked. */
  asked(method: string): number {
    return this.requests.filter((request) => request.method === method).length
  }

  /** The owner goes to another chain in the wallet itself. */
  goTo(chainId: number, said: unknown = numberToHex(chainId)): void {
    this.chainId = chainId
    this.#tell('chainChanged', said)
  }

  /** The owner chooses another account in the wallet itself. */
  select(account: number): void {
    this.#selected = account
    this.#tell('accountsChanged', this.#visible())
  }

  lock(isLocked = true): void {
    this.isLocked = isLocked
    this.#tell('accountsChanged', this.#visible())
  }

  /** The selected account first, as wallets do it. */
  #visible(): Hex[] {
    if (this.isLocked) return []
    const others = this.#accounts.filter((_, index) => index !== this.#selected)
    return [this.address, ...others.map(({ address }) => address)]
  }

  async #answer(question: Question): Promise<unknown> {
    this.requests.push(question)
    const { method, params } = question
    switch (method) {
      case 'eth_accounts':
        return this.#visible()
      case 'eth_chainId':
        return numberToHex(this.chainId)
      case 'eth_requestAccounts':
        return this.#prompt(method, async () => this.#visible())
      case 'wallet_switchEthereumChain':
        return this.#prompt(method, () => this.#switch(params))
      case 'wallet_addEthereumChain':
        return this.#prompt(method, () => this.#add(params))
      case 'eth_sendTransaction':
        return this.#prompt(method, (response) => this.#send(params[0] as Transaction & { chainId?: string }, response))
      case 'wallet_revokePermissions':
        return null
      default:
        return this.#read(question)
    }
  }

  async #prompt(method: string, act: (response: PromptResponse) => Promise<unknown>): Promise<unknown> {
    this.mostOpen = Math.max(this.mostOpen, ++this.#open)
    const response = this.#arranged.get(method)?.shift() ?? 'approve'
    if (response === 'hang') return new Promise(() => undefined)
    if (response === 'do and hang') {
      await act(response)
      return new Promise(() => undefined)
    }
    try {
      if (response === 'reject') throw new WalletError(4001, 'User rejected the request.')
      if (typeof response === 'object' && 'error' in response) {
        if (response.after === 'doing') await act(response)
        throw response.error
      }
      if (typeof response === 'object' && 'answer' in response && !('replaceBy' in response)) return response.answer
      return await act(response)
    } finally {
      this.#open--
    }
  }

  async #switch([wish]: readonly unknown[]): Promise<null> {
    const chainId = Number((wish as { chainId: string }).chainId)
    if (!this.chains.has(chainId)) throw new WalletError(4902, 'Unrecognized chain ID. Try adding the chain first.')
    this.goTo(chainId)
    return null
  }

  async #add([wish]: readonly unknown[]): Promise<null> {
    const { chainId, rpcUrls } = wish as { chainId: string; rpcUrls: string[] }
    this.chains.set(Number(chainId), rpcUrls[0]!)
    return null
  }

  async #send(asked: Transaction & { chainId?: string }, response: PromptResponse): Promise<Hex> {
    if (asked.chainId !== undefined && Number(asked.chainId) !== this.chainId)
      throw new WalletError(-32000, `chainId should be same as current chainId`)
    if (typeof response === 'object' && 'replaceBy' in response) return this.#sendTwice(asked, response)
    const edited = typeof response === 'object' && 'edit' in response ? response.edit(asked) : asked
    return this.#broadcast(edited, 1n)
  }

  async #sendTwice(asked: Transaction, response: Extract<PromptResponse, { replaceBy: unknown }>): Promise<Hex> {
    const nonce = numberToHex(await this.#nonce())
    const first = await this.#broadcast({ ...asked, nonce }, 1n)
    const second = await this.#broadcast({ ...response.replaceBy(asked), nonce }, 2n)
    return response.answer === 'first' ? first : second
  }

  /** Sends outside any prompt, as when the owner presses "speed up" or "cancel" in the wallet. */
  async broadcastAgain(transaction: Transaction, nonce: number): Promise<Hex> {
    return this.#broadcast({ ...transaction, nonce: numberToHex(nonce) }, 3n)
  }

  async #broadcast({ to, data, value, nonce, gas, ...fees }: Transaction, times: bigint): Promise<Hex> {
    const account = this.#accounts[this.#selected]!
    const client = createWalletClient({ account, transport: http(this.#url()) })
    const raw = await account.signTransaction({
      type: 'eip1559',
      chainId: this.chainId,
      nonce: nonce === undefined ? await this.#nonce() : Number(nonce),
      gas: BigInt(gas ?? 500_000),
      // A page that names fees gets them.
      maxFeePerGas: BigInt(fees.maxFeePerGas ?? 20_000_000_000n * times),
      maxPriorityFeePerGas: BigInt(fees.maxPriorityFeePerGas ?? 1_000_000_000n * times),
      ...(to === undefined ? {} : { to: to as Hex }),
      ...(data === undefined ? {} : { data: data as Hex }),
      ...(value === undefined ? {} : { value: BigInt(value) }),
    })
    const hash = await client.request({ method: 'eth_sendRawTransaction', params: [raw] })
    this.sent.push(hash)
    return hash
  }

  #nonce(): Promise<number> {
    return createPublicClient({ transport: http(this.#url()) }).getTransactionCount({
      address: this.address,
      blockTag: 'pending',
    })
  }

  #read({ method, params }: Question): Promise<unknown> {
    const client = createPublicClient({ transport: http(this.#url()) })
    return client.request({ method, params } as never)
  }

  #url(): string {
    return this.chains.get(this.chainId)!
  }

  #tell(event: string, news: unknown): void {
    for (const listener of this.#listeners.get(event) ?? []) listener(news)
  }
}

/** An error as EIP-1193 has it. */
export class WalletError extends Error {
  readonly code: number
  readonly data: unknown

  constructor(code: number, message: string, data?: unknown) {
    super(message)
    this.code = code
    this.data = data
  }
}
