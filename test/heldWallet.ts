import { createPublicClient, type Hex, http, keccak256, numberToHex } from 'viem'
import { type PrivateKeyAccount, privateKeyToAccount } from 'viem/accounts'
import type { Provider } from '../src/wallets/evm/connection/provider'
import { WalletError } from './badWallet'

export type HeldTransaction = {
  readonly to: Hex
  readonly data: Hex
  readonly value?: Hex
  readonly gas?: Hex
  readonly nonce?: Hex
}

/** A request for a signature that waits in the wallet, even if its page closes. */
export type HeldPrompt = {
  readonly page: number
  readonly asked: HeldTransaction
  isOpen: boolean
  /** Confirmed, and about to be sent: privately, seconds later. */
  isOnItsWay: boolean
  /** The transaction sent for it. */
  hash: Hex | undefined
  readonly answer: (hash: Hex) => void
  readonly refuse: (error: unknown) => void
}

export type HeldWalletOptions = {
  readonly url: string
  readonly chainId: number
  readonly key: Hex
  /** Whether it takes the nonce it is given, or counts by itself when the request is confirmed, as phones do. */
  readonly honoursNonce: boolean
}

/**
 * A wallet that keeps its prompts: its owner confirms or rejects them when they like, in any order, also long after the
 * page that asked was left. It signs and sends for real.
 */
export class HeldWallet {
  readonly prompts: HeldPrompt[] = []
  readonly isLocked = false
  readonly #options: HeldWalletOptions
  readonly #account: PrivateKeyAccount
  readonly #gone = new Set<number>()
  #pages = 0

  constructor(options: HeldWalletOptions) {
    this.#options = options
    this.#account = privateKeyToAccount(options.key)
  }

  get address(): Hex {
    return this.#account.address
  }

  get open(): readonly HeldPrompt[] {
    return this.prompts.filter(({ isOpen }) => isOpen)
  }

  /** The provider for one page. Its answers are lost once the page is closed. */
  enter(): { readonly provider: Provider; readonly leave: () => void } {
    const page = ++this.#pages
    return {
      provider: { request: ({ method, params = [] }) => this.#answer(page, method, params) },
      leave: () => void this.#gone.add(page),
    }
  }

  /** The owner confirms: it is signed, sent after `delay`, and answered if anyone still listens. */
  async confirm(prompt: HeldPrompt, { delay = 0, isAnswered = true } = {}): Promise<Hex | undefined> {
    prompt.isOpen = false
    const raw = await this.#sign(prompt.asked)
    prompt.isOnItsWay = true
    const send = async () => {
      try {
        prompt.hash = await this.#node().request({ method: 'eth_sendRawTransaction', params: [raw] })
      } finally {
        prompt.isOnItsWay = false
      }
    }
    try {
      if (delay === 0) await send()
      else setTimeout(() => void send().catch(() => undefined), delay)
    } catch (error) {
      this.#tell(prompt, () => prompt.refuse(error))
      return undefined
    }
    const hash = keccak256(raw)
    if (isAnswered) this.#tell(prompt, () => prompt.answer(hash))
    return hash
  }

  reject(prompt: HeldPrompt): void {
    prompt.isOpen = false
    this.#tell(prompt, () => prompt.refuse(new WalletError(4001, 'User rejected the request.')))
  }

  #tell(prompt: HeldPrompt, tell: () => void): void {
    if (!this.#gone.has(prompt.page)) tell()
  }

  async #answer(page: number, method: string, params: readonly unknown[]): Promise<unknown> {
    switch (method) {
      case 'eth_accounts':
      case 'eth_requestAccounts':
        return [this.address]
      case 'eth_chainId':
        return numberToHex(this.#options.chainId)
      case 'eth_sendTransaction':
        return this.#hold(page, params[0] as HeldTransaction)
      default:
        return this.#node().request({ method, params } as never)
    }
  }

  #hold(page: number, asked: HeldTransaction): Promise<Hex> {
    return new Promise((answer, refuse) => {
      this.prompts.push({ page, asked, isOpen: true, isOnItsWay: false, hash: undefined, answer, refuse })
    })
  }

  async #sign({ to, data, value, gas, nonce }: HeldTransaction): Promise<Hex> {
    const { honoursNonce, chainId } = this.#options
    const own = () => this.#node().getTransactionCount({ address: this.address, blockTag: 'pending' })
    return this.#account.signTransaction({
      type: 'eip1559',
      chainId,
      nonce: honoursNonce && nonce !== undefined ? Number(nonce) : await own(),
      gas: BigInt(gas ?? 500_000),
      maxFeePerGas: 20_000_000_000n,
      maxPriorityFeePerGas: 1_000_000_000n,
      to,
      data,
      ...(value === undefined ? {} : { value: BigInt(value) }),
    })
  }

  #node() {
    return createPublicClient({ transport: http(this.#options.url), cacheTime: 0 })
  }
}
