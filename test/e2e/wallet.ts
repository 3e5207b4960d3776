import type { BrowserContext, Page } from 'playwright-core'
import {
  type Address,
  createPublicClient,
  createWalletClient,
  encodeFunctionData,
  erc20Abi,
  type Hex,
  http,
  isHex,
  numberToHex,
} from 'viem'
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts'
import { errorMessage } from '../../src/domain/errorMessage'
import type { ExchangeChain } from '../../src/exchange/exchange'

/** What the person in front of the wallet does with a prompt. */
export type PromptResponse =
  | 'approve'
  | 'reject'
  /** Never answers, and nothing happens. */
  | 'hang'
  /** Sends, but the answer gets lost on the way back. */
  | 'send and hang'
  /** Answers with something that is no hash. */
  | 'mumble'
  /** Does nothing and answers this, as if something had been done. */
  | { readonly answer: unknown }
  /** A foreign error, as wallets really give them: instead of sending, or although it was sent. */
  | { readonly code: number; readonly message: string; readonly data?: unknown; readonly after?: 'sending' }
  /** Thinks about it. */
  | { readonly later: Promise<PromptResponse> }
  /** Changes the transaction before signing it, as wallets allow. */
  | { readonly edit: (transaction: TransactionRequest) => TransactionRequest }

export type WalletRequest = { readonly method: string; readonly params: readonly unknown[] }

export type TransactionRequest = Readonly<Record<string, string | undefined>>

type Connector = (request: WalletRequest) => Promise<unknown>

type Options = {
  readonly name?: string
  readonly chains: readonly ExchangeChain[]
  /** The chain the wallet stands on when it is first met; the last one if not said. */
  readonly chainId?: number
  readonly privateKey?: Hex
}

/**
 * A wallet that a page meets as an extension (EIP-6963), while its key and its will stay in the test. It signs and
 * sends for real, remembers every request, and does with prompts what the test says.
 */
export class TestWallet {
  readonly name: string
  readonly privateKey: Hex
  /** Everything a page has asked, in order. */
  readonly requests: WalletRequest[] = []
  /** Hashes of what was really sent. */
  readonly sent: Hex[] = []
  /** Most prompts that stood open at one time, over all pages. */
  mostOpen = 0
  /** What happens to a prompt when nothing else was arranged. */
  habit: PromptResponse = 'approve'
  chainId: number
  /** Its node does not answer, as when a provider is down. */
  isDeaf = false

  readonly #chains: Map<number, ExchangeChain>
  readonly #arranged: PromptResponse[] = []
  readonly #pages = new Set<Page>()
  /** Prompts its owner has not answered yet. A page that is left takes its prompts along. */
  readonly #open = new Set<{ readonly page: Page }>()
  #isConnected = false
  #account

