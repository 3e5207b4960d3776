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
import { errorMessage } from '../../src/domain/text/errorMessage'
import type { Exchange } from '../../src/exchange/exchange'
import { receiptOf } from '../receipt'

/** The person's response to a wallet prompt. */
export type PromptResponse =
  | 'approve'
  | 'reject'
  /** Never answers, and does nothing. */
  | 'hang'
  /** Sends the transaction, but never responds. */
  | 'send and hang'
  /** Responds with a value that is not a hash. */
  | 'no hash'
  /** Responds with this without doing anything. */
  | { readonly answer: unknown }
  /** An error as real wallets return it: instead of sending, or after sending. */
  | { readonly code: number; readonly message: string; readonly data?: unknown; readonly after?: 'sending' }
  /** Responds when the promise resolves. */
  | { readonly later: Promise<PromptResponse> }
  /** Changes the transaction before signing it, as some wallets allow. */
  | { readonly edit: (transaction: TransactionRequest) => TransactionRequest }

export type WalletRequest = { readonly method: string; readonly params: readonly unknown[] }

export type TransactionRequest = Readonly<Record<string, string | undefined>>

type ExchangeChain = Exchange['chains'][number]

type Connector = (request: WalletRequest) => Promise<unknown>

type Options = {
  readonly name?: string
  readonly chains: readonly ExchangeChain[]
  /** The chain that the wallet starts on; by default the last one. */
  readonly chainId?: number
  readonly privateKey?: Hex
}

/**
 * A wallet that announces itself as an extension (EIP-6963), while its key and its decisions stay in the test. It
 * really signs and sends, records every request, and responds to prompts as the test specifies.
 */
export class TestWallet {
  readonly name: string
  readonly privateKey: Hex
  /** All requests of pages, in order. */
  readonly requests: WalletRequest[] = []
  /** Hashes of the transactions that were really sent. */
  readonly sent: Hex[] = []
  /** The most prompts that were open at one time, over all pages. */
  mostOpen = 0
  /** The response to prompts without an arranged one. */
  defaultResponse: PromptResponse = 'approve'
  chainId: number
  /** Whether its node does not answer, as when a provider is down. */
  isUnresponsive = false
  /** Whether its node can simulate. */
  canSimulate = true

  readonly #chains: Map<number, ExchangeChain>
  readonly #arranged: PromptResponse[] = []
  readonly #pages = new Set<Page>()
  /** Open prompts. They disappear with their page. */
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

  /** The responses to the next prompts, one each; later ones get the default (`habit`). */
  arrange(...responses: PromptResponse[]): void {
    this.#arranged.push(...responses)
  }

  /** The number of requests with this method. */
  asked(method: string): number {
    return this.requests.filter((request) => request.method === method).length
  }

  /** Adds the wallet to a browser context: every page in it discovers the wallet, also after a reload. */
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

  /** The person locks the wallet or revokes the connection. */
  async disconnect(): Promise<void> {
    this.#isConnected = false
    await this.#tell('accountsChanged', [])
  }

  /** Gives an allowance outside the app. */
  async approve(token: Address, spender: Address, amount: bigint): Promise<void> {
    const data = encodeFunctionData({ abi: erc20Abi, functionName: 'approve', args: [spender, amount] })
    const hash = await this.#broadcast({ to: token, data })
    await receiptOf(this.#node(this.chainId), hash)
  }

  async #shown<Answer>(page: Page, answer: Promise<Answer>): Promise<Answer> {
    const prompt = { page }
    this.#open.add(prompt)
    this.mostOpen = Math.max(this.mostOpen, this.#open.size)
    return answer.finally(() => this.#open.delete(prompt))
  }

  /** The owner closes the wallet's prompt windows without answering. */
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
    if (this.isUnresponsive) throw new WalletError(-32603, 'The node behind the wallet does not answer.')
    if (!this.canSimulate && isSimulation({ method, params }))
      throw new WalletError(-32601, 'the method does not exist')
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
    if (response === 'no hash') return 'sent, probably'
    if (isAnswer(response)) return response.answer
    const transaction = typeof response === 'object' && 'edit' in response ? response.edit(asked) : asked
    const hash = await this.#broadcast(transaction)
    this.sent.push(hash)
    if (isError(response)) throw new WalletError(response.code, response.message, response.data)
    return response === 'send and hang' ? forever() : hash
  }

  async #broadcast({ to, data, value, gas, nonce, ...fees }: TransactionRequest): Promise<Hex> {
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
      // A replacement has to pay more than the transaction that it takes the place of.
      ...(fees.maxFeePerGas === undefined ? {} : { maxFeePerGas: BigInt(fees.maxFeePerGas) }),
      ...(fees.maxPriorityFeePerGas === undefined ? {} : { maxPriorityFeePerGas: BigInt(fees.maxPriorityFeePerGas) }),
    })
  }

  /** Adds a margin, because prices move between the estimate and the block. */
  async #estimate(fields: { to: Hex | undefined; data: Hex | undefined; value: bigint }): Promise<bigint> {
    const estimate = await this.#node(this.chainId).estimateGas({ account: this.address, ...fields })
    return (estimate * 13n) / 10n
  }

  /** Shows a prompt; resolves only if the person agrees. */
  async #prompt(): Promise<PromptResponse> {
    return this.#respondTo(this.#arranged.shift() ?? this.defaultResponse)
  }

  async #respondTo(response: PromptResponse): Promise<PromptResponse> {
    if (typeof response === 'object' && 'later' in response) return this.#respondTo(await response.later)
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

/** Whether only the owner can answer a request. */
function isPrompt({ method }: WalletRequest): boolean {
  return /^eth_(send|sign|requestAccounts)|^wallet_(switch|add|send|request)|^personal_/.test(method)
}

/** Whether a node has to try something out to answer: a simulation, or a call in a changed state. */
export function isSimulation({ method, params }: WalletRequest): boolean {
  return method === 'eth_simulateV1' || (method === 'eth_call' && params.length > 2)
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

/** Runs in the page before its own scripts: announces a provider whose requests go to the test. */
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

/** An error as defined by EIP-1193. */
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
