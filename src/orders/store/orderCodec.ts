import * as v from 'valibot'
import type { SwapIntent } from '../../guard/intent'
import type { LiquidityIntent } from '../../guard/liquidityIntent'
import { tryParseJson, writeJson } from '../../protocol/json/json'
import { toPlainJson } from '../../protocol/json/plainJson'
import type { Order } from '../order'
import { journalFormat, liquidityIntent, orderSchema, swapIntent } from '../orderSchema'

/**
 * One order as the journal keeps it. Big integers are text, what is absent is null, and every entry is checked
 * against the schema when it is read: a tampered journal can at most make the app watch a transaction.
 */
export function encodeOrder(order: Order): string {
  return writeJson(toPlainJson(order))
}

/** The result of decoding a journal entry. `newer`: written by a later version of the app, so it is not changed. */
export type StoredOrder =
  | { readonly is: 'order'; readonly order: Order }
  | { readonly is: 'newer'; readonly version: number }
  | { readonly is: 'unreadable'; readonly why: string }

export function decodeOrder(text: string): StoredOrder {
  const json = tryParseJson(text)
  if (json === undefined) return { is: 'unreadable', why: 'not JSON' }
  const version = v.safeParse(v.object({ version: v.pipe(v.number(), v.integer(), v.minValue(1)) }), json)
  if (!version.success) return { is: 'unreadable', why: 'no version' }
  if (version.output.version > journalFormat) return { is: 'newer', version: version.output.version }
  const read = v.safeParse(orderSchema, json)
  if (read.success) return { is: 'order', order: read.output }
  const [issue] = read.issues
  return { is: 'unreadable', why: `${v.getDotPath(issue) ?? 'entry'}: ${issue.message}` }
}

/** Reads an intent from a journal entry or a bundle; `undefined` for anything else. */
export function decodeIntent(text: string): SwapIntent | LiquidityIntent | undefined {
  const read = v.safeParse(v.union([swapIntent, liquidityIntent]), tryParseJson(text))
  return read.success ? read.output : undefined
}
