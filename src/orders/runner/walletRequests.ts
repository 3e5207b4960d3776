import { isSameAddress } from '../../domain/address'
import { walletTimeout } from '../intervals'
import type { Clock, LockRequest } from '../ports'
import type { TransactionAnchor } from '../requests/transactionAnchor'

/** A request for a signature that a wallet has not answered yet. */
export type WalletRequest = {
  readonly anchor: TransactionAnchor
  /** Milliseconds of the monotonic clock (`elapsed`). */
  readonly since: number
  /** Held until the wallet answers, so that no other order or tab opens a second prompt. */
  readonly promptLock: LockRequest
}

/** Requests that wallets have not answered yet: at most one per order. */
export class WalletRequests {
  readonly #clock: Pick<Clock, 'elapsed'>
  readonly #open = new Map<string, WalletRequest>()

  constructor(clock: Pick<Clock, 'elapsed'>) {
    this.#clock = clock
  }

  add(id: string, anchor: TransactionAnchor, promptLock: LockRequest): WalletRequest {
    const request = { anchor, promptLock, since: this.#clock.elapsed() }
    this.#open.set(id, request)
    return request
  }

  has(id: string): boolean {
    return this.#open.has(id)
  }

  /** Whether the order's open request holds this lock. */
  holds(id: string, promptLock: LockRequest): boolean {
    return this.#open.get(id)?.promptLock === promptLock
  }

  /** Milliseconds until the request times out; zero or less when it has. */
  remainingTime(id: string): number {
    const request = this.#open.get(id)
    return request ? walletTimeout - (this.#clock.elapsed() - request.since) : 0
  }

  /** The wallet has answered. */
  settle(id: string, request: WalletRequest): void {
    // The timeout may have been restarted (a new object, same lock), or another request may have replaced it.
    if (this.#open.get(id)?.promptLock === request.promptLock) this.#open.delete(id)
    request.promptLock.release()
  }

  /** Stops waiting for the wallet. If it answers later, its hash is still recorded. */
  stopWaiting(id: string): void {
    const request = this.#open.get(id)
    this.#open.delete(id)
    request?.promptLock.release()
  }

  /** Restarts the wallet timeout. */
  restartTimeout(id: string): void {
    const request = this.#open.get(id)
    if (request) this.#open.set(id, { ...request, since: this.#clock.elapsed() })
  }

  isAsking(account: string): boolean {
    return [...this.#open.values()].some(({ anchor }) => isSameAddress(anchor.account, account))
  }
}
