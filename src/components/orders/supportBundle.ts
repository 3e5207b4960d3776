import type { ChainKind } from '../../domain/chain'
import { addressKind, chainKinds } from '../../domain/chainKinds'
import { fromBase58 } from '../../domain/encodings'
import type { Order } from '../../orders/order'
import { decodeOrder, encodeOrder, type StoredOrder } from '../../orders/store/orderCodec'
import { isList, member, parseJson, tryParseJson, writeJson } from '../../protocol/json/json'
import { toPlainJson } from '../../protocol/json/plainJson'
import { openBundle, textOf } from '../bundleFile'

/** The facts that support needs to see an order as the person saw it. Contains no keys or secrets: the app has none. */
export type Bundle = {
  /** When it was made, ISO 8601. */
  readonly made: string
  readonly deployment: string
  readonly browser: string
  readonly isMasked: boolean
  readonly orders: readonly StoredOrder[]
}

export type BundleFacts = Pick<Bundle, 'made' | 'deployment' | 'browser' | 'isMasked'>

const kind = 'tidegate support bundle'

/** Serializes orders so that `readBundle` restores them without losing a digit. */
export function writeBundle(orders: readonly Order[], facts: BundleFacts): string {
  const entries = orders.map((order) => parseJson(encodeOrder(order)))
  const text = writeJson(toPlainJson({ kind, version: 1, ...facts, orders: entries }))
  return facts.isMasked ? masked(text, accountsIn(orders)) : text
}

/** `undefined` for anything that is not a bundle; unreadable orders in it are listed with a reason. */
export function readBundle(text: string): Bundle | undefined {
  const json = openBundle(text, kind)
  if (!json) return undefined
  const orders = member(json, 'orders')
  return {
    made: textOf(member(json, 'made')),
    deployment: textOf(member(json, 'deployment')),
    browser: textOf(member(json, 'browser')),
    isMasked: member(json, 'isMasked') === true,
    orders: isList(orders) ? orders.map((entry) => decodeOrder(writeJson(entry))) : [],
  }
}

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

export function newestOrder({ orders }: Bundle): Order | undefined {
  const [newest] = orders
    .flatMap((entry) => (entry.is === 'order' ? [entry.order] : []))
    .toSorted((a, b) => b.openedAt - a.openedAt)
  return newest
}

/** The accounts in these orders. */
export function accountsIn(orders: readonly Order[]): readonly string[] {
  const signers = orders.flatMap(({ plan, updatedPlan }) =>
    [plan, updatedPlan?.plan].flatMap((plan) => (plan ? [plan.intent.sender, plan.intent.recipient] : [])),
  )
  return [...new Set(signers.map((account) => chainKinds[kindOf(account)].normalizeAddress(account)))]
}

/**
 * Replaces every account by a pseudonym of the same length, also inside calldata, so that decoding still works. Signed
 * Solana bytes cannot be masked and are left out.
 */
export function masked(text: string, accounts: readonly string[]): string {
  const renamed = accounts.reduce((text, account, index) => {
    const { isText, bytes } = spellings[kindOf(account)]
    const plain = isText ? text.replaceAll(account, `masked account ${index + 1}`) : text
    const hex = bytes(account)
    const alias = `acc0${String(index + 1).padStart(hex.length - 4, '0')}`
    return hex === '' ? plain : plain.replaceAll(new RegExp(hex, 'gi'), alias)
  }, text)
  return renamed.replaceAll(/"(transaction|signed)":"[^"]*"/g, '"$1":""')
}

function kindOf(account: string): ChainKind {
  return addressKind(account) ?? 'unknown'
}

/**
 * How an account is written: as text of its own, and in hexadecimal inside calldata, where bridges hold accounts of
 * every kind. An EVM address is the same in both.
 */
const spellings: Readonly<
  Record<ChainKind, { readonly isText: boolean; readonly bytes: (account: string) => string }>
> = {
  evm: { isText: false, bytes: (account) => account.slice(2) },
  solana: { isText: true, bytes: (account) => hexOf(fromBase58(account) ?? []) },
  bitcoin: { isText: true, bytes: (account) => hexOf([...account].map((letter) => letter.charCodeAt(0))) },
  unknown: { isText: true, bytes: () => '' },
}

function hexOf(bytes: ArrayLike<number>): string {
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('')
}
