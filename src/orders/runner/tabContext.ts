import type { Ports } from '../ports'
import type { OrderStore } from '../store/orderStore'
import type { WalletRequests } from './walletRequests'

/**
 * The shared state of all runs of this tab. It ends with the tab; the journal holds everything that must outlive it.
 */
export type TabContext = {
  readonly ports: Ports
  readonly store: OrderStore
  /**
   * The permissions from the person's clicks in this tab, by order. `sign`: the plan was confirmed, so the wallet may
   * be asked. `quote`: a new quote is requested first, which then has to be confirmed. Without an entry no wallet is
   * asked.
   */
  readonly permissions: Map<string, 'quote' | 'sign'>
  /** When the last iterations of each order began, in milliseconds of `clock.elapsed()`. */
  readonly iterations: Map<string, readonly number[]>
  readonly walletRequests: WalletRequests
  /** Orders that should take the lock of the wallet prompt over from another tab. */
  readonly promptTakeovers: Set<string>
  /** Restarts an order that has stopped. */
  readonly start: (id: string) => void
}