  constructor({ name = 'Test Wallet', chains, chainId, privateKey = generatePrivateKey() }: Options) {
    this.name = name
    this.privateKey = privateKey
    this.#chains = new Map(chains.filter(({ kind }) => kind === 'evm').map((chain) => [chain.chainId, chain]))
    this.#account = privateKeyToAccount(privateKey)
    this.chainId = chainId ?? [...this.#chains.keys()].at(-1) ?? 1
  }

  get address(): Address {
    return this.#account.address
  }

  /** The prompts to come are met with these responses, one each; after that the habit counts. */
  arrange(...responses: PromptResponse[]): void {
    this.#arranged.push(...responses)
  }

  /** How often a page asked for this. */
  asked(method: string): number {
    return this.requests.filter((request) => request.method === method).length
  }

  /** Joins a browser context: every page in it meets the wallet, also after a reload. */
  async enter(context: BrowserContext): Promise<void> {
    await context.exposeBinding('__testWallet', ({ page }, request: WalletRequest) => {
      this.#pages.add(page)
      return isPrompt(request) ? this.#shown(page, this.#answer(request)) : this.#answer(request)
    })
    context.on('page', (page) => {
      page.on('close', () => this.#forget(page))
      page.on('framenavigated', (frame) => frame === page.mainFrame() && this.#forget(page))
    })
    await context.addInitScript(announce, { name: this.name, rdns: 'test.tidegate.wallet' })
  }

  /** The person switches the network in the wallet itself. */
  async switchTo(chainId: number): Promise<void> {
    this.chainId = chainId
    await this.#tell('chainChanged', numberToHex(chainId))
  }

  /** The person chooses another account in the wallet itself. */
  async useAccount(privateKey: Hex): Promise<void> {
    this.#account = privateKeyToAccount(privateKey)
    await this.#tell('accountsChanged', [this.address])
  }

  /** The person locks the wallet or takes the permission back. */
  async disconnect(): Promise<void> {
    this.#isConnected = false
    await this.#tell('accountsChanged', [])
  }

  /** An allowance given at another time, behind the app's back. */
  async approve(token: Address, spender: Address, amount: bigint): Promise<void> {
    const data = encodeFunctionData({ abi: erc20Abi, functionName: 'approve', args: [spender, amount] })
    const hash = await this.#broadcast({ to: token, data })
    await this.#node(this.chainId).waitForTransactionReceipt({ hash })
  }

  async #shown<Answer>(page: Page, answer: Promise<Answer>): Promise<Answer> {
    const prompt = { page }
    this.#open.add(prompt)
    this.mostOpen = Math.max(this.mostOpen, this.#open.size)
    return answer.finally(() => this.#open.delete(prompt))
  }

  /** The owner closes the windows of the wallet without a word. */
  closeWindows(): void {
    this.#open.clear()
  }

  #forget(page: Page): void {
    for (const prompt of this.#open) if (prompt.page === page) this.#open.delete(prompt)
  }

  async #tell(event: string, payload: unknown): Promise<void> {
    const open = [...this.#pages].filter((page) => !page.isClosed())
    await Promise.all(
      open.map((page) =>
        page.evaluate((news) => window.dispatchEvent(new CustomEvent('test-wallet', { detail: news })), {
          event,
          payload,
        }),
      ),
    )
  }

  async #answer(request: WalletRequest): Promise<{ result: unknown } | { error: unknown }> {
    this.requests.push(request)
    try {
      const connector = this.#connector(request.method)
      return { result: (await connector(request)) ?? null }
    } catch (error) {
      if (error instanceof WalletError) return { error: { code: error.code, message: error.message, data: error.data } }
      return { error: { code: -32603, message: errorMessage(error) } }
    }
  }

  #connector(method: string): Connector {
    switch (method) {
      case 'eth_accounts':
        return async () => (this.#isConnected ? [this.address] : [])
      case 'eth_chainId':
        return async () => numberToHex(this.chainId)
      case 'net_version':
        return async () => String(this.chainId)
      case 'wallet_getPermissions':
        return async () => (this.#isConnected ? this.#permissions() : [])
      case 'wallet_revokePermissions':
        return async () => {
          this.#isConnected = false
        }
      case 'eth_requestAccounts':
        return async () => {
          if (!this.#isConnected) await this.#prompt()
          this.#isConnected = true
          return [this.address]
        }
      case 'wallet_requestPermissions':
        return async () => {
          await this.#prompt()
          this.#isConnected = true
          return this.#permissions()
        }
      case 'wallet_switchEthereumChain':
      case 'wallet_addEthereumChain':
        return ({ params }) => this.#switchChain(params)
      case 'personal_sign':
        return async ({ params }) => {
          await this.#prompt()
          return this.#account.signMessage({ message: { raw: asHex(params[0]) } })
        }
      case 'eth_sendTransaction':
        return ({ params }) => this.#send(params[0] as TransactionRequest)
      case 'eth_signTransaction':
      case 'eth_signTypedData_v4':
      case 'wallet_sendCalls':
      case 'wallet_getCapabilities':
        return async () => {
          throw new WalletError(4200, `The wallet does not support ${method}.`)
        }
      default:
        return ({ params }) => this.#read(method, params)
    }
  }

  async #read(method: string, params: readonly unknown[]): Promise<unknown> {
    if (this.isDeaf) throw new WalletError(-32603, 'The node behind the wallet does not answer.')
    return this.#node(this.chainId).request({ method, params } as never)
  }

  #permissions() {
    return [
      { parentCapability: 'eth_accounts', caveats: [{ type: 'restrictReturnedAccounts', value: [this.address] }] },
    ]
  }

  async #switchChain([wish]: readonly unknown[]): Promise<null> {
    const chainId = Number((wish as { chainId: string }).chainId)
    if (!this.#chains.has(chainId)) throw new WalletError(4902, `Unrecognized chain ID "${chainId}".`)
    if (chainId === this.chainId) return null
    const response = await this.#prompt()
    if (isAnswer(response)) return null
    await this.switchTo(chainId)
    return null
  }

  async #send(asked: TransactionRequest): Promise<unknown> {
    if (asked.chainId !== undefined && Number(asked.chainId) !== this.chainId)
      throw new WalletError(-32602, `The wallet is on chain ${this.chainId}, not ${Number(asked.chainId)}.`)
    const response = await this.#prompt()
    if (response === 'mumble') return 'sent, probably'
    if (isAnswer(response)) return response.answer
    const transaction = typeof response === 'object' && 'edit' in response ? response.edit(asked) : asked
    const hash = await this.#broadcast(transaction)
    this.sent.push(hash)
    if (isError(response)) throw new WalletError(response.code, response.message, response.data)
    return response === 'send and hang' ? forever() : hash
  }

  async #broadcast({ to, data, value, gas, nonce }: TransactionRequest): Promise<Hex> {
    const chain = this.#chain(this.chainId)
    const client = createWalletClient({ account: this.#account, transport: http(chain.rpcTarget) })
    const fields = {
      to: to === undefined ? undefined : asHex(to),
      data: data === undefined ? undefined : asHex(data),
      value: BigInt(value ?? 0),
    }
    const enough = gas === undefined ? await this.#estimate(fields) : BigInt(gas)
    return client.sendTransaction({
      ...fields,
      chain: null,
      gas: enough,
      ...(nonce === undefined ? {} : { nonce: Number(nonce) }),
    })
  }

  /** Prices move between the estimate and the block, so a wallet leaves some room. */
  async #estimate(fields: { to: Hex | undefined; data: Hex | undefined; value: bigint }): Promise<bigint> {
    const estimate = await this.#node(this.chainId).estimateGas({ account: this.address, ...fields })
    return (estimate * 13n) / 10n
  }

  /** Shows a prompt to the person; comes back only if the person agrees to something. */
  async #prompt(): Promise<PromptResponse> {
    return this.#meet(this.#arranged.shift() ?? this.habit)
  }

  async #meet(response: PromptResponse): Promise<PromptResponse> {
    if (typeof response === 'object' && 'later' in response) return this.#meet(await response.later)
    if (response === 'reject') throw new WalletError(4001, 'User rejected the request.')
    if (response === 'hang') return forever()
    if (isError(response) && response.after === undefined)
      throw new WalletError(response.code, response.message, response.data)
    return response
  }

