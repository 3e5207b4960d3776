import type { Order } from '../../orders/order'
import { decodeOrder, type StoredOrder } from '../../orders/store/orderCodec'
import type { PendingDeposit } from '../../preparation/liquidity/pendingDeposit'
import { decodeDeposit } from '../../preparation/liquidity/pendingDepositCodec'
import { isList, parseJson, writeJson } from '../../protocol/json/json'
import { readBundle } from './supportBundle'

/** The orders in an exported history or a support bundle; `undefined` for any other file, and for a masked one. */
export function readOrders(text: string): readonly Order[] | undefined {
  const bundle = readBundle(text)
  if (bundle?.isMasked) return undefined
  const entries = (bundle ?? readExportedHistory(text))?.orders ?? []
  const orders = entries.flatMap((entry) => (entry.is === 'order' ? entry.order : []))
  return bundle || orders.length > 0 ? orders : undefined
}

/** The JSON export of Activity: its orders, and the deposits that the exchange carries out. */
export type ExportedHistory = {
  readonly orders: readonly StoredOrder[]
  readonly deposits: readonly PendingDeposit[]
}

/** Reads such a file of any version; `undefined` where nothing in it is an order or a deposit. */
export function readExportedHistory(text: string): ExportedHistory | undefined {
  const entries = entriesIn(text).map((entry) => ({ deposit: decodeDeposit(entry), order: decodeOrder(entry) }))
  const isOurs = entries.some(({ deposit, order }) => deposit !== undefined || order.is !== 'unreadable')
  if (!isOurs) return undefined
  return {
    orders: entries.flatMap(({ deposit, order }) => (deposit === undefined ? order : [])),
    deposits: entries.flatMap(({ deposit }) => deposit ?? []),
  }
}

function entriesIn(text: string): readonly string[] {
  try {
    const json = parseJson(text)
    return isList(json) ? json.map((entry) => writeJson(entry)) : []
  } catch {
    return []
  }
}
