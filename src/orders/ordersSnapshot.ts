import type { Order } from './order'

/** The orders of this browser, as far as they are known. */
export type OrdersSnapshot = {
  /** Every order is known, and which tab carries it out. Until then none is acted on. */
  readonly isLoaded: boolean
  /** The newest first. */
  readonly orders: readonly Order[]
  /** Those that go on or wait for the person. The same list until one of them has changed. */
  readonly unfinished: readonly Order[]
  /** Grows when one of them has changed a balance during this visit. */
  readonly balanceChanges: number
  /** Orders that another tab carries out at the moment. */
  readonly ownedByOtherTab: ReadonlySet<string>
  /** Journal entries that could not be read; they are kept, not shown. */
  readonly unreadable: number
  /** Those that a newer version of the app wrote; they are kept, not shown. */
  readonly newer: number
  /** Journal entries still to be read: the newest and unfinished orders are known first. */
  readonly unread: number
}

/** Before anything has been read. */
export const noOrders: OrdersSnapshot = {
  isLoaded: false,
  orders: [],
  unfinished: [],
  balanceChanges: 0,
  ownedByOtherTab: new Set(),
  unreadable: 0,
  newer: 0,
  unread: 0,
}