  #node(chainId: number) {
    return createPublicClient({ transport: http(this.#chain(chainId).rpcTarget) })
  }

  #chain(chainId: number): ExchangeChain {
    const chain = this.#chains.get(chainId)
    if (!chain) throw new WalletError(4901, `The wallet is not connected to chain ${chainId}.`)
    return chain
  }
}

/** What only its owner can answer. */
function isPrompt({ method }: WalletRequest): boolean {
  return /^eth_(send|sign|requestAccounts)|^wallet_(switch|add|send|request)|^personal_/.test(method)
}

function isAnswer(response: PromptResponse): response is Extract<PromptResponse, { readonly answer: unknown }> {
  return typeof response === 'object' && 'answer' in response
}

function isError(response: PromptResponse): response is Extract<PromptResponse, { readonly code: number }> {
  return typeof response === 'object' && 'code' in response
}

function forever(): Promise<never> {
  return new Promise(() => {})
}

function asHex(value: unknown): Hex {
  if (isHex(value)) return value
  throw new WalletError(-32602, `${String(value)} is not hex.`)
}

/** Runs in the page before anything else: announces a provider whose every request goes to the test. */
function announce({ name, rdns }: { name: string; rdns: string }): void {
  type Answer = { result: unknown } | { error: { code: number; message: string; data?: unknown } }
  type Listener = (payload: unknown) => void
  const ask = (window as unknown as { __testWallet: (request: object) => Promise<Answer> }).__testWallet
  const listeners = new Map<string, Set<Listener>>()
  const provider = {
    async request({ method, params = [] }: { method: string; params?: unknown }) {
      const answer = await ask({ method, params: Array.isArray(params) ? params : [params] })
      if ('error' in answer) throw Object.assign(new Error(answer.error.message), answer.error)
      return answer.result
    },
    on(event: string, listener: Listener) {
      listeners.set(event, (listeners.get(event) ?? new Set()).add(listener))
      return provider
    },
    removeListener(event: string, listener: Listener) {
      listeners.get(event)?.delete(listener)
      return provider
    },
  }
  window.addEventListener('test-wallet', (news) => {
    const { event, payload } = (news as CustomEvent<{ event: string; payload: unknown }>).detail
    for (const listener of listeners.get(event) ?? []) listener(payload)
  })
  const icon =
    "data:image/svg+xml,<svg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 8 8'><circle cx='4' cy='4' r='4'/></svg>"
  const detail = Object.freeze({ info: Object.freeze({ uuid: crypto.randomUUID(), name, icon, rdns }), provider })
  const greet = () => window.dispatchEvent(new CustomEvent('eip6963:announceProvider', { detail }))
  window.addEventListener('eip6963:requestProvider', greet)
  greet()
}

/** An error as EIP-1193 has it. */
class WalletError extends Error {
  override readonly name = 'WalletError'
  readonly code: number
  readonly data: unknown

  constructor(code: number, message: string, data?: unknown) {
    super(message)
    this.code = code
    this.data = data
  }
}
