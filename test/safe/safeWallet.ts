import { type Hex, keccak256, toHex } from 'viem'

export type SafeCall = { readonly to: Hex; readonly value: string; readonly data: Hex }

/** How the owner meets the next transactions. */
export type SafeAnswer = 'approve' | 'reject' | 'hang' | 'do and hang' | { readonly answer: unknown }

type SafeMessage = { readonly id: string; readonly method: string; readonly params: unknown }

type Options = {
  readonly address: Hex
  readonly chainId: number
  /** Makes the account carry calls out, in one transaction; resolves to its hash. */
  readonly execute: (calls: readonly SafeCall[], safeTxHash: Hex) => Promise<Hex>
}

/** The Safe wallet's side of the messages of `@safe-global/safe-apps-sdk` 9.1.0. */
export class SafeWallet {
  address: Hex
  chainId: number
  /** Everything that was asked, in order. */
  readonly requests: SafeMessage[] = []
  /** Hashes of executed transactions, by their `safeTxHash`. */
  readonly executed = new Map<Hex, Hex>()
  /** Transactions that wait for more owners. */
  readonly queue = new Map<Hex, readonly SafeCall[]>()
  /** Whether one owner is enough, so that a confirmed transaction is executed immediately. */
  executesAtOnce = true
  isClosed = false
  readonly #execute: Options['execute']
  readonly #arranged: SafeAnswer[] = []
  readonly #cancelled = new Set<unknown>()

  constructor({ address, chainId, execute }: Options) {
    this.address = address
    this.chainId = chainId
    this.#execute = execute
  }

  arrange(...answers: SafeAnswer[]): void {
    this.#arranged.push(...answers)
  }

  asked(method: string): number {
    return this.requests.filter((request) => request.method === method).length
  }

  /** The other owners agree, and one of them executes the transaction. */
  async executeQueue(): Promise<void> {
    for (const [safeTxHash, calls] of [...this.queue]) {
      this.executed.set(safeTxHash, await this.#execute(calls, safeTxHash))
      this.queue.delete(safeTxHash)
    }
  }

  /** The owners replace the waiting transactions by nothing. */
  cancelQueue(): void {
    for (const safeTxHash of this.queue.keys()) this.#cancelled.add(safeTxHash)
    this.queue.clear()
  }

  /** The answer to a message of the app, as the wallet posts it. */
  async answer(message: SafeMessage): Promise<object> {
    this.requests.push(message)
    try {
      const data = await this.#dataFor(message)
      return { id: message.id, success: true, version: '9.1.0', data }
    } catch (error) {
      return { id: message.id, success: false, version: '9.1.0', error: error instanceof Error ? error.message : '' }
    }
  }

  async #dataFor({ method, params }: SafeMessage): Promise<unknown> {
    if (this.isClosed) return new Promise(() => undefined)
    const { address, chainId } = this
    switch (method) {
      case 'getSafeInfo':
        return { safeAddress: address, chainId, owners: [address], threshold: 1, isReadOnly: false }
      case 'sendTransactions':
        return this.#send(Reflect.get(Object(params), 'txs'))
      case 'getTxBySafeTxHash':
        return this.#details(Reflect.get(Object(params), 'safeTxHash'))
      default:
        throw new Error(`Method ${method} is not supported`)
    }
  }

  async #send(calls: readonly SafeCall[]): Promise<unknown> {
    const response = this.#arranged.shift() ?? 'approve'
    if (response === 'hang') return new Promise(() => undefined)
    if (response === 'reject') throw new Error('Transaction was rejected')
    if (typeof response === 'object') return response.answer
    const safeTxHash = keccak256(toHex(`${this.address} ${this.requests.length}`))
    this.queue.set(safeTxHash, calls)
    if (this.executesAtOnce || response === 'do and hang') await this.executeQueue()
    return response === 'do and hang' ? new Promise(() => undefined) : { safeTxHash }
  }

  #details(safeTxHash: Hex): unknown {
    const txHash = this.executed.get(safeTxHash) ?? null
    if (txHash !== null) return { txStatus: 'SUCCESS', txHash }
    if (this.#cancelled.has(safeTxHash)) return { txStatus: 'CANCELLED', txHash }
    if (this.queue.has(safeTxHash)) return { txStatus: 'AWAITING_CONFIRMATIONS', txHash }
    throw new Error('Not found')
  }
}
