import type { Order } from '../../orders/order'
import { decodeOrder } from '../../orders/store/orderCodec'
import { isList, parseJson, writeJson } from '../../protocol/json/json'
import { readBundle } from './supportBundle'

/** The orders in an exported history or a support bundle; `undefined` for any other file, and for a masked one. */
export function readOrders(text: string): readonly Order[] | undefined {
  const bundle = readBundle(text)
  if (bundle)
    return bundle.isMasked ? undefined : bundle.orders.flatMap((entry) => (entry.is === 'order' ? entry.order : []))
  const orders = entriesIn(text).flatMap((entry) => {
    const stored = decodeOrder(entry)
    return stored.is === 'order' ? stored.order : []
  })
  return orders.length > 0 ? orders : undefined
}

function entriesIn(text: string): readonly string[] {
  try {
    const json = parseJson(text)
    return isList(json) ? json.map((entry) => writeJson(entry)) : []
  } catch {
    return []
  }
}
