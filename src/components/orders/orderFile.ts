import type { Order } from '../../orders/order'
import { decodeOrder, type StoredOrder } from '../../orders/store/orderCodec'
import { isList, tryParseJson, writeJson } from '../../protocol/json/json'
import { readBundle } from './supportBundle'

/** The orders in an exported history or a support bundle; `undefined` for any other file, and for a masked one. */
export function readOrders(text: string): readonly Order[] | undefined {
  const bundle = readBundle(text)
  if (bundle?.isMasked) return undefined
  const entries = bundle?.orders ?? readExportedHistory(text) ?? []
  const orders = entries.flatMap((entry) => (entry.is === 'order' ? entry.order : []))
  return bundle || orders.length > 0 ? orders : undefined
}

/** Reads the JSON export of Activity, of any version; `undefined` where nothing in it is an order. */
export function readExportedHistory(text: string): readonly StoredOrder[] | undefined {
  const json = tryParseJson(text)
  const entries = isList(json) ? json.map((entry) => decodeOrder(writeJson(entry))) : []
  return entries.some(({ is }) => is !== 'unreadable') ? entries : undefined
}
